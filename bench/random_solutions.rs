//! Solutions of an exact cover drawn at random.
//!
//! A decision diagram of all solutions draws each with equal probability, and none twice. Where it grows too large, a
//! search draws them, each with the options in another random order; then some solutions are likelier than others.

use coverlab_model::{Choice, Cover, ExactCover, Outcome, Stop, Task, shuffled};
use coverlab_strategies::{self as lookup, Configured};
use std::collections::HashSet;
use std::time::Duration;

/// Nodes of a diagram after which it is given up for a search, unless the task says how many.
const MAX_DIAGRAM_NODES: u64 = 3_000_000;

/// The strategy that makes a decision diagram of all solutions.
const DIAGRAM: &str = "zdd-cover";

/// The choice of a diagram by a strategy that is not one.
const BY_DIAGRAM: Choice =
    Choice { taken: DIAGRAM, why: "a diagram of all solutions draws each with equal probability" };

/// Draws `wanted` solutions of `problem`, at least one, by the task's seed; they come with the CPU time. Unless
/// `configured` is the strategy with the diagram, a diagram is tried first only if `tries_diagram`.
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
        let is_given_up =
            matches!(outcome.stop, Some(Stop::Stuck | Stop::Unsupported | Stop::Memory | Stop::NodeLimit));
        if is_diagram || !is_given_up {
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

fn by_diagram(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> (Outcome<ExactCover>, Duration) {
    let mut spec = configured.spec.clone();
    if spec.name != DIAGRAM {
        spec = DIAGRAM.parse().expect("a strategy of this program");
    }
    spec.parameters.retain(|(name, _)| name != "order");
    spec.parameters.push(("order".to_string(), "random".to_string()));
    let configured = lookup::exact_cover(&spec).expect("parameters of this strategy");
    let keep = usize::try_from(wanted).unwrap_or(usize::MAX);
    let task = Task { solutions: wanted, keep, ..task.clone() };
    let (outcome, cost) = configured.backend.session().run_one(problem, &task);
    (outcome, cost.total())
}

/// By searches in random order, one for each solution. They share the limits of `task`. A solution may be drawn several
/// times, and is then counted once.
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
        // Seeds that follow each other give streams that do not.
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
    let mut all = all.expect("one solution at least is wanted");
    all.solutions = all.kept.iter().collect::<HashSet<_>>().len() as u64;
    (all, time)
}
