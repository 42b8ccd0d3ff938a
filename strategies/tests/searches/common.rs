//! Shared test helpers: configured strategies, verified searches, enumeration by the referee, random
//! instances, public collections.

use coverlab_model::{
    About, Backend, BadSpec, Cnf, Cover, ExactCover, ExactCoverBuilder, Item, Literal, Model, Outcome,
    Parameter, Problem, Spec, Sudoku, Task, Values, family::formula,
};
use coverlab_strategies::{Configured, EXACT_COVER, exact_cover, sudoku};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The values of a parameter, the default first; for a range of numbers, also both ends.
pub(crate) fn values(parameter: &Parameter) -> Vec<String> {
    let others: Vec<String> = match parameter.values {
        Values::OneOf(words) => words.iter().map(ToString::to_string).collect(),
        Values::Integer(low, high) => vec![low.to_string(), high.to_string()],
    };
    let others = others.into_iter().filter(|value| value != parameter.default);
    std::iter::once(parameter.default.to_string()).chain(others).collect()
}

/// The strategy that `about` describes, with defaults and once per value of each parameter.
pub(crate) fn with_every_value<P: Problem>(
    about: &About,
    configure: impl Fn(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Vec<Configured<P>> {
    let configured = |parameters: Vec<(String, String)>| {
        let spec = Spec { name: about.name.to_string(), parameters };
        configure(&spec).unwrap_or_else(|e| panic!("{spec}: {e}"))
    };
    let mut all = vec![configured(Vec::new())];
    for parameter in about.parameters {
        let others = values(parameter).into_iter().skip(1);
        all.extend(others.map(|value| configured(vec![(parameter.name.to_string(), value)])));
    }
    all
}

/// Every strategy for exact cover, with defaults and once per value of each parameter.
pub(crate) fn exact_covers() -> Vec<Configured<ExactCover>> {
    EXACT_COVER.iter().flat_map(|entry| with_every_value(entry.about, exact_cover)).collect()
}

/// Searches one instance and verifies the outcome.
pub(crate) fn solve<P: Problem>(strategy: &Configured<P>, problem: &P, task: &Task) -> Outcome<P> {
    let outcome = search(&*strategy.backend, problem, task);
    outcome.verify(problem).unwrap_or_else(|v| panic!("{} on {problem:?}: {v}", strategy.spec));
    outcome
}

/// Searches puzzles, as one batch, with the strategy `spec`.
pub(crate) fn run(spec: &str, puzzles: &[Sudoku], task: &Task) -> Vec<Outcome<Sudoku>> {
    let mut outcomes = Vec::new();
    sudoku(&spec.parse().unwrap()).unwrap().backend.session().run(puzzles, task, &mut outcomes);
    outcomes
}

/// Searches one instance.
pub(crate) fn search<P: Problem>(backend: &dyn Backend<P>, problem: &P, task: &Task) -> Outcome<P> {
    backend.session().run_one(problem, task).0
}

/// Every set of options that the referee accepts.
pub(crate) fn covers_by_referee(problem: &ExactCover) -> BTreeSet<Vec<u32>> {
    let options = problem.options() as u32;
    let sets = (0..1_u32 << options).map(|set| (0..options).filter(move |o| set >> o & 1 == 1).collect());
    sets.filter(|set: &Vec<u32>| problem.verify(&Cover::new(set.clone())).is_ok()).collect()
}

/// Every assignment that the referee accepts.
pub(crate) fn models_by_referee(cnf: &Cnf) -> BTreeSet<Vec<bool>> {
    let variables = cnf.variables();
    let assignments =
        (0..1_u32 << variables).map(|bits| (0..variables).map(|v| bits >> v & 1 == 1).collect());
    assignments.filter(|values: &Vec<bool>| cnf.verify(&Model::new(values.clone())).is_ok()).collect()
}

/// The values of the decisive variables. Models that agree on them are one solution.
pub(crate) fn decisive_values(cnf: &Cnf, values: &[bool]) -> Vec<bool> {
    let all: Vec<Literal> = (1..=cnf.variables() as Literal).collect();
    cnf.decisive().unwrap_or(&all).iter().map(|&variable| values[variable as usize - 1]).collect()
}

/// The decisive values of every solution, by brute force.
pub(crate) fn solutions_by_referee(cnf: &Cnf) -> BTreeSet<Vec<bool>> {
    models_by_referee(cnf).iter().map(|values| decisive_values(cnf, values)).collect()
}

/// A random number below `bound`.
pub(crate) fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// A random permutation of the numbers below `count`.
pub(crate) fn shuffled(random: &mut Pcg64Mcg, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|k| order.swap(k, below(random, k + 1)));
    order
}

/// A permutation of `groups * size` lines that keeps groups of `size` together.
pub(crate) fn shuffled_lines(random: &mut Pcg64Mcg, groups: usize, size: usize) -> Vec<usize> {
    let mut lines = Vec::new();
    for group in shuffled(random, groups) {
        lines.extend(shuffled(random, size).into_iter().map(|k| group * size + k));
    }
    lines
}

/// A random clause, which may repeat literals and contain both of a variable.
pub(crate) fn random_clause(random: &mut Pcg64Mcg, length: usize, variables: usize) -> Vec<Literal> {
    let mut literal = || {
        let variable = below(random, variables) as Literal + 1;
        if below(random, 2) == 0 { variable } else { -variable }
    };
    (0..length).map(|_| literal()).collect()
}

/// Random clauses of one to four literals; some variables may occur in none.
pub(crate) fn random_formula(random: &mut Pcg64Mcg, variables: usize, clauses: usize) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for _ in 0..clauses {
        let length = [1, 2, 2, 3, 3, 3, 3, 4][below(random, 8)];
        cnf.clause(&random_clause(random, length, variables));
    }
    cnf
}

/// A random formula, rarely with an empty clause; often only some variables distinguish solutions.
pub(crate) fn projected_formula(random: &mut Pcg64Mcg, max_variables: usize) -> Cnf {
    let variables = below(random, max_variables + 1);
    let clauses = below(random, 4 * variables + 1);
    let mut cnf = random_formula(random, variables, clauses);
    if below(random, 100) == 0 {
        cnf.clause(&[]);
    }
    if below(random, 2) == 0 {
        cnf.project_to((1..=variables as Literal).filter(|_| below(random, 2) == 0).collect());
    }
    cnf
}

/// Bounds for [`random_cover`].
#[derive(Clone, Copy)]
pub(crate) struct CoverSize {
    pub(crate) max_primary: usize,
    pub(crate) max_options: usize,
}

/// A small instance with secondary items, colors and, if requested, multiplicities.
pub(crate) fn random_cover(random: &mut Pcg64Mcg, size: CoverSize, multiplicities: bool) -> ExactCover {
    let mut below = |bound: usize| below(random, bound);
    let (primary, secondary) = (1 + below(size.max_primary), below(4));
    let mut builder = ExactCoverBuilder::new(primary, secondary);
    let colors: Vec<u32> = (0..below(3)).map(|k| builder.color(&format!("color{k}"))).collect();
    if multiplicities {
        for item in 0..primary {
            let least = below(3) as u32;
            builder.multiplicity(item as Item, least, (least + below(3) as u32).max(1)).unwrap();
        }
    }
    for _ in 0..2 + below(size.max_options - 1) {
        let mut entries = Vec::new();
        for item in 0..primary + secondary {
            if below(3) == 0 {
                let colored = item >= primary && !colors.is_empty() && below(3) > 0;
                entries.push((item as Item, if colored { colors[below(colors.len())] } else { 0 }));
            }
        }
        if !entries.is_empty() {
            builder.colored_option(entries).unwrap();
        }
    }
    builder.build()
}

/// A formula without models: one more pigeon than holes.
pub(crate) fn pigeonhole(pigeons: usize) -> Cnf {
    formula::parse(&format!("pigeonhole:{pigeons}")).unwrap()
}

/// A folder of the public collections, which are not part of the project. `COVERLAB_CORPORA` names their
/// folder; the default is `shared/corpora` beside the repository.
pub(crate) fn collection(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    let root = std::env::var_os("COVERLAB_CORPORA").map_or(beside, PathBuf::from);
    Some(root.join(name)).filter(|folder| folder.is_dir())
}

/// Calls `work` once for each item, on one thread per processor. Panics if `work` does.
pub(crate) fn on_all_processors<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let turns = || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            work(item);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(turns)));
}
