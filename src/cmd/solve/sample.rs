//! Solutions drawn at random.

use super::problem::{Engine, Searched, search_by};
use coverlab_model::{Choice, Cover, ExactCover, Outcome, Stop, Task, shuffled};
use coverlab_strategies::{self as lookup, Configured};
use std::time::Duration;

/// Nodes of a diagram after which it is given up for a search, unless the user says how many.
const MAX_DIAGRAM_NODES: u64 = 3_000_000;

/// The strategy that makes a decision diagram of all solutions.
const DIAGRAM: &str = "zdd-cover";

/// The choice of a diagram by a strategy that is not one.
const BY_DIAGRAM: Choice =
    Choice { taken: DIAGRAM, why: "a diagram of all solutions draws each with equal probability" };

/// `wanted` solutions drawn by the task's seed. If the user chose the strategy, no diagram is made, unless that is
/// its way.
pub(super) fn draw(
    problem: &ExactCover,
    engine: &Engine<ExactCover>,
    task: &Task,
    wanted: u64,
) -> Searched<ExactCover> {
    let is_diagram = engine.configured.spec.name == DIAGRAM;
    if is_diagram || !engine.cover.is_chosen {
        let nodes = if is_diagram || task.nodes < u64::MAX { task.nodes } else { MAX_DIAGRAM_NODES };
        let (mut outcome, cpu) =
            by_diagram(problem, &engine.configured, &Task { nodes, ..task.clone() }, wanted);
        let is_given_up =
            matches!(outcome.stop, Some(Stop::Stuck | Stop::Unsupported | Stop::Memory | Stop::NodeLimit));
        if is_diagram || !is_given_up {
            outcome.choice = (!is_diagram).then_some(BY_DIAGRAM);
            return (outcome, cpu);
        }
    }
    by_shuffling(problem, &engine.configured, task, wanted)
}

/// How the solutions of `outcome` were drawn, as a word in records.
pub(super) fn kind(engine: &Engine<ExactCover>, outcome: &Outcome<ExactCover>) -> &'static str {
    let is_uniform = engine.configured.spec.name == DIAGRAM || outcome.choice == Some(BY_DIAGRAM);
    if is_uniform { "uniform" } else { "shuffled" }
}

/// A remark on solutions that were drawn in the way that `kind` names.
pub(super) fn note(kind: &str, engine: &Engine<ExactCover>) -> Option<&'static str> {
    match (kind, engine.cover.is_chosen) {
        ("uniform", _) => None,
        (_, true) => Some("drawn by a search in random order: some solutions are likelier than others"),
        (_, false) => Some(
            "too large for a diagram, so drawn by a search in random order: some solutions are likelier than others",
        ),
    }
}

fn by_diagram(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> Searched<ExactCover> {
    let mut spec = configured.spec.clone();
    if spec.name != DIAGRAM {
        spec = DIAGRAM.parse().expect("a strategy of this program");
    }
    spec.parameters.retain(|(name, _)| name != "order");
    spec.parameters.push(("order".to_string(), "random".to_string()));
    let configured = lookup::exact_cover(&spec).expect("parameters of this strategy");
    let keep = usize::try_from(wanted).unwrap_or(usize::MAX);
    let task = Task { solutions: wanted, keep, ..task.clone() };
    search_by(&mut *configured.backend.session(), problem, true, &task, None)
}

/// By searches in random order, one for each solution.
fn by_shuffling(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> Searched<ExactCover> {
    let one = Task { solutions: 1, keep: 1, progress: None, ..task.clone() };
    let mut all: Option<Outcome<ExactCover>> = None;
    let mut time = Duration::ZERO;
    for turn in 0..wanted {
        // Seeds that follow each other give streams that do not.
        let seed = task.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(turn);
        let (other, order) = shuffled(problem, seed);
        let session = &mut *configured.backend.session();
        let (mut outcome, cpu) = search_by(session, &other, true, &Task { seed, ..one.clone() }, None);
        time += cpu;
        for cover in &mut outcome.kept {
            *cover = Cover::new(cover.options().iter().map(|&o| order[o as usize]).collect());
        }
        let is_last = outcome.solutions == 0;
        match &mut all {
            None => all = Some(outcome),
            Some(all) => {
                all.solutions += outcome.solutions;
                all.kept.append(&mut outcome.kept);
                all.counters.nodes += outcome.counters.nodes;
                all.counters.max_depth = all.counters.max_depth.max(outcome.counters.max_depth);
                all.stop = outcome.stop;
            }
        }
        if is_last {
            break;
        }
    }
    (all.expect("one solution at least is wanted"), time)
}
