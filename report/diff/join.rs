//! Joins the trials of two records by instance.
//!
//! Both tables are read in step. If both list the instances in the same order, as two runs of one experiment do, only one
//! instance is in memory at a time. Otherwise an instance waits until the other table has it; a waiting trial takes about a
//! hundred bytes.

use super::super::rows::Rows;
use coverlab_bench::error::Error;
use coverlab_bench::plan::TrialLimits;
use coverlab_bench::record::{COUNTERS, Machine, RunInfo, Status, TRIALS, Trial, Verdict, label};
use coverlab_bench::statistics::{Name, Noise, block_hash};
use std::collections::{HashMap, VecDeque};
use std::path::Path;

/// A configured strategy with its task, by which trials of both records are paired.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ContenderKey {
    strategy: String,
    params: String,
    via: String,
    solutions: Option<u64>,
}

/// Numbers the contenders of both records.
#[derive(Default)]
pub(super) struct Contenders {
    contenders: Vec<ContenderKey>,
    numbers: HashMap<ContenderKey, u32>,
}

impl Contenders {
    fn number(&mut self, trial: &Trial) -> u32 {
        let contender = ContenderKey {
            strategy: trial.strategy.clone(),
            params: trial.params.clone(),
            via: trial.via.clone(),
            solutions: trial.task_solutions,
        };
        *self.numbers.entry(contender).or_insert_with_key(|contender| {
            self.contenders.push(contender.clone());
            self.contenders.len() as u32 - 1
        })
    }

    /// The names of the contenders, with the encoding or the task if they are needed to distinguish contenders.
    pub(super) fn names(&self) -> Vec<Name> {
        let name = |ContenderKey { strategy, params, via, solutions }: &ContenderKey| {
            let same = |other: &&ContenderKey| (&other.strategy, &other.params) == (strategy, params);
            let same = || self.contenders.iter().filter(same);
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
        self.contenders.iter().map(name).collect()
    }
}

/// The fields of a trial that are compared.
#[derive(Clone, Debug)]
pub(super) struct TrialFacts {
    /// The number of its contender.
    pub(super) strategy: u32,
    pub(super) repeat: u32,
    pub(super) seed: u64,
    /// The index of the seed in its record. The seed of the run has index 0.
    pub(super) seed_index: u64,
    pub(super) status: Status,
    pub(super) verdict: Verdict,
    /// Whether the whole space was searched.
    pub(super) exhausted: bool,
    pub(super) solutions: Option<u64>,
    /// The hash of the set of solutions.
    pub(super) answer: Option<u32>,
    pub(super) limits: TrialLimits,
    /// The values of [`COUNTERS`]; `u64::MAX` for a missing value.
    counters: [u64; COUNTERS.len()],
    pub(super) cpu_ns: Option<u64>,
    /// The block in which it was timed, as a hash.
    pub(super) block: Option<u64>,
    /// The processor and the build profile. Times are comparable if both are equal.
    pub(super) machine: Option<Name>,
}

impl TrialFacts {
    /// The value of counter `k`.
    pub(super) fn counter(&self, k: usize) -> Option<u64> {
        Some(self.counters[k]).filter(|count| *count != u64::MAX)
    }
}

#[cfg(test)]
impl TrialFacts {
    /// A trial with an answer, timed in a block.
    pub(super) fn timed(cpu_ns: u64, block: Option<u64>) -> TrialFacts {
        TrialFacts {
            strategy: 0,
            repeat: 0,
            seed: 0,
            seed_index: 0,
            status: Status::Unique,
            verdict: Verdict::Correct,
            exhausted: true,
            solutions: Some(1),
            answer: None,
            limits: TrialLimits { nodes: None, cpu_ns: None, memory: None },
            counters: [u64::MAX; COUNTERS.len()],
            cpu_ns: Some(cpu_ns),
            block,
            machine: Some("machine".into()),
        }
    }
}

/// The key by which instances of both records are joined: corpus, hash of the content, number of the symmetric image.
pub(super) type JoinKey = (Name, Name, u32);

/// The trials of an instance in one record.
pub(super) struct InstanceTrials {
    pub(super) key: JoinKey,
    pub(super) name: Name,
    pub(super) trials: Vec<TrialFacts>,
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

    fn row(&mut self) -> Result<Option<Trial>, Error> {
        self.rows.next().transpose()
    }

    /// The trials of the next instance.
    fn next(&mut self, contenders: &mut Contenders) -> Result<Option<InstanceTrials>, Error> {
        let first = match self.next.take() {
            Some(first) => first,
            None => match self.row()? {
                Some(first) => first,
                None => return Ok(None),
            },
        };
        let mut trials = vec![self.facts(&first, contenders)];
        while let Some(trial) = self.row()? {
            if (&trial.corpus, &trial.instance, trial.isomorph)
                != (&first.corpus, &first.instance, first.isomorph)
            {
                self.next = Some(trial);
                break;
            }
            trials.push(self.facts(&trial, contenders));
        }
        let key = (Name::from(&*first.corpus), Name::from(&*first.instance_hash), first.isomorph);
        Ok(Some(InstanceTrials { key, name: Name::from(first.instance), trials }))
    }

    fn facts(&mut self, trial: &Trial, contenders: &mut Contenders) -> TrialFacts {
        let limits = TrialLimits { nodes: trial.limit_nodes, cpu_ns: trial.limit_cpu_ns, memory: None };
        if !self.limits.contains(&limits) {
            self.limits.push(limits);
        }
        self.noise.add_trial(trial);
        TrialFacts {
            strategy: contenders.number(trial),
            repeat: trial.repeat,
            seed: trial.seed,
            seed_index: trial.seed.wrapping_sub(self.first_seed),
            status: trial.status,
            verdict: trial.verdict,
            exhausted: trial.stop.is_empty(),
            solutions: trial.solutions,
            answer: u32::from_str_radix(&trial.answer_hash, 16).ok(),
            limits,
            counters: trial.counters().map(|count| count.unwrap_or(u64::MAX)),
            cpu_ns: trial.solve_cpu_ns,
            block: block_hash(trial),
            machine: self.machines.get(&trial.host).cloned(),
        }
    }
}

/// Calls `visit` once for each instance, with its trials in one or both tables. If a corpus has an instance several times, its
/// occurrences are paired in order.
pub(super) fn each_instance(
    readers: &mut [TrialReader; 2],
    contenders: &mut Contenders,
    mut visit: impl FnMut([Option<InstanceTrials>; 2]),
) -> Result<(), Error> {
    let mut waiting: [HashMap<JoinKey, VecDeque<InstanceTrials>>; 2] = Default::default();
    let mut open = [true, true];
    while open != [false, false] {
        for side in [0, 1] {
            let Some(instance) = readers[side].next(contenders)? else {
                open[side] = false;
                continue;
            };
            match take(&mut waiting[1 - side], &instance.key) {
                Some(other) => {
                    let pair = if side == 1 { [other, instance] } else { [instance, other] };
                    visit(pair.map(Some));
                }
                None => waiting[side].entry(instance.key.clone()).or_default().push_back(instance),
            }
        }
    }
    for (side, left) in waiting.into_iter().enumerate() {
        let mut left: Vec<InstanceTrials> = left.into_values().flatten().collect();
        left.sort_by(|one, other| (&one.key.0, &one.name).cmp(&(&other.key.0, &other.name)));
        for instance in left {
            let mut alone = [None, None];
            alone[side] = Some(instance);
            visit(alone);
        }
    }
    Ok(())
}

/// Removes the first of the instances that wait with `key`.
fn take(waiting: &mut HashMap<JoinKey, VecDeque<InstanceTrials>>, key: &JoinKey) -> Option<InstanceTrials> {
    let queue = waiting.get_mut(key)?;
    let first = queue.pop_front();
    if queue.is_empty() {
        waiting.remove(key);
    }
    first
}
