//! Searches one instance: [`Search::run`] returns the answer, [`Search::list`] also all solutions, and [`Search::solutions`]
//! iterates over them.
//!
//! ```
//! use coverlab_bench::search::Search;
//! use coverlab_model::{ExactCoverBuilder, Task};
//!
//! let mut builder = ExactCoverBuilder::new(3, 0);
//! for option in [&[0, 1][..], &[2], &[0], &[1, 2]] {
//!     builder.option(option.iter().copied()).expect("items of the problem");
//! }
//! let search = Search::new(builder.build(), "the example", "dlx")?;
//! let answer = search.run(&Task::count())?;
//! assert_eq!((answer.outcome.count().to_string(), answer.outcome.counters.nodes), ("2".to_string(), 5));
//!
//! let mut covers: Vec<Vec<u32>> = search.solutions(Task::count()).map(|cover| cover.options().to_vec()).collect();
//! covers.sort();
//! assert_eq!(covers, [[0, 1], [2, 3]]);
//! # Ok::<(), Box<coverlab_bench::diagnostic::Diagnostic>>(())
//! ```

mod solution_queue;
mod solutions;
mod threads;

pub use solutions::Solutions;
pub use threads::on_threads;

use crate::diagnostic::Diagnostic;
use crate::problem_kind::ProblemKind;
use crate::record::Status;
use crate::separate_process::{SeparateProcesses, in_separate_process};
use coverlab_model::{Fault, Outcome, Problem, Refusal, Spec, Task, Violation};
use coverlab_strategies::Configured;
use std::sync::Arc;
use std::time::Duration;

/// An instance and the strategy that searches it.
pub struct Search<P: Problem> {
    problem: Arc<P>,
    configured: Configured<P>,
}

impl<P: Problem> Clone for Search<P> {
    fn clone(&self) -> Self {
        let Configured { spec, via, about, backend } = &self.configured;
        let configured = Configured { spec: spec.clone(), via: *via, about, backend: backend.clone() };
        Search { problem: self.problem.clone(), configured }
    }
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct SearchAnswer<P: Problem> {
    /// The solutions, their number, and the work of the search.
    pub outcome: Outcome<P>,
    /// CPU time of encoding, searching and decoding.
    pub cpu_time: Duration,
}

impl<P: Problem> SearchAnswer<P> {
    /// The status of the answer; `None` if the search was cancelled.
    pub fn status(&self) -> Option<Status> {
        Status::of(self.outcome.stop, self.outcome.solutions)
    }
}

impl<P: ProblemKind> Search<P> {
    /// A search of `problem`, which messages call `name`, by `strategy`, such as `dlx:heuristic=first`. A strategy that cannot
    /// be interrupted runs in a separate process, unless it needs an encoding.
    ///
    /// # Errors
    /// The strategy is unknown, or does not support the instance.
    pub fn new(problem: impl Into<Arc<P>>, name: &str, strategy: &str) -> Result<Search<P>, Box<Diagnostic>> {
        let (problem, source) = (problem.into(), SeparateProcesses);
        let configured = strategy.parse::<Spec>().and_then(|spec| P::configure(&source, &spec));
        let configured = configured.map_err(|bad| Diagnostic::of_spec(&bad))?;
        if let Err(why) = configured.backend.accepts(&problem) {
            return Err(Box::new(refused(configured.about.name, name, &why)));
        }
        Ok(Search { problem, configured })
    }

    /// Limits the memory of the search to `bytes`. It then runs in a separate process.
    #[must_use]
    pub fn memory_limit(self, bytes: u64) -> Search<P> {
        Search { configured: in_separate_process(self.configured, Some(bytes)), ..self }
    }

    /// The instance.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The strategy.
    pub fn configured(&self) -> &Configured<P> {
        &self.configured
    }

    /// Searches on this thread. The referee verifies the solutions that the task keeps.
    ///
    /// # Errors
    /// The referee rejects a solution, so the strategy is wrong.
    ///
    /// # Panics
    /// The strategy panics, or its process dies.
    pub fn run(&self, task: &Task) -> Result<SearchAnswer<P>, Box<Diagnostic>> {
        let (outcome, cost) = self.configured.backend.session().run_one(self.problem(), task);
        outcome.verify(self.problem()).map_err(|violation| rejected(&violation))?;
        Ok(SearchAnswer { outcome, cpu_time: cost.total() })
    }

    /// Searches on this thread and keeps all solutions, each verified by the referee. Unlike [`Self::run`], it does not check
    /// that they are distinct, which takes as long as finding them.
    ///
    /// # Errors
    /// The referee rejects a solution, so the strategy is wrong.
    ///
    /// # Panics
    /// The strategy panics, or its process dies.
    pub fn list(&self, task: &Task) -> Result<SearchAnswer<P>, Box<Diagnostic>> {
        let task = Task { keep: usize::MAX, ..task.clone() };
        let (outcome, cost) = self.configured.backend.session().run_one(self.problem(), &task);
        let checked = outcome.kept.iter().try_for_each(self.problem.referee());
        checked.map_err(|violation| rejected(&violation))?;
        Ok(SearchAnswer { outcome, cpu_time: cost.total() })
    }

    /// Searches on a new thread, and returns an iterator over the solutions as they are found, each verified by the referee.
    /// The thread waits while many solutions are unread, and ends when the iterator is dropped.
    pub fn solutions(&self, task: Task) -> Solutions<P> {
        Solutions::start(self.clone(), task)
    }
}

/// The error for a strategy that rejects the instance called `name`.
pub fn refused(strategy: &str, name: &str, why: &Refusal) -> Diagnostic {
    let error = Diagnostic::error(format!("{strategy} cannot take {name}: it {why}"));
    error.help(match why {
        Refusal::Lacks(_) => "auto takes every instance",
        Refusal::Exceeds { .. } => "`coverlab sat` decides larger formulas",
        Refusal::TooLarge(_) => "a smaller instance takes less, and so may another strategy",
    })
}

/// The error for a wrong solution.
fn rejected(violation: &Violation) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Fault::rejected(violation).what))
}
