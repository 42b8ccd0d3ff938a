//! Joins the trials of two records by instance.
//!
//! Both tables are read in step. If both list the instances in the same order, as two runs of one experiment do, only one
//! instance is in memory at a time. Otherwise an instance waits until the other table has it; a waiting trial takes about a
//! kilobyte.

use super::super::rows::Rows;
use coverlab_bench::error::Error;
use coverlab_bench::plan::TrialLimits;
use coverlab_bench::record::{Machine, RunInfo, TRIALS, Trial, label};
use coverlab_bench::statistics::{Name, Noise};
use std::collections::{HashMap, VecDeque};
use std::path::Path;

/// A configured strategy with its task, by which trials of both records are paired.
struct Contender {
    strategy: String,
    params: String,
    via: String,
    solutions: Option<u64>,
}

/// The contenders of both records, numbered from 0.
#[derive(Default)]
pub(super) struct Contenders(Vec<Contender>);

impl Contenders {
    fn number(&mut self, trial: &Trial) -> usize {
        let Trial { strategy, params, via, task_solutions: solutions, .. } = trial;
        let is_its = |known: &Contender| {
            (&known.strategy, &known.params, &known.via, &known.solutions)
                == (strategy, params, via, solutions)
        };
        self.0.iter().position(is_its).unwrap_or_else(|| {
            let (strategy, params, via) = (strategy.clone(), params.clone(), via.clone());
            self.0.push(Contender { strategy, params, via, solutions: *solutions });
            self.0.len() - 1
        })
    }

    /// The names of the contenders, with the encoding or the task if they are needed to distinguish contenders.
    pub(super) fn names(&self) -> Vec<Name> {
        let name = |Contender { strategy, params, via, solutions }: &Contender| {
            let same = |other: &&Contender| (&other.strategy, &other.params) == (strategy, params);
            let same = || self.0.iter().filter(same);
            let mut name = label(strategy, params);
            if same().any(|other| other.via != *via) && !via.is_empty() {
                name += &format!(" via {via}");
            }
            if same().any(|other| other.solutions != *solutions) {
                let asked = solutions.map_or("all".to_string(), |count| count.to_string());
                name += &format!(" for {asked}");
            }
            Name::from(name)
        };
        self.0.iter().map(name).collect()
    }
}

/// A trial, and facts by which it is paired with one of the other record.
pub(super) struct DiffTrial {
    pub(super) trial: Trial,
    /// The number of its contender.
    pub(super) contender: usize,
    /// The index of the seed in its record. The seed of the run has index 0.
    pub(super) seed_index: u64,
    /// The processor and the build profile. Times are comparable if both are equal.
    pub(super) machine: Option<Name>,
}

/// The key by which instances of both records are joined: corpus, hash of the content.
type JoinKey = (String, String);

/// The key of the instance of `trials`, which are not empty.
fn key(trials: &[DiffTrial]) -> JoinKey {
    let Trial { corpus, instance_hash, .. } = &trials[0].trial;
    (corpus.clone(), instance_hash.clone())
}

/// The names of the corpus and the instance of `trial`.
fn instance(trial: &Trial) -> (&str, &str) {
    (&trial.corpus, &trial.instance)
}

/// The table of a record, while it is read.
pub(super) struct TrialReader {
    rows: Rows,
    /// The first trial of the next instance, if it has been read.
    next: Option<Trial>,
    /// The seed of the run.
    first_seed: u64,
    /// The processor and the build profile of each machine, by the name that trials have for it.
    machines: HashMap<String, Name>,
    /// The limits of its trials.
    pub(super) limits: Vec<TrialLimits>,
    /// The ratios of wall time to CPU time of its trials.
    pub(super) noise: Noise,
}

impl TrialReader {
    /// Opens the table of the record in `dir`.
    pub(super) fn open(dir: &Path, run: &RunInfo) -> Result<TrialReader, Error> {
        let all: Vec<Machine> = run.machines().cloned().collect();
        let kind = |machine: &Machine| Name::from(format!("{}, {}", machine.cpu, machine.profile));
        let machines = all.iter().map(|machine| (machine.label(&all), kind(machine))).collect();
        let rows = Rows::open(&dir.join(TRIALS))?;
        let (first_seed, noise) = (run.seed, Noise::default());
        Ok(TrialReader { rows, next: None, first_seed, machines, limits: Vec::new(), noise })
    }

    /// The trials of the next instance; none at the end.
    fn next(&mut self, contenders: &mut Contenders) -> Result<Vec<DiffTrial>, Error> {
        let mut trials: Vec<DiffTrial> = Vec::new();
        while let Some(trial) = self.next.take().map(Ok).or_else(|| self.rows.next()).transpose()? {
            if trials.first().is_some_and(|first| instance(&first.trial) != instance(&trial)) {
                self.next = Some(trial);
                break;
            }
            trials.push(self.read(trial, contenders));
        }
        Ok(trials)
    }

    fn read(&mut self, trial: Trial, contenders: &mut Contenders) -> DiffTrial {
        let limits = TrialLimits { nodes: trial.limit_nodes, cpu_ns: trial.limit_cpu_ns, memory: None };
        if !self.limits.contains(&limits) {
            self.limits.push(limits);
        }
        self.noise.add_trial(&trial);
        let seed_index = trial.seed.wrapping_sub(self.first_seed);
        let machine = self.machines.get(&trial.host).cloned();
        DiffTrial { contender: contenders.number(&trial), seed_index, machine, trial }
    }
}

/// Calls `visit` once for each instance, with its trials in both tables, of which one may have none. If a corpus has an instance
/// several times, its occurrences are paired in order.
pub(super) fn each_instance(
    readers: &mut [TrialReader; 2],
    contenders: &mut Contenders,
    mut visit: impl FnMut([Vec<DiffTrial>; 2]),
) -> Result<(), Error> {
    let mut waiting: [HashMap<JoinKey, VecDeque<Vec<DiffTrial>>>; 2] = Default::default();
    let mut open = [true, true];
    while open != [false, false] {
        for side in [0, 1] {
            let trials = readers[side].next(contenders)?;
            open[side] = !trials.is_empty();
            if !open[side] {
                continue;
            }
            let key = key(&trials);
            match waiting[1 - side].get_mut(&key).and_then(VecDeque::pop_front) {
                Some(other) => visit(if side == 1 { [other, trials] } else { [trials, other] }),
                None => waiting[side].entry(key).or_default().push_back(trials),
            }
        }
    }
    for (side, left) in waiting.into_iter().enumerate() {
        let mut left: Vec<Vec<DiffTrial>> = left.into_values().flatten().collect();
        left.sort_by(|one, other| instance(&one[0].trial).cmp(&instance(&other[0].trial)));
        for trials in left {
            visit(if side == 0 { [trials, Vec::new()] } else { [Vec::new(), trials] });
        }
    }
    Ok(())
}
