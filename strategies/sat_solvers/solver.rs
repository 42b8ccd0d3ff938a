//! The interface of a SAT solver: [`Solver`].
//!
//! varisat has neither counters nor a way to stop it, batsat has both, and an external solver has only its
//! output. One small trait hides the differences. A figure that a solver does not have is `None`, never zero.

use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Flow, Literal, Stop};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model; [`Solver::value`] gives its values.
    Satisfiable,
    /// There is no model under the assumptions; [`Solver::core`] says why.
    Unsatisfiable,
    /// The solver was stopped. It must not be used again, unless it [`resumes`](super::Engine::resumes).
    Unknown(Stop),
    /// The solver failed, or its answer is wrong or incomplete. It must not be used again.
    Failed(String),
    /// An external program did not end normally: it was killed, or its exit code stands for no answer.
    Crashed(String),
}

/// Callbacks of a solver; each may stop it.
pub trait Monitor {
    /// A clause was learned. After a `Break` the conflict is not counted.
    fn conflict(&mut self) -> Flow;
    /// Called regularly during work.
    fn poll(&mut self) -> Flow;
    /// Work is about to begin that cannot be interrupted and takes about this much CPU time.
    fn ahead(&mut self, _time: Duration) -> Flow {
        Flow::Continue(())
    }
}

/// A monitor that the solver shares with its caller.
pub type Shared<'a> = Rc<RefCell<dyn Monitor + 'a>>;

/// The work of a solver since it was created; `None` for a figure that it does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of learned clauses.
    pub conflicts: Option<u64>,
    /// The number of decisions.
    pub decisions: Option<u64>,
    /// The number of literals that followed by unit propagation.
    pub propagations: Option<u64>,
    /// The number of restarts.
    pub restarts: Option<u64>,
}

/// An incremental solver: clauses can be added between queries.
pub trait Solver {
    /// Adds a clause. Variables are created at their first use.
    fn add(&mut self, clause: &[Literal]);

    /// Reports the time of adding the clauses, from which a pass over all of them can be estimated.
    fn loaded(&mut self, _took: Duration) {}

    /// Searches for a model of the clauses in which every literal of `assumptions` is true.
    fn solve(&mut self, assumptions: &[Literal]) -> Verdict;

    /// The value of `variable` in the model of the last [`Verdict::Satisfiable`]; a variable that occurs in
    /// no clause is false.
    fn value(&self, variable: Literal) -> bool;

    /// After [`Verdict::Unsatisfiable`]: assumptions that admit no model, not necessarily a minimal set.
    /// Empty if there is no model under any assumptions.
    fn core(&self) -> Vec<Literal>;

    /// The work so far.
    fn statistics(&self) -> Statistics;

    /// Flushes the proof.
    ///
    /// # Errors
    /// The reason why the proof could not be written.
    fn finish(&mut self) -> Result<(), String>;
}

/// The format of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT as text: one line per learned clause, or `d` and a deleted clause, each ended by 0. For formulas
    /// without assumptions, to which no clauses are added after the first query.
    Drat,
    /// LRAT as text: like DRAT, but each clause has a number, those of the formula from 1, and each learned
    /// clause lists the numbers of the clauses from which it follows. For formulas as for DRAT, with
    /// `clauses` clauses.
    Lrat {
        /// The number of clauses of the formula.
        clauses: usize,
    },
    /// varisat's own format, for its own checker.
    Varisat,
}

/// The settings of a new solver.
pub struct Options<'a> {
    /// The random seed for ties where the solver has a choice; 0 keeps the solver's default.
    pub seed: u64,
    /// Watches the solver.
    pub monitor: Shared<'a>,
    /// The format and the destination of the proof, if one is wanted.
    pub proof: Option<(ProofFormat, Box<dyn Write + 'a>)>,
}

impl<'a> Options<'a> {
    /// Options without a proof, with seed 0.
    pub fn new(monitor: Shared<'a>) -> Options<'a> {
        Options { seed: 0, monitor, proof: None }
    }
}

/// A monitor with limits of its own.
#[derive(Clone, Debug)]
pub struct SolverLimits {
    conflicts: u64,
    most: u64,
    started: ThreadTime,
    time: Option<Duration>,
    cancel: Cancel,
    /// The number of polls, and the poll at which the clock is read next.
    polls: (u64, u64),
}

impl SolverLimits {
    /// No limits, except that `cancel` stops the work.
    pub fn new(cancel: Cancel) -> SolverLimits {
        let started = ThreadTime::now();
        SolverLimits { conflicts: 0, most: u64::MAX, started, time: None, cancel, polls: (0, 0) }
    }

    /// Limits the CPU time of this thread from now on.
    #[must_use]
    pub fn time(self, time: Option<Duration>) -> SolverLimits {
        SolverLimits { time, started: ThreadTime::now(), ..self }
    }

    /// Limits the number of learned clauses.
    #[must_use]
    pub fn conflicts(self, most: u64) -> SolverLimits {
        SolverLimits { most, ..self }
    }

    /// Wraps the limits for [`Options`].
    pub fn shared(self) -> Rc<RefCell<SolverLimits>> {
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

impl Monitor for SolverLimits {
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
        /// Reading the clock is a system call; this many polls take far less than a millisecond.
        const STRIDE: u64 = 64;
        self.polls.0 += 1;
        if self.polls.0 < self.polls.1 {
            return Flow::Continue(());
        }
        self.polls.1 = self.polls.0 + STRIDE;
        self.look()
    }
}
