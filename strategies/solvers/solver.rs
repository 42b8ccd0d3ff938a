//! The interface of a solver for formulas: [`Solver`].
//!
//! varisat has neither counters nor a way to stop it, batsat has both, an external solver has only its output. One small
//! trait hides the difference. A figure that a solver does not have is `None`, never zero.

use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Flow, Literal, Stop};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model: ask for its values.
    Satisfiable,
    /// There is none under the assumptions: ask for the core.
    Unsatisfiable,
    /// It was stopped. The solver may not be used again, unless it [`resumes`](super::Engine::resumes).
    Unknown(Stop),
    /// It broke down, or its answer is wrong or incomplete. The solver may not be used again.
    Failed(String),
    /// An external program did not end by itself with an answer: it was killed, or has an exit code that stands for none.
    Crashed(String),
}

/// Callbacks of a solver; each may stop it.
pub trait Monitor {
    /// A clause was learned. After a `Break` it does not count.
    fn conflict(&mut self) -> Flow;
    /// Work goes on.
    fn poll(&mut self) -> Flow;
    /// Work is about to begin that cannot be interrupted and takes about so much CPU time.
    fn ahead(&mut self, _time: Duration) -> Flow {
        Flow::Continue(())
    }
}

/// A monitor that the solver shares with its caller.
pub type Shared<'a> = Rc<RefCell<dyn Monitor + 'a>>;

/// Work that a solver did since it was created. `None`: it does not count that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Clauses learned.
    pub conflicts: Option<u64>,
    /// Literals decided.
    pub decisions: Option<u64>,
    /// Literals that followed by unit propagation.
    pub propagations: Option<u64>,
    /// Restarts.
    pub restarts: Option<u64>,
}

/// A solver: a formula that grows, and questions about it.
pub trait Solver {
    /// Adds a clause. Variables come into being when they are first used.
    fn add(&mut self, clause: &[Literal]);

    /// Adding the clauses took so long. A pass over all of them takes a share of it.
    fn loaded(&mut self, _took: Duration) {}

    /// Whether the clauses have a model in which every literal of `assumptions` is true.
    fn solve(&mut self, assumptions: &[Literal]) -> Verdict;

    /// The value of `variable` in the model of the last [`Verdict::Satisfiable`]; a variable in no
    /// clause is false.
    fn value(&self, variable: Literal) -> bool;

    /// After [`Verdict::Unsatisfiable`]: assumptions, perhaps not fewest, under which there is no
    /// model. Empty: there is no model under any assumptions.
    fn core(&self) -> Vec<Literal>;

    /// The work so far.
    fn statistics(&self) -> Statistics;

    /// Writes out what is left of the proof.
    ///
    /// # Errors
    /// The proof could not be written.
    fn finish(&mut self) -> Result<(), String>;
}

/// How a proof is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT as text: a clause learned, or `d` and a clause forgotten, a line, each ended by 0. Of a
    /// formula without assumptions to which nothing is added after the first question.
    Drat,
    /// LRAT as text: the same with a number for each clause, those of the formula from 1, and the numbers of
    /// the clauses that each learned one follows from. Of a formula as for DRAT, and of `clauses` clauses.
    Lrat {
        /// How many clauses the formula will have.
        clauses: usize,
    },
    /// varisat's own, for its own checker.
    Varisat,
}

/// The settings of a new solver.
pub struct Options<'a> {
    /// 0: ties are broken as the solver's author chose; else at random by this number, where the
    /// solver has a choice.
    pub seed: u64,
    /// Watches the solver.
    pub monitor: Shared<'a>,
    /// Where a proof goes.
    pub proof: Option<(ProofFormat, Box<dyn Write + 'a>)>,
}

impl<'a> Options<'a> {
    /// No proof, seed 0.
    pub fn new(monitor: Shared<'a>) -> Options<'a> {
        Options { seed: 0, monitor, proof: None }
    }
}

/// A monitor that holds limits of its own.
#[derive(Clone, Debug)]
pub struct Limits {
    conflicts: u64,
    most: u64,
    started: ThreadTime,
    time: Option<Duration>,
    cancel: Cancel,
    /// Polls, and at which of them the clock is looked at next.
    polls: (u64, u64),
}

impl Limits {
    /// No limits, but `cancel` ends the work.
    pub fn new(cancel: Cancel) -> Limits {
        let started = ThreadTime::now();
        Limits { conflicts: 0, most: u64::MAX, started, time: None, cancel, polls: (0, 0) }
    }

    /// At most this much CPU time of this thread from now on.
    #[must_use]
    pub fn time(self, time: Option<Duration>) -> Limits {
        Limits { time, started: ThreadTime::now(), ..self }
    }

    /// At most `most` learned clauses.
    #[must_use]
    pub fn conflicts(self, most: u64) -> Limits {
        Limits { most, ..self }
    }

    /// As a solver takes it.
    pub fn shared(self) -> Rc<RefCell<Limits>> {
        Rc::new(RefCell::new(self))
    }

    fn look(&self) -> Flow {
        if self.cancel.is_raised() {
            return Flow::Break(Stop::Cancelled);
        }
        if self.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Flow::Break(Stop::Deadline);
        }
        Flow::Continue(())
    }
}

impl Monitor for Limits {
    fn ahead(&mut self, time: Duration) -> Flow {
        if self.time.is_some_and(|limit| self.started.elapsed() + time > limit) {
            return Flow::Break(Stop::Deadline);
        }
        Flow::Continue(())
    }

    fn conflict(&mut self) -> Flow {
        if self.conflicts >= self.most {
            return Flow::Break(Stop::NodeLimit);
        }
        self.conflicts += 1;
        self.poll()
    }

    fn poll(&mut self) -> Flow {
        /// A look at the clock is a system call; so many polls take far less than a millisecond.
        const STRIDE: u64 = 64;
        self.polls.0 += 1;
        if self.polls.0 < self.polls.1 {
            return Flow::Continue(());
        }
        self.polls.1 = self.polls.0 + STRIDE;
        self.look()
    }
}
