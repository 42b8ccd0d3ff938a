//! The results of one strategy on one instance, folded over its runs and their repetitions.
//!
//! A *run* is one strategy on one instance with one seed. Its status is the worst status of its repetitions, and each cost is
//! the median of theirs, regardless of status. The status of a cell is the worst status of its runs, so a cell is solved if
//! every seed solves it. Each cost is the median of its runs.

use super::median;
use super::run::{Run, Seeds, is_finished, is_solved};
use crate::record::{Mode, Status, Trial, Verdict};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// A name. Copies of a long name share memory; short names are stored inline.
pub type Name = SmolStr;

/// The results of one strategy on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The corpus, with the processor if there are several, because their times must not be mixed.
    pub corpus: Name,
    /// The corpus without the processor.
    pub base: Name,
    /// The processor, if there are several.
    pub processor: Name,
    /// The instance.
    pub instance: Name,
    /// The hash of the instance's content, 16 hexadecimal digits.
    pub hash: Name,
    /// The number of the symmetric image; 0 is the instance itself.
    pub isomorph: u32,
    /// The strategy's label, with its encoding if the label alone is ambiguous.
    pub strategy: Name,
    /// The strategy's label without the encoding.
    pub label: Name,
    /// The encoding, or empty.
    pub via: Name,
    /// The worst status of its runs, so that a lucky run hides nothing.
    pub status: Status,
    /// The worst verdict of its runs.
    pub verdict: Verdict,
    /// Median CPU time of its runs in nanoseconds.
    pub cpu_ns: Option<f64>,
    /// Median wall time of its runs in nanoseconds.
    pub wall_ns: Option<f64>,
    /// Median number of nodes of its runs.
    pub nodes: Option<f64>,
    /// The CPU time limit, in nanoseconds, of the first trial with the worst status. Limits may have changed when a run was
    /// resumed.
    pub limit_cpu_ns: Option<u64>,
    /// The node limit of that trial.
    pub limit_nodes: Option<u64>,
    /// The minimum number of repetitions of a run.
    pub repetitions: usize,
    /// The runs, if there are several.
    pub seeds: Option<Box<Seeds>>,
    /// Whether the time of a repetition is its share of the time of a block.
    pub streamed: bool,
    /// The blocks in which its repetitions were timed, each as a hash of the fields that its trials share.
    pub blocks: Vec<u64>,
    /// The medians of other requested columns.
    columns: Box<[(&'static str, f64)]>,
}

impl Cell {
    /// Folds the trials of one strategy on one instance. `names` are the corpus, instance, strategy, encoding and
    /// processor.
    pub(super) fn fold(names: [Name; 5], trials: &[&Trial], columns: &[&'static str]) -> Cell {
        let first = trials[0];
        let supported: Vec<&Trial> =
            trials.iter().copied().filter(|trial| trial.status != Status::Unsupported).collect();
        let runs = by_seed(&supported);
        let of_runs = |name: &str| median_of_runs(&runs, name).map(|(value, _)| value);
        let status = supported.iter().map(|trial| trial.status).max().unwrap_or(Status::Unsupported);
        let worst = supported.iter().find(|trial| trial.status == status).copied().unwrap_or(first);
        let [base, instance, label, via, processor] = names;
        let corpus = match &*processor {
            "" => base.clone(),
            processor => Name::from(format!("{base} on {processor}")),
        };
        Cell {
            corpus,
            base,
            processor,
            instance,
            hash: Name::from(&*first.instance_hash),
            isomorph: first.isomorph,
            strategy: label.clone(),
            label,
            via,
            status,
            verdict: worst_verdict(trials),
            cpu_ns: of_runs("solve_cpu_ns"),
            wall_ns: of_runs("solve_wall_ns"),
            nodes: of_runs("nodes"),
            limit_cpu_ns: worst.limit_cpu_ns,
            limit_nodes: worst.limit_nodes,
            repetitions: runs.iter().map(|run| run.repetitions.len()).min().unwrap_or(0),
            seeds: seeds(&runs, columns),
            streamed: trials.iter().any(|trial| trial.mode == Mode::Stream),
            blocks: trials.iter().filter_map(|trial| block(trial)).collect(),
            columns: columns.iter().filter_map(|name| Some((*name, of_runs(name)?))).collect(),
        }
    }

    /// Whether every run answered, and none wrongly.
    pub fn solved(&self) -> bool {
        is_solved(self.status, self.verdict)
    }

    /// Whether every run finished.
    pub fn finished(&self) -> bool {
        is_finished(self.status, self.verdict)
    }

    /// Whether a measure is a lower bound, because unfinished runs may change the median.
    pub fn is_lower_bound(&self, measure: &str) -> bool {
        match &self.seeds {
            None => !self.finished(),
            Some(seeds) => seeds.lower_bounds.contains(&measure),
        }
    }

    /// Whether a measure is only a lower bound on the cost of an answer. This includes the exact cost of a search
    /// that got stuck.
    pub fn is_open(&self, measure: &str) -> bool {
        self.is_lower_bound(measure) || self.status == Status::Stuck
    }

    /// The runs, in the order of their seeds.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        let seeds = self.seeds.as_deref();
        let Cell { status, verdict, cpu_ns, nodes, .. } = *self;
        let only = seeds.is_none().then_some(Run { status, verdict, cpu_ns, nodes });
        only.into_iter().chain(seeds.into_iter().flat_map(|seeds| seeds.runs.iter().copied()))
    }

    /// The number of runs.
    pub fn run_count(&self) -> usize {
        self.seeds.as_deref().map_or(1, |seeds| seeds.runs.len())
    }

    /// The value of a column of the record, in the unit of the column. `None` if it was not requested or not measured.
    pub fn measure(&self, name: &str) -> Option<f64> {
        match name {
            "solve_cpu_ns" => self.cpu_ns,
            "solve_wall_ns" => self.wall_ns,
            "nodes" => self.nodes,
            _ => self.columns.iter().find(|(column, _)| *column == name).map(|(_, value)| *value),
        }
    }

    fn instance_key(&self) -> (&str, &str, u32) {
        (&self.corpus, &self.instance, self.isomorph)
    }
}

/// Sorts `cells` by corpus, instance and strategy. Corpora and strategies are in the given order; others follow by name. Cells
/// of an instance must be adjacent.
pub(super) fn sort(cells: &mut [Cell], corpora: &[String], strategies: &[String]) {
    let ranked = |cell: &Cell| (rank(strategies, &cell.label), cell.strategy.clone());
    let ranked: BTreeSet<_> = cells.iter().map(ranked).collect();
    let ranks: HashMap<_, u32> = ranked.into_iter().map(|(_, strategy)| strategy).zip(0..).collect();
    let corpora: HashMap<&str, usize> =
        cells.iter().map(|cell| (&*cell.corpus, rank(corpora, &cell.base))).collect();
    let mut start = 0;
    let mut instances: Vec<Range<u32>> = Vec::new();
    for instance in cells.chunk_by(|a, b| a.instance_key() == b.instance_key()) {
        let end = start + instance.len() as u32;
        instances.push(start..end);
        start = end;
    }
    let key = |instance: &Range<u32>| cells[instance.start as usize].instance_key();
    instances.sort_by(|one, other| {
        let ((a, one, k), (b, other, l)) = (key(one), key(other));
        let corpus = || (corpora[a], a).cmp(&(corpora[b], b));
        let instance = || natural(one).cmp(natural(other)).then_with(|| one.cmp(other));
        corpus().then_with(instance).then(k.cmp(&l))
    });
    // Cells are large, so they are moved only once, when the order is known.
    let mut order: Vec<u32> = Vec::with_capacity(cells.len());
    for instance in instances {
        let from = order.len();
        order.extend(instance);
        order[from..].sort_by_key(|&at| ranks[&cells[at as usize].strategy]);
    }
    permute(cells, order);
}

/// Moves the element at `order[k]` to position `k`, for all `k`.
fn permute<T>(elements: &mut [T], mut order: Vec<u32>) {
    for start in 0..elements.len() {
        let mut at = start;
        // Along a cycle, one swap moves each element to its position.
        while order[at] as usize != start {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            elements.swap(at, from);
            at = from;
        }
        order[at] = at as u32;
    }
}

/// The index of `name` in `order`, or a larger one.
fn rank(order: &[String], name: &str) -> usize {
    order.iter().position(|known| known == name).unwrap_or(usize::MAX)
}

/// A natural sort key, by which `queens-9` comes before `queens-10`.
fn natural(name: &str) -> impl Iterator<Item = (&str, u128)> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let (text, after) = split(rest, |c| c.is_ascii_digit());
        let (digits, after) = split(after, |c| !c.is_ascii_digit());
        let number = digits
            .bytes()
            .fold(0u128, |number, digit| number.saturating_mul(10).saturating_add(u128::from(digit - b'0')));
        let is_over = rest.is_empty();
        rest = after;
        (!is_over).then_some((text, number))
    })
}

/// Splits `text` before the first character for which `is_end` holds.
fn split(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// Names with encodings for strategies that were run with several encodings on the same corpus, by label and encoding.
/// `contenders` are the distinct corpora, labels and encodings.
pub(super) fn disambiguate<'a>(
    contenders: impl Iterator<Item = (&'a Name, &'a Name, &'a Name)> + Clone,
) -> HashMap<(Name, Name), Name> {
    let mut encodings: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (corpus, label, _) in contenders.clone() {
        *encodings.entry((corpus, label)).or_default() += 1;
    }
    let ambiguous: BTreeSet<&str> =
        encodings.into_iter().filter(|&(_, count)| count > 1).map(|((_, label), _)| label).collect();
    let named = contenders.filter(|(_, label, via)| !via.is_empty() && ambiguous.contains(&***label));
    named.map(|(_, label, via)| ((label.clone(), via.clone()), format!("{label} via {via}").into())).collect()
}

/// The repetitions of a search with one seed.
struct Repeated<'a> {
    repetitions: Vec<&'a Trial>,
    /// The worst of their statuses and verdicts.
    status: Status,
    verdict: Verdict,
}

impl Repeated<'_> {
    /// A measure of the run: the median of its repetitions, regardless of status.
    fn measure(&self, name: &str) -> Option<f64> {
        match &self.repetitions[..] {
            [only] => only.number(name),
            all => median(&mut all.iter().filter_map(|trial| trial.number(name)).collect::<Vec<_>>()),
        }
    }
}

/// The runs of the trials on an instance, in the order of the seeds.
fn by_seed<'a>(trials: &[&'a Trial]) -> Vec<Repeated<'a>> {
    let mut trials = trials.to_vec();
    trials.sort_by_key(|trial| trial.seed);
    let run = |repetitions: &[&'a Trial]| {
        let status = repetitions.iter().map(|trial| trial.status).max().unwrap_or(Status::Crash);
        Repeated { repetitions: repetitions.to_vec(), status, verdict: worst_verdict(repetitions) }
    };
    trials.chunk_by(|one, other| one.seed == other.seed).map(run).collect()
}

/// The median of a measure over the runs, and whether it is a lower bound. It is exact if every unfinished run lies above the
/// median.
fn median_of_runs(runs: &[Repeated<'_>], name: &str) -> Option<(f64, bool)> {
    let is_cut = |run: &Repeated<'_>| !is_finished(run.status, run.verdict);
    if let [only] = runs {
        return only.measure(name).map(|value| (value, is_cut(only)));
    }
    let known: Vec<(Option<f64>, bool)> = runs.iter().map(|run| (run.measure(name), is_cut(run))).collect();
    let mut values: Vec<f64> = known.iter().filter_map(|(value, _)| *value).collect();
    let found = median(&mut values)?;
    let upper = values[values.len() / 2];
    let lowers = |(value, is_cut): &(Option<f64>, bool)| *is_cut && value.is_none_or(|value| value <= upper);
    Some((found, known.iter().any(lowers)))
}

/// The runs; `None` if there is only one seed.
fn seeds(runs: &[Repeated<'_>], columns: &[&'static str]) -> Option<Box<Seeds>> {
    let run = |run: &Repeated<'_>| {
        let [cpu_ns, nodes] = ["solve_cpu_ns", "nodes"].map(|name| run.measure(name));
        Run { status: run.status, verdict: run.verdict, cpu_ns, nodes }
    };
    let measures = ["solve_cpu_ns", "solve_wall_ns", "nodes"].into_iter().chain(columns.iter().copied());
    let is_bound = |name: &&'static str| median_of_runs(runs, name).is_some_and(|(_, is_bound)| is_bound);
    (runs.len() > 1).then(|| {
        let lower_bounds = measures.filter(is_bound).collect();
        Box::new(Seeds { runs: runs.iter().map(run).collect(), lower_bounds })
    })
}

/// The block in which `trial` was timed, as a hash. `None` for a trial that belongs to no block. In records without the column
/// `block`, all streamed trials that a strategy began in the same second count as one block.
fn block(trial: &Trial) -> Option<u64> {
    let Trial { corpus, strategy, params, via, host, repeat, started_utc, block, .. } = trial;
    let mut hasher = DefaultHasher::new();
    (corpus, strategy, params, via, host, repeat, started_utc, block).hash(&mut hasher);
    (trial.mode == Mode::Stream || block.is_some()).then(|| hasher.finish())
}

fn worst_verdict(trials: &[&Trial]) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Correct => 0,
        Verdict::Unverified => 1,
        Verdict::Wrong => 2,
    };
    trials.iter().map(|trial| trial.verdict).max_by_key(rank).unwrap_or(Verdict::Unverified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::cells;
    use crate::statistics::fixtures::trial;

    #[test]
    fn repetitions_fold_into_their_median_and_their_worst_end() {
        let mut trials = vec![trial("a", "i", 30), trial("a", "i", 10), trial("a", "i", 20)];
        let folded = cells(&trials, &[], &[]);
        assert_eq!((folded.len(), folded[0].cpu_ns, folded[0].repetitions), (1, Some(20.0), 3));
        trials[1].status = Status::Timeout;
        let folded = cells(&trials, &[], &[]);
        assert_eq!((folded[0].status, folded[0].cpu_ns), (Status::Timeout, Some(20.0)));
        assert!(!folded[0].solved());
    }

    #[test]
    fn seeds_fold_into_the_median_of_their_runs_and_their_worst_end() {
        let run = |seed: u64, ns: u64| crate::record::Trial { seed, ..trial("a", "i", ns) };
        let mut trials = vec![run(1, 10), run(1, 12), run(2, 30), run(3, 900)];
        trials[3].status = Status::Timeout;
        let folded = cells(&trials, &[], &[]);
        let cell = &folded[0];
        // The first run takes 11. An unfinished run above the median does not change it.
        assert_eq!((cell.cpu_ns, cell.is_lower_bound("solve_cpu_ns")), (Some(30.0), false));
        assert_eq!((cell.status, cell.solved(), cell.repetitions), (Status::Timeout, false, 1));
        let runs: Vec<_> = cell.runs().map(|run| (run.cpu_ns, run.solved())).collect();
        assert_eq!(runs, [(Some(11.0), true), (Some(30.0), true), (Some(900.0), false)]);
        trials[2].status = Status::NodeLimit;
        let folded = cells(&trials, &[], &[]);
        assert_eq!((folded[0].cpu_ns, folded[0].is_lower_bound("solve_cpu_ns")), (Some(30.0), true));
    }

    #[test]
    fn trials_of_a_strategy_with_one_block_or_begun_in_one_second_share_a_block() {
        let streamed = |strategy: &str, instance: &str, block: Option<u64>| Trial {
            mode: Mode::Stream,
            block,
            ..trial(strategy, instance, 7)
        };
        let mut trials: Vec<_> = [("i", Some(0)), ("j", Some(0)), ("k", Some(2)), ("l", None), ("m", None)]
            .map(|(instance, block)| streamed("a", instance, block))
            .to_vec();
        trials.push(Trial { started_utc: 1, ..streamed("a", "n", None) });
        trials.push(Trial { repeat: 1, ..streamed("a", "i", Some(0)) });
        trials.extend([streamed("b", "i", Some(0)), trial("c", "i", 7)]);
        let found = cells(&trials, &[], &[]);
        let blocks = |strategy: &str, instance: &str| {
            let cell = found.iter().find(|cell| cell.strategy == strategy && cell.instance == instance);
            cell.unwrap().blocks.clone()
        };
        assert_eq!(blocks("a", "i")[..1], blocks("a", "j"));
        assert_eq!(blocks("a", "l"), blocks("a", "m"));
        let all: BTreeSet<u64> = found.iter().flat_map(|cell| cell.blocks.clone()).collect();
        assert_eq!((all.len(), blocks("a", "i").len(), blocks("c", "i")), (6, 2, vec![]));
    }

    #[test]
    fn one_label_through_two_encodings_is_two_strategies() {
        let mut trials = vec![trial("a", "i", 1), trial("a", "i", 1)];
        trials[0].via = "direct".into();
        trials[1].via = "minimal".into();
        let cells = cells(&trials, &[], &[]);
        let names: Vec<_> = cells.iter().map(|cell| &*cell.strategy).collect();
        assert_eq!(names, ["a via direct", "a via minimal"]);
    }

    #[test]
    fn order_is_that_of_the_experiment_and_numbers_count_as_numbers() {
        let trials = [trial("b", "q-10", 1), trial("a", "q-9", 1), trial("b", "q-9", 1)];
        let order = ["b".to_string()];
        let found = cells(&trials, &[], &order);
        let found: Vec<_> = found.iter().map(|cell| (&*cell.instance, &*cell.strategy)).collect();
        assert_eq!(found, [("q-9", "b"), ("q-9", "a"), ("q-10", "b")]);
    }
}
