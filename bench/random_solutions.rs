//! Draws random solutions of an exact cover.
//!
//! A decision diagram of all solutions draws each with equal probability, and none twice. If it grows too large, each
//! solution is found by a search of the problem with its options in random order. Some solutions are then likelier than
//! others, and some may be drawn twice.

use crate::strategy_source::with_sessions;
use coverlab_model::{
    Backend, Choice, Cost, Cover, ExactCover, Outcome, Session, Sink, Spec, Stop, Task, shuffled,
};
use coverlab_strategies::{self as lookup, Configured};
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of nodes of a diagram, unless the task limits nodes.
const MAX_DIAGRAM_NODES: u64 = 3_000_000;

/// The strategy that makes a decision diagram of all solutions.
const DIAGRAM: &str = "zdd-cover";

/// Why the diagram was used instead of the given strategy.
const BY_DIAGRAM: Choice =
    Choice { taken: DIAGRAM, why: "a diagram of all solutions draws each with equal probability" };

/// Gives the strategy `configured` sessions that draw `wanted` (at least one) solutions by the task's seed.
///
/// If `configured` is the strategy with the diagram, it draws them. Otherwise the diagram is tried first if
/// `tries_diagram`, and `configured` searches if there is no diagram or it grows too large.
pub fn at_random(
    configured: Configured<ExactCover>,
    wanted: u64,
    tries_diagram: bool,
) -> Configured<ExactCover> {
    let spec = configured.spec.clone();
    let backend = with_sessions(configured.backend, move |inner| {
        Box::new(Draw { backend: inner.clone(), spec: spec.clone(), wanted, tries_diagram })
    });
    Configured { backend, ..configured }
}

/// How solutions were drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The name in records.
    pub name: &'static str,
    /// The probability of a solution, in words.
    pub words: &'static str,
    /// A warning for the user; may be empty.
    pub note: &'static str,
}

const UNIFORM: Sampling =
    Sampling { name: "uniform", words: "drawn at random, each solution equally likely", note: "" };
/// By the search that the user chose.
const SHUFFLED: Sampling = Sampling {
    name: "shuffled",
    words: "drawn at random, some solutions likelier than others",
    note: "drawn by a search in random order: some solutions are likelier than others",
};
/// By a search, because there is no diagram.
const WITHOUT_DIAGRAM: Sampling = Sampling {
    note: "no decision diagram was used, because it would be too large or the exact cover has multiplicities; drawn by a \
           search in random order: some solutions are likelier than others",
    ..SHUFFLED
};

impl Sampling {
    /// How a session of [`at_random`] drew solutions for the strategy `spec`, of which it made this `choice`.
    pub fn of(spec: &Spec, tries_diagram: bool, choice: Option<Choice>) -> Sampling {
        match spec.name == DIAGRAM || choice == Some(BY_DIAGRAM) {
            true => UNIFORM,
            false if tries_diagram => WITHOUT_DIAGRAM,
            false => SHUFFLED,
        }
    }
}

/// A session that draws random solutions.
struct Draw {
    backend: Arc<dyn Backend<ExactCover>>,
    spec: Spec,
    wanted: u64,
    tries_diagram: bool,
}

impl Session<ExactCover> for Draw {
    fn run(&mut self, problems: &[ExactCover], task: &Task, outcomes: &mut Vec<Outcome<ExactCover>>) -> Cost {
        let mut cost = Cost::default();
        outcomes.clear();
        for problem in problems {
            let (outcome, own) = self.draw(problem, task);
            outcomes.push(outcome);
            cost += own;
        }
        cost
    }

    fn stream(
        &mut self,
        problem: &ExactCover,
        task: &Task,
        sink: Sink<'_, ExactCover>,
    ) -> (Outcome<ExactCover>, Cost) {
        let (mut outcome, cost) = self.draw(problem, task);
        let stop = outcome.kept.iter().find_map(|cover| sink(cover).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        (outcome, cost)
    }
}

impl Draw {
    fn draw(&self, problem: &ExactCover, task: &Task) -> (Outcome<ExactCover>, Cost) {
        let is_diagram = self.spec.name == DIAGRAM;
        if is_diagram || self.tries_diagram {
            let nodes = if is_diagram || task.nodes < u64::MAX { task.nodes } else { MAX_DIAGRAM_NODES };
            let (mut outcome, cost) = self.by_diagram(problem, &Task { nodes, ..task.clone() });
            let has_failed = matches!(
                outcome.stop,
                Some(Stop::Stuck | Stop::Unsupported | Stop::Memory | Stop::NodeLimit)
            );
            if is_diagram || !has_failed {
                outcome.choice = (!is_diagram).then_some(BY_DIAGRAM);
                return (outcome, cost);
            }
        }
        self.by_shuffling(problem, task)
    }

    /// Draws solutions from a diagram.
    fn by_diagram(&self, problem: &ExactCover, task: &Task) -> (Outcome<ExactCover>, Cost) {
        let mut spec = self.spec.clone();
        if spec.name != DIAGRAM {
            spec = DIAGRAM.parse().expect("the name of a built-in strategy");
        }
        spec.parameters.retain(|(name, _)| name != "order");
        spec.parameters.push(("order".to_string(), "random".to_string()));
        let configured = lookup::exact_cover(&spec).expect("parameters that this strategy accepts");
        let keep = usize::try_from(self.wanted).unwrap_or(usize::MAX);
        let task = Task { solutions: self.wanted, keep, ..task.clone() };
        configured.backend.session().run_one(problem, &task)
    }

    /// Draws each solution by a search of the problem with its options in random order. The searches share the limits
    /// of `task`. A solution that is drawn several times is counted once.
    fn by_shuffling(&self, problem: &ExactCover, task: &Task) -> (Outcome<ExactCover>, Cost) {
        let mut one = Task { solutions: 1, keep: 1, progress: None, ..task.clone() };
        let mut all: Option<Outcome<ExactCover>> = None;
        let mut cost = Cost::default();
        for turn in 0..self.wanted {
            // The multiplication spreads consecutive seeds of tasks, so that their searches have different seeds.
            let seed = task.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(turn);
            let (other, order) = shuffled(problem, seed);
            let (mut outcome, own) = self.backend.session().run_one(&other, &Task { seed, ..one.clone() });
            cost += own;
            one.time = task.time.map(|limit| limit.saturating_sub(cost.total()));
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
        (all, cost)
    }
}
