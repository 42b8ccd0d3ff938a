//! Tests strategies that restart, break ties at random or learn, with combinations of their parameters and
//! ten seeds each, against `algorithm-x`, which the referee checks on smaller instances.
//!
//! The instances take more dead ends than a strategy meets before its first restart. Some have solutions,
//! some have none; items without options are frequent.

use crate::combinations;
use crate::common::{
    below, decisive_values, on_all_processors, projected_formula, solutions_by_referee, solve,
};
use coverlab_model::{
    Cnf, Color, Event, ExactCover, ExactCoverBuilder, Item, Literal, OptionId, Outcome, Problem, Spec, Stop,
    Task, family,
};
use coverlab_strategies::encodings::PARAMETERS;
use coverlab_strategies::{CNF, Configured, EXACT_COVER, cnf, exact_cover};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::collections::BTreeSet;

const SEEDS: u64 = 10;
/// The number of dead ends before the first restart of `dancing-cells` and `dlx`.
const FIRST_RUN: u64 = 64;
/// Instances with more solutions are skipped.
const MAX_SOLUTIONS: u64 = 40;
/// Instances on which `algorithm-x` takes more nodes are skipped.
const MAX_NODES: u64 = 20_000;
/// An incomplete strategy may search forever if there is no solution, so it stops here.
const MAX_NODES_OF_INCOMPLETE: u64 = 2_000;

/// `count` different numbers below `bound`, in ascending order.
fn some(random: &mut Pcg64Mcg, count: usize, bound: usize) -> BTreeSet<usize> {
    let mut chosen = BTreeSet::new();
    while chosen.len() < count.min(bound) {
        chosen.insert(below(random, bound));
    }
    chosen
}

/// The parameters of random covers.
#[derive(Clone, Copy)]
struct Make {
    primary: usize,
    secondary: usize,
    colors: usize,
    options: usize,
    /// The minimum and the maximum number of primary items in an option.
    lengths: (usize, usize),
    /// Whether the options include a cover.
    planted: bool,
    /// The number of primary items, counted from the last, that follow another item: half of its options
    /// contain them too, so branching on it leaves them one option or none.
    followers: usize,
}

impl Make {
    fn followed(&self, follower: usize) -> usize {
        follower % (self.primary - self.followers)
    }

    fn cover(&self, random: &mut Pcg64Mcg) -> ExactCover {
        let mut builder = ExactCoverBuilder::new(self.primary, self.secondary);
        let colors: Vec<Color> = (0..self.colors).map(|k| builder.color(&format!("color{k}"))).collect();
        let mut options: Vec<Vec<(Item, Color)>> = Vec::new();
        let (low, high) = self.lengths;
        if self.planted {
            let mut items: Vec<usize> = (0..self.primary).collect();
            (1..items.len()).rev().for_each(|k| items.swap(k, below(random, k + 1)));
            while !items.is_empty() {
                let length = (low + below(random, high - low + 1)).min(items.len());
                let mut option = items.split_off(items.len() - length);
                option.sort_unstable();
                options.push(option.into_iter().map(|item| (item as Item, 0)).collect());
            }
        }
        while options.len() < self.options {
            let length = low + below(random, high - low + 1);
            let mut items = some(random, length, self.primary);
            for follower in self.primary - self.followers..self.primary {
                if items.contains(&self.followed(follower)) && below(random, 2) == 0 {
                    items.insert(follower);
                }
            }
            let mut option: Vec<(Item, Color)> = items.into_iter().map(|item| (item as Item, 0)).collect();
            let secondary = if self.secondary == 0 { 0 } else { below(random, 3) };
            for item in some(random, secondary, self.secondary) {
                let color = if colors.is_empty() { 0 } else { colors[below(random, colors.len())] };
                option.push(((self.primary + item) as Item, color));
            }
            options.push(option);
        }
        (1..options.len()).rev().for_each(|k| options.swap(k, below(random, k + 1)));
        for option in options {
            builder.colored_option(option).expect("different items");
        }
        builder.build()
    }
}

/// All solutions by `algorithm-x`; `None` if there are too many solutions or nodes.
fn solutions<P: Problem>(algorithm_x: &Configured<P>, problem: &P) -> Option<Vec<P::Solution>> {
    let outcome = solve(algorithm_x, problem, &Task { nodes: MAX_NODES, ..Task::first(MAX_SOLUTIONS + 1) });
    outcome.stop.is_none().then_some(outcome.kept)
}

/// An instance with its covers.
type SolvedCover = (ExactCover, BTreeSet<Vec<OptionId>>);

fn solved_cover(problem: ExactCover) -> Option<SolvedCover> {
    let covers = solutions(&exact_cover(&"algorithm-x".parse().unwrap()).unwrap(), &problem)?;
    Some((problem, covers.iter().map(|cover| cover.options().to_vec()).collect()))
}

/// A formula with its solutions.
type SolvedFormula = (Cnf, BTreeSet<Vec<bool>>);

fn solved_formula(formula: Cnf) -> Option<SolvedFormula> {
    let models = solutions(&cnf(&"algorithm-x".parse().unwrap()).unwrap(), &formula)?;
    Some((formula, models.iter().map(|model| model.values().to_vec()).collect()))
}

/// Whether the strategy gave an answer. An incomplete strategy may fail to, and so may one that refuses the
/// instance.
fn decided<P: Problem>(strategy: &Configured<P>, outcome: &Outcome<P>) -> bool {
    let is_refused = outcome.stop == Some(Stop::Unsupported);
    if is_refused || !strategy.about.complete && matches!(outcome.stop, Some(Stop::Stuck | Stop::NodeLimit)) {
        return false;
    }
    assert_eq!(outcome.stop, None, "{}", strategy.spec);
    true
}

/// The task to find all solutions with `seed`.
fn all_solutions<P: Problem>(strategy: &Configured<P>, seed: u64) -> Task {
    let nodes = if strategy.about.complete { u64::MAX } else { MAX_NODES_OF_INCOMPLETE };
    Task { seed, nodes, ..Task::first(u64::MAX) }
}

/// Strategies for exact covers with combinations of their parameters.
fn native() -> Vec<Spec> {
    EXACT_COVER.iter().flat_map(|e| combinations::of(e.about.name, e.about.parameters)).collect()
}

/// Strategies for formulas with combinations of their parameters and those of the encoding.
fn lifted() -> Vec<Spec> {
    let amo = PARAMETERS.iter().filter(|parameter| parameter.name == "amo");
    // `auto` has an entry for each kind of problem, so it is never lifted.
    let native = |name: &str| EXACT_COVER.iter().any(|entry| entry.about.name == name);
    let specs = CNF.iter().filter(|entry| !native(entry.about.name)).flat_map(|entry| {
        let parameters: Vec<_> = entry.about.parameters.iter().chain(amo.clone()).copied().collect();
        combinations::of(entry.about.name, &parameters)
    });
    specs.collect()
}

/// Instances with their covers.
fn covers() -> Vec<SolvedCover> {
    let mut random = Pcg64Mcg::seed_from_u64(31);
    let mut all = Vec::new();
    // If every option has three items, and their number is not a multiple of three, there is no cover.
    for primary in [22, 23, 25, 26] {
        let (planted, secondary, colors, followers) = (false, primary % 3 * 6 - 6, 2, 0);
        for options in [3 * primary, 4 * primary] {
            let make = Make { primary, secondary, colors, options, lengths: (3, 3), planted, followers };
            let made = std::iter::repeat_with(|| make.cover(&mut random)).take(3);
            all.extend(made.filter_map(solved_cover).take(2));
        }
    }
    for (primary, options) in [(9, 25), (20, 50), (24, 60), (30, 75), (36, 90)] {
        for (planted, secondary, colors) in
            [(false, 0, 0), (true, 0, 0), (true, 10, 0), (true, 10, 3), (false, 6, 2)]
        {
            for (followers, lengths) in [(0, (2, 4)), (primary / 4, (2, 3)), (primary / 5, (3, 4))] {
                let make = Make { primary, secondary, colors, options, lengths, planted, followers };
                // Instances of some kinds nearly always have too many covers.
                let made = std::iter::repeat_with(|| make.cover(&mut random)).take(4);
                all.extend(made.filter_map(solved_cover).take(2));
            }
        }
    }
    all
}

/// Checks that the strategy finds all covers of each instance with each seed.
fn find_all<'a>(strategy: &Configured<ExactCover>, instances: impl Iterator<Item = &'a SolvedCover>) {
    for (problem, covers) in instances.filter(|(p, _)| strategy.backend.accepts(p).is_ok()) {
        for seed in 0..SEEDS {
            let outcome = solve(strategy, problem, &all_solutions(strategy, seed));
            if decided(strategy, &outcome) {
                let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
                assert_eq!(&found, covers, "{}, seed {seed}, on {problem:?}", strategy.spec);
            }
        }
    }
}

#[test]
fn covers_are_found_whatever_the_seed_and_the_parameters() {
    let instances = covers();
    let with = instances.iter().filter(|(_, covers)| !covers.is_empty()).count();
    assert!((40..=instances.len() - 40).contains(&with), "{with} of {} have covers", instances.len());
    let without = instances.iter().filter(|(_, covers)| covers.is_empty());
    assert!(restarted(without.map(|(problem, _)| problem)) >= 10);
    let all = native().into_iter().map(|spec| (spec, 1));
    let few = lifted().into_iter().map(|spec| (spec, 7));
    on_all_processors(&all.chain(few).collect::<Vec<_>>(), |(spec, step)| {
        let strategy = exact_cover(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        let most = if *step == 1 { instances.len() } else { 60 };
        find_all(&strategy, instances[..most].iter().step_by(*step));
    });
}

/// The number of searches for one cover that had more dead ends than their first run.
fn restarted<'a>(instances: impl Iterator<Item = &'a ExactCover>) -> usize {
    let strategy = exact_cover(&"dancing-cells:heuristic=weighted".parse().unwrap()).unwrap();
    let again =
        |p: &&ExactCover| solve(&strategy, p, &Task::first(1)).counters.of(Event::Conflict) > FIRST_RUN;
    instances.filter(again).count()
}

#[test]
fn a_cover_is_found_after_restarts() {
    let quasigroup = |name: &str| family::parse(name).unwrap();
    let several: Vec<ExactCover> = (1..=6).map(|k| quasigroup(&format!("quasigroup:25:250:{k}"))).collect();
    let large = quasigroup("quasigroup:30:316:6");
    let again = restarted(several.iter().chain([&large]));
    assert!(again >= 2, "{again} searches started over");
    let all: Vec<_> = several.into_iter().map(|problem| (problem, 0..SEEDS)).chain([(large, 3..4)]).collect();
    let weighted = |spec: &Spec| spec.to_string().contains("heuristic=weighted");
    on_all_processors(&native().into_iter().filter(weighted).collect::<Vec<_>>(), |spec| {
        let strategy = exact_cover(spec).unwrap();
        for (problem, seeds) in &all {
            for seed in seeds.clone() {
                let outcome = solve(&strategy, problem, &Task { seed, ..Task::first(1) });
                assert_eq!(outcome.solutions, 1, "{spec}, seed {seed}, on {problem:?}");
            }
        }
    });
}

/// A formula of random clauses of three literals. With `planted`, a hidden assignment satisfies all of them.
fn formula(random: &mut Pcg64Mcg, variables: usize, clauses: usize, planted: bool) -> Cnf {
    let hidden: Vec<bool> = (0..variables).map(|_| below(random, 2) == 0).collect();
    let mut cnf = Cnf::new(variables);
    let mut left = clauses;
    while left > 0 {
        let chosen = some(random, 3, variables);
        let clause: Vec<Literal> = chosen
            .into_iter()
            .map(|v| if below(random, 2) == 0 { v as Literal + 1 } else { -(v as Literal) - 1 })
            .collect();
        if !planted || clause.iter().any(|&l| hidden[l.unsigned_abs() as usize - 1] == (l > 0)) {
            cnf.clause(&clause);
            left -= 1;
        }
    }
    cnf
}

/// Formulas with their solutions: a few that take many dead ends, and small ones, often with hidden variables.
fn formulas() -> (Vec<SolvedFormula>, Vec<SolvedFormula>) {
    let mut random = Pcg64Mcg::seed_from_u64(37);
    let mut hard = Vec::new();
    for (count, variables, clauses, planted) in
        [(5, 8, 30, false), (6, 18, 86, false), (6, 22, 100, true), (4, 24, 120, false)]
    {
        let made = std::iter::repeat_with(|| formula(&mut random, variables, clauses, planted));
        hard.extend(made.filter_map(solved_formula).take(count));
    }
    let small = std::iter::repeat_with(|| projected_formula(&mut random, 8));
    (hard, small.map(|cnf| (cnf.clone(), solutions_by_referee(&cnf))).take(600).collect())
}

/// Checks the number of solutions, and the solutions themselves if the task keeps them.
fn find_models(strategy: &Configured<Cnf>, (cnf, solutions): &SolvedFormula, task: &Task) {
    let (outcome, spec) = (solve(strategy, cnf, task), &strategy.spec);
    // Local search may give up.
    assert!(outcome.solutions <= solutions.len() as u64, "{spec}, {task:?}, on {cnf:?}");
    if decided(strategy, &outcome) {
        assert_eq!(outcome.solutions, solutions.len() as u64, "{spec}, {task:?}, on {cnf:?}");
        let kept = outcome.kept.iter().map(|model| decisive_values(cnf, model.values()));
        let found: BTreeSet<_> = kept.collect();
        assert!(task.keep == 0 || found == *solutions, "{spec}, {task:?}, on {cnf:?}: {found:?}");
    }
}

#[test]
fn models_are_found_whatever_the_seed_and_the_parameters() {
    let (hard, small) = formulas();
    for formulas in [&hard, &small] {
        let with = formulas.iter().filter(|(_, solutions)| !solutions.is_empty()).count();
        let few = formulas.len() / 6;
        assert!((few..=formulas.len() - few).contains(&with), "{with} of {} have models", formulas.len());
    }
    let formulas = CNF.iter().map(|entry| (entry.about, 1));
    let covers = EXACT_COVER.iter().map(|entry| (entry.about, 20));
    let all = formulas.chain(covers.filter(|(about, _)| about.name != "algorithm-x"));
    let specs = all.flat_map(|(about, step)| {
        combinations::of(about.name, about.parameters).into_iter().map(move |spec| (spec, step))
    });
    on_all_processors(&specs.collect::<Vec<_>>(), |(spec, step)| {
        let strategy = cnf(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        for formula in &hard {
            (0..SEEDS).for_each(|seed| find_models(&strategy, formula, &all_solutions(&strategy, seed)));
        }
        for formula in small.iter().step_by(*step) {
            let all = all_solutions(&strategy, 0);
            find_models(&strategy, formula, &Task { keep: 0, ..all.clone() });
            find_models(&strategy, formula, &all);
        }
    });
}
