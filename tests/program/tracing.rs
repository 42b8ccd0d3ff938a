//! Records and checks traces in tests.

use coverlab::corpus::{Instances, by_name};
use coverlab::problem_kind::ProblemKind;
use coverlab::strategy_source::BuiltInStrategies;
use coverlab_model::{Outcome, Spec, Sudoku, Task};
use coverlab_trace::check::{Checked, Rejection, check};
use coverlab_trace::{Level, Line, RecordOptions, Recorder, Stats, TraceLimits, TraceSubject, Window};

pub(crate) fn bounds(level: Level) -> RecordOptions {
    let limits = TraceLimits { solutions: None, nodes: None, events: 100_000, bytes: 32 << 20 };
    RecordOptions { level, window: None, limits, seed: 0 }
}

/// The trace of the strategy `spec` on `problem`, if it reports steps.
pub(crate) fn trace<P: ProblemKind>(
    spec: &str,
    problem: &P,
    task: &Task,
    bounds: RecordOptions,
) -> Option<(Vec<String>, Stats, Outcome<P>)> {
    let configured = P::configure(&BuiltInStrategies, &spec.parse::<Spec>().unwrap()).ok()?;
    configured.backend.accepts(problem).ok()?;
    let subject = TraceSubject::of("a test".to_string(), problem, &configured);
    let mut lines = Vec::new();
    let mut write = |line: &Line, _: &_| {
        let text = serde_json::to_string(line)?;
        let bytes = text.len() as u64 + 1;
        lines.push(text);
        Ok(bytes)
    };
    let mut recorder = Recorder::new(&subject, bounds, &mut write);
    let outcome = configured.backend.session().trace(problem, task, &mut |event| recorder.record(event))?;
    let stats = recorder.end(outcome.stop, &outcome.counters).unwrap();
    Some((lines, stats, outcome))
}

pub(crate) fn checked(lines: &[String]) -> Result<Checked, Rejection> {
    check(lines.join("\n").as_bytes())
}

/// Asserts that the traces of all levels pass the check, also those that leave out events, and that a traced
/// search counts what an untraced one counts. Returns whether the strategy reports steps.
pub(crate) fn check_trace<P: ProblemKind>(spec: &str, problem: &P, task: &Task) -> bool {
    let mut has_steps = false;
    for level in [Level::Sum, Level::Node, Level::Step, Level::Micro] {
        let Some((lines, stats, outcome)) = trace(spec, problem, task, bounds(level)) else {
            return has_steps;
        };
        has_steps = true;
        let accepted = checked(&lines).unwrap_or_else(|e| panic!("{spec}, {level:?}: {e}"));
        assert_eq!(accepted.stats, stats, "{spec}");
        let mut parts = [bounds(level); 2];
        parts[0].window = Some(Window { first: 3, last: 6 });
        parts[1].limits.events = 20;
        for part in parts {
            let (lines, ..) = trace(spec, problem, task, part).unwrap();
            checked(&lines).unwrap_or_else(|e| panic!("{spec}, {part:?}: {e}"));
        }
        let mut untraced = Vec::new();
        let configured = P::configure(&BuiltInStrategies, &spec.parse().unwrap()).unwrap();
        configured.backend.session().run(std::slice::from_ref(problem), task, &mut untraced);
        assert_eq!((untraced[0].counters, untraced[0].stop), (outcome.counters, outcome.stop), "{spec}");
        assert_eq!((stats.nodes, stats.solutions), (outcome.counters.nodes, outcome.solutions), "{spec}");
    }
    has_steps
}

/// Some puzzles of a built-in corpus.
pub(crate) fn sudokus(corpus: &str, limit: usize) -> Vec<Sudoku> {
    match by_name(corpus).unwrap().sample(limit, 1).instances {
        Instances::Sudoku(instances) => instances.into_iter().map(|instance| instance.problem).collect(),
        _ => panic!("{corpus} has no puzzles"),
    }
}
