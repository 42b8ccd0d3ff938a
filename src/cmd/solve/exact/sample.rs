//! Solutions drawn at random.

use super::search::Found;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cover, ExactCover, Outcome, Stop, Task, shuffled};
use coverlab_strategies::{self as lookup, Configured};
use std::time::Duration;

/// Nodes of a diagram after which it is given up for a search, unless the user says how many.
const DIAGRAM: u64 = 3_000_000;

/// `wanted` solutions drawn by the task's seed. `explicit`: the user chose the strategy, so that
/// no diagram is made unless that is its way.
pub(super) fn run(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    explicit: bool,
    task: &Task,
    wanted: u64,
) -> Found {
    let diagram = configured.spec.name == "zdd-cover";
    if diagram || !explicit {
        let nodes = if diagram || task.nodes < u64::MAX { task.nodes } else { DIAGRAM };
        let (found, uniform) = uniform(problem, configured, &Task { nodes, ..task.clone() }, wanted);
        if uniform || diagram {
            return found;
        }
    }
    shuffle(problem, configured, task, wanted, explicit)
}

/// By a diagram; whether it came to an end that stands.
fn uniform(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
) -> (Found, bool) {
    let mut spec = configured.spec.clone();
    if spec.name != "zdd-cover" {
        spec = "zdd-cover".parse().expect("a strategy of this program");
    }
    spec.parameters.retain(|(name, _)| name != "order");
    spec.parameters.push(("order".to_string(), "random".to_string()));
    let configured = lookup::exact_cover(&spec).expect("parameters of this strategy");
    let task =
        Task { solutions: wanted, keep: usize::try_from(wanted).unwrap_or(usize::MAX), ..task.clone() };
    let (outcome, cpu) = once(&configured, problem, &task);
    let stands =
        !matches!(outcome.stop, Some(Stop::Stuck | Stop::Unsupported | Stop::Memory | Stop::NodeLimit));
    (Found { sampling: Some("uniform"), ..Found::new(&configured, outcome, cpu) }, stands)
}

/// By searches in random order, one for each solution.
fn shuffle(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    wanted: u64,
    explicit: bool,
) -> Found {
    let one = Task { solutions: 1, keep: 1, progress: None, ..task.clone() };
    let mut all: Option<Outcome<ExactCover>> = None;
    let mut time = Duration::ZERO;
    for turn in 0..wanted {
        // Seeds that follow each other give streams that do not.
        let seed = task.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(turn);
        let (other, order) = shuffled(problem, seed);
        let (mut outcome, cpu) = once(configured, &other, &Task { seed, ..one.clone() });
        time += cpu;
        for cover in &mut outcome.kept {
            *cover = Cover::new(cover.options().iter().map(|&o| order[o as usize]).collect());
        }
        let ended = outcome.solutions == 0;
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
        if ended {
            break;
        }
    }
    let outcome = all.expect("one solution at least is wanted");
    let note = match (explicit, outcome.solutions) {
        (_, 0) => None,
        (true, _) => Some("drawn by a search in random order: some solutions are likelier than others"),
        (false, _) => Some(
            "too large for a diagram, so drawn by a search in random order: some solutions are likelier than others",
        ),
    };
    Found {
        sampling: Some("shuffled"),
        note: note.map(str::to_string),
        ..Found::new(configured, outcome, time)
    }
}

fn once(
    configured: &Configured<ExactCover>,
    problem: &ExactCover,
    task: &Task,
) -> (Outcome<ExactCover>, Duration) {
    let clock = ThreadTime::now();
    let mut outcomes = Vec::with_capacity(1);
    configured.backend.session().run(std::slice::from_ref(problem), task, &mut outcomes);
    (outcomes.pop().expect("one outcome an instance"), clock.elapsed())
}
