//! Searches of exact covers on several threads.

use super::Search;
use crate::strategy_source::with_sessions;
use coverlab_model::{Backend, Cost, Cover, ExactCover, Flow, Outcome, Session, Sink, Task, parallel};
use coverlab_strategies::Configured;
use std::sync::Arc;

impl Search<ExactCover> {
    /// Searches on `threads` threads, which divide the instance. Their number changes the order of the solutions, but no counts.
    /// A strategy that cannot be interrupted always uses one thread.
    #[must_use]
    pub fn threads(self, threads: usize) -> Search<ExactCover> {
        let threads = if self.configured.about.interruptible { threads } else { 1 };
        Search { configured: on_threads(self.configured, threads), ..self }
    }
}

/// Gives the strategy `configured` sessions that divide each instance among `threads` threads.
pub fn on_threads(configured: Configured<ExactCover>, threads: usize) -> Configured<ExactCover> {
    if threads <= 1 {
        return configured;
    }
    let backend = with_sessions(configured.backend, move |inner| {
        Box::new(ThreadedSession { backend: inner.clone(), threads })
    });
    Configured { backend, ..configured }
}

/// A session that searches on several threads.
struct ThreadedSession {
    backend: Arc<dyn Backend<ExactCover>>,
    threads: usize,
}

impl Session<ExactCover> for ThreadedSession {
    fn run(&mut self, problems: &[ExactCover], task: &Task, outcomes: &mut Vec<Outcome<ExactCover>>) -> Cost {
        let mut cost = Cost::default();
        outcomes.clear();
        for problem in problems {
            // A stream finds solutions in an order that depends only on the number of threads.
            let (outcome, time) = match task.keep {
                0 => parallel::solve(&*self.backend, problem, task, self.threads),
                _ => {
                    let mut ignore = |_: &Cover| Flow::Continue(());
                    parallel::stream(&*self.backend, problem, task, self.threads, &mut ignore)
                }
            };
            outcomes.push(outcome);
            cost.solve += time;
        }
        cost
    }

    fn stream(
        &mut self,
        problem: &ExactCover,
        task: &Task,
        sink: Sink<'_, ExactCover>,
    ) -> (Outcome<ExactCover>, Cost) {
        let (outcome, solve) = parallel::stream(&*self.backend, problem, task, self.threads, sink);
        (outcome, Cost { solve, ..Cost::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::family;

    #[test]
    fn threads_find_the_solutions_of_one() {
        let search = Search::new(family::parse("queens:8").unwrap(), "queens:8", "dlx").unwrap();
        let sorted = |search: &Search<ExactCover>| {
            let mut covers: Vec<Cover> = search.solutions(Task::count()).collect();
            covers.sort_by(|a, b| a.options().cmp(b.options()));
            covers
        };
        let shared = search.clone().threads(3);
        assert_eq!(sorted(&shared), sorted(&search));
        let kept = shared.run(&Task::first(10)).unwrap().outcome.kept;
        assert_eq!(kept, shared.solutions(Task::count()).take(10).collect::<Vec<_>>());
        assert_eq!(shared.run(&Task::count()).unwrap().outcome.count().to_string(), "92");
    }
}
