//! Controls: parameters that test the measurement instead of the strategy. Every strategy accepts them.
//!
//! `copy=2` changes only the name, so the report should show no difference to `copy=1`. `slower=3` takes 3 % more CPU
//! time than the search itself, a known difference that the report should show.

use super::with_sessions;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{BadSpec, Cost, Listener, Outcome, Problem, Session, Sink, Spec, Task};
use coverlab_strategies::Configured;
use std::time::Duration;

/// The parameter that names a copy.
const COPY: &str = "copy";
/// The parameter that slows a strategy down, in percent of its time.
const SLOWER: &str = "slower";

/// Configures `spec` by `configure` without its controls, and applies these.
pub(crate) fn with_controls<P: Problem>(
    spec: &Spec,
    configure: impl FnOnce(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Result<Configured<P>, BadSpec> {
    let is_control = |(name, _): &(String, String)| name == COPY || name == SLOWER;
    let (controls, parameters) = spec.parameters.iter().cloned().partition::<Vec<_>, _>(is_control);
    let configured = configure(&Spec { name: spec.name.clone(), parameters })?;
    let mut slowdown = 0.0;
    for (name, value) in &controls {
        let number = value.parse::<u32>().ok().filter(|number| *number <= 1000).ok_or_else(|| {
            BadSpec::new(
                format!("`{name}={value}`: `{value}` is not a whole number from 0 to 1000"),
                value,
                Vec::new(),
            )
        })?;
        if name == SLOWER {
            slowdown = f64::from(number) / 100.0;
        }
    }
    let mut backend = configured.backend;
    if slowdown > 0.0 {
        backend =
            with_sessions(backend, move |inner| Box::new(SlowSession { inner: inner.session(), slowdown }));
    }
    Ok(Configured { spec: spec.clone(), backend, ..configured })
}

/// A session whose timed searches take longer. Streams and traces, which a run does not time, do not.
struct SlowSession<P: Problem> {
    inner: Box<dyn Session<P>>,
    /// The additional CPU time, as a fraction of that of the search.
    slowdown: f64,
}

impl<P: Problem> Session<P> for SlowSession<P> {
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        let cost = self.inner.run(problems, task, outcomes);
        Cost { solve: cost.solve + burn_cpu(cost.solve.mul_f64(self.slowdown)), ..cost }
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost) {
        self.inner.stream(problem, task, sink)
    }

    fn trace(&mut self, problem: &P, task: &Task, listener: Listener<'_>) -> Option<Outcome<P>> {
        self.inner.trace(problem, task, listener)
    }
}

/// Uses at least `time` of CPU time, and returns how much it was.
fn burn_cpu(time: Duration) -> Duration {
    let clock = ThreadTime::now();
    loop {
        let elapsed = clock.elapsed();
        if elapsed >= time {
            return elapsed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::puzzle;

    #[test]
    fn a_slowed_strategy_has_the_same_counts() {
        let configured = |word: &str| with_controls(&word.parse().unwrap(), coverlab_strategies::sudoku);
        let puzzle =
            puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        let task = Task { solutions: 2, ..Task::default() };
        let run = |word: &str| configured(word).unwrap().backend.session().untimed(&puzzle, &task);
        let (plain, slow) = (run("heller:copy=1"), run("heller:slower=1000"));
        assert_eq!((plain.solutions, plain.counters), (slow.solutions, slow.counters));
        assert!(burn_cpu(Duration::from_micros(20)) >= Duration::from_micros(20));
        assert_eq!(configured("heller:copy=1").unwrap().spec.to_string(), "heller:copy=1");
        let wrong = configured("heller:slower=much").err().unwrap();
        assert_eq!(wrong.what, "`slower=much`: `much` is not a whole number from 0 to 1000");
        assert!(configured("heller:faster=3").is_err());
    }
}
