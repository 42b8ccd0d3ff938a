//! Draws random solutions of an exact cover.
//!
//! A decision diagram of all solutions draws each with equal probability, and none twice. If it grows too large, each
//! solution is found by a search of the problem with its options in random order. Some solutions are then likelier than
//! others, and some may be drawn twice.

use coverlab_model::{Choice, Cover, ExactCover, Outcome, Stop, Task, shuffled};
use coverlab_strategies::{self as lookup, Configured};
use std::collections::HashSet;
use std::time::Duration;

/// Maximum number of nodes of a diagram, unless the task limits nodes.
const MAX_DIAGRAM_NODES: u64 = 3_000_000;

/// The strategy that makes a decision diagram of all solutions.
const DIAGRAM: &str = "zdd-cover";

/// Why the diagram was used instead of the given strategy.
const BY_DIAGRAM: Choice =
    Choice { taken: DIAGRAM, why: "a diagram of all solutions draws each with equal probability" };

/// Draws `wanted` (at least one) solutions of `problem` by the task's seed. Returns the outcome and the CPU time.
///
/// If `configured` is the strategy with the diagram, it draws them. Otherwise the diagram is tried first if
/// `tries_diagram`, and `configured` searches if there is no diagram or it grows too large.
pub fn draw(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
    tries_diagram: bool,
) -> (Outcome<ExactCover>, Duration) {
    let is_diagram = configured.spec.name == DIAGRAM;
    if is_diagram || tries_diagram {
        let nodes = if is_diagram || task.nodes < u64::MAX { task.nodes } else { MAX_DIAGRAM_NODES };
        let (mut outcome, cpu) = by_diagram(problem, configured, &Task { nodes, ..task.clone() }, wanted);
        let has_failed =
            matches!(outcome.stop, Some(Stop::Stuck | Stop::Unsupported | Stop::Memory | Stop::NodeLimit));
        if is_diagram || !has_failed {
            outcome.choice = (!is_diagram).then_some(BY_DIAGRAM);
            return (outcome, cpu);
        }
    }
    by_shuffling(problem, configured, task, wanted)
}

/// Whether each solution was equally likely to be among those of `outcome`, which [`draw`] returned for `configured`.
pub fn is_uniform(configured: &Configured<ExactCover>, outcome: &Outcome<ExactCover>) -> bool {
    configured.spec.name == DIAGRAM || outcome.choice == Some(BY_DIAGRAM)
}

/// Draws solutions from a diagram.
fn by_diagram(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> (Outcome<ExactCover>, Duration) {
    let mut spec = configured.spec.clone();
    if spec.name != DIAGRAM {
        spec = DIAGRAM.parse().expect("the name of a built-in strategy");
    }
    spec.parameters.retain(|(name, _)| name != "order");
    spec.parameters.push(("order".to_string(), "random".to_string()));
    let configured = lookup::exact_cover(&spec).expect("parameters that this strategy accepts");
    let keep = usize::try_from(wanted).unwrap_or(usize::MAX);
    let task = Task { solutions: wanted, keep, ..task.clone() };
    let (outcome, cost) = configured.backend.session().run_one(problem, &task);
    (outcome, cost.total())
}

/// Draws each solution by a search of the problem with its options in random order. The searches share the limits of
/// `task`. A solution that is drawn several times is counted once.
fn by_shuffling(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> (Outcome<ExactCover>, Duration) {
    let mut one = Task { solutions: 1, keep: 1, progress: None, ..task.clone() };
    let mut all: Option<Outcome<ExactCover>> = None;
    let mut time = Duration::ZERO;
    for turn in 0..wanted {
        // The multiplication spreads consecutive seeds of tasks, so that their searches have different seeds.
        let seed = task.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(turn);
        let (other, order) = shuffled(problem, seed);
        let (mut outcome, cost) = configured.backend.session().run_one(&other, &Task { seed, ..one.clone() });
        time += cost.total();
        one.time = task.time.map(|limit| limit.saturating_sub(time));
        if task.nodes < u64::MAX {
            one.nodes = one.nodes.saturating_sub(outcome.counters.nodes);
        }
        for cover in &mut outcome.kept {
            *cover = Cover::new(cover.options().iter().map(|&o| order[o as usize]).collect());
        }
        let is_last = outcome.solutions == 0;
        match &mut all {
            None => all = Some(outcome),
            Some(all) => {
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
    let mut all = all.expect("at least one solution is wanted");
    all.solutions = all.kept.iter().collect::<HashSet<_>>().len() as u64;
    (all, time)
}
