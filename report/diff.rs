//! Compares two records: whether answers and counters are equal, and by what ratios times differ.
//!
//! Trials are paired if they agree in corpus, content of the instance, strategy, task, repetition, and the index of the seed
//! in its record. With equal seeds, counters must be equal. With equal processors and builds, times are comparable.

mod claims;
mod groups;
mod join;
mod pair;
mod show;

use super::error::in_file;
use super::load;
use claims::ClaimChange;
use coverlab_bench::error::Error;
use coverlab_bench::machine_conditions::MachineConditions;
use coverlab_bench::record::RunInfo;
use coverlab_bench::statistics::{FirstFew, Name};
use groups::{DiffGroups, StrategyDiff};
use join::{Contenders, TrialReader, each_instance};
use serde::Serialize;
pub use show::{json, terminal};
use std::path::{Path, PathBuf};

/// Which differences of times are regressions.
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions {
    /// A ratio of times is a regression if its whole interval is above this.
    pub fail_above: f64,
    /// Whether times of different processors or build profiles can be regressions.
    pub across_processors: bool,
}

/// The result of a comparison.
pub struct Diff {
    /// The folders and runs of the records, before and after.
    records: [(PathBuf, RunInfo); 2],
    /// Differences between the runs themselves: the property, and its values before and after.
    circumstances: Vec<(&'static str, String, String)>,
    /// The median ratio of wall time to CPU time, before and after.
    noise: [Option<f64>; 2],
    /// Claims whose outcomes differ.
    claims: Vec<ClaimChange>,
    /// By corpus and strategy.
    groups: Vec<StrategyDiff>,
    /// All groups together; the ratio is over instances.
    all: StrategyDiff,
    /// The number of instances in both records.
    instances: u64,
    /// The first trials that differ.
    examples: FirstFew<Example<Name>>,
    /// The regressions, a sentence each.
    pub regressions: Vec<String>,
    options: DiffOptions,
}

/// A trial that differs.
#[derive(Clone, Debug, Serialize)]
struct Example<S> {
    corpus: Name,
    instance: Name,
    strategy: S,
    /// The seeds, before and after.
    seeds: [u64; 2],
    repeat: u32,
    what: &'static str,
    before: String,
    after: String,
}

/// Compares the records in the folders `before` and `after`.
///
/// # Errors
/// If a record cannot be read, or the records have no trial in common.
pub fn diff(before: &Path, after: &Path, options: DiffOptions) -> Result<Diff, Error> {
    let runs = [load::load_run(before)?, load::load_run(after)?];
    let (mut contenders, mut groups) = (Contenders::default(), DiffGroups::new());
    let [one, other] = &runs;
    let mut readers = [TrialReader::open(before, one)?, TrialReader::open(after, other)?];
    each_instance(&mut readers, &mut contenders, |instance| groups.add(instance))?;
    if groups.instances == 0 {
        let what = format!("no trial is both here and in {}", before.display());
        let help = "a trial is the same where the names of corpus and strategy, the content of the instance, \
                    the number of solutions asked for, the seed's place and the repetition are";
        return Err(in_file(after, 0, what, help));
    }
    let names = contenders.names();
    let examples = groups.examples.map(|example| example.named(&names));
    let instances = groups.instances;
    let (groups, all) = groups.finish(&names);
    let mut circumstances = circumstances(one, other);
    circumstances.extend(show::limits(&readers));
    let noise = readers.each_ref().map(|reader| reader.noise.median());
    let [one, other] = runs;
    let records = [(before.to_path_buf(), one), (after.to_path_buf(), other)];
    let regressions = groups.iter().flat_map(|group| regressions(group, options)).collect();
    let claims = claims::changes(before, after)?;
    Ok(Diff { records, circumstances, noise, claims, groups, all, instances, examples, regressions, options })
}

/// The regressions of a group, a sentence each.
fn regressions(group: &StrategyDiff, options: DiffOptions) -> Vec<String> {
    let lost = match group.is_timed(options) {
        true => group.lost_answers,
        false => group.lost_answers - group.lost_to_limits,
    };
    let counts = [
        (group.newly_wrong, "answer is newly wrong", "answers are newly wrong"),
        (group.other_answers, "answer changed", "answers changed"),
        (lost, "answer was lost", "answers were lost"),
        (group.newly_broken, "search newly fails", "searches newly fail"),
        (group.differing, "trial has a different counter", "trials have different counters"),
    ];
    let changed = counts.into_iter().filter(|(count, ..)| *count > 0);
    let mut why: Vec<String> = changed.map(|(count, one, more)| show::pluralize(count, one, more)).collect();
    if group.is_timed(options) && group.is_slower_than(options.fail_above) {
        let ratio = group.ratio.map_or_else(String::new, |ratio| show::ratio(&ratio));
        why.push(format!("times {ratio}, all above ×{}", options.fail_above));
    }
    why.iter().map(|why| format!("{} on {}: {why}", group.strategy, group.corpus)).collect()
}

impl Example<usize> {
    fn named(&self, names: &[Name]) -> Example<Name> {
        let Example { corpus, instance, strategy, seeds, repeat, what, before, after } = self.clone();
        let strategy = names[strategy].clone();
        Example { corpus, instance, strategy, seeds, repeat, what, before, after }
    }
}

/// Conditions that affect times and may differ between runs on one machine.
fn conditions(conditions: &MachineConditions) -> String {
    let boost = conditions.boost.map(|boost| if boost { "boost" } else { "no boost" }.to_string());
    let quota = conditions.quota.as_ref().map(|quota| format!("{quota} processors' time"));
    let pinned = conditions.pinned.then(|| "pinned".to_string());
    let words = [conditions.governor.clone(), boost, quota, pinned];
    words.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The properties in which two runs differ, with their values before and after.
fn circumstances(before: &RunInfo, after: &RunInfo) -> Vec<(&'static str, String, String)> {
    let all = |run: &RunInfo, of: fn(&coverlab_bench::record::Machine) -> String| {
        let mut values: Vec<String> = run.machines().map(of).collect();
        values.sort();
        values.dedup();
        values.join(", ")
    };
    let facts = |run: &RunInfo| {
        [
            ("experiment", run.experiment.clone()),
            ("seed", run.seed.to_string()),
            ("memory limit", run.memory_limit.map_or_else(String::new, |bytes| format!("{bytes} bytes"))),
            ("machine", all(run, |machine| machine.host.clone())),
            ("processor", all(run, |machine| machine.cpu.clone())),
            ("version", all(run, |machine| machine.version.clone())),
            ("commit", all(run, |machine| machine.commit.clone())),
            ("compiler", all(run, |machine| machine.rustc.clone())),
            ("profile", all(run, |machine| machine.profile.clone())),
            ("threads", all(run, |machine| machine.threads.to_string())),
            ("conditions", all(run, |machine| conditions(&machine.conditions))),
        ]
    };
    let pairs = facts(before).into_iter().zip(facts(after));
    pairs.filter(|(one, other)| one.1 != other.1).map(|(one, other)| (one.0, one.1, other.1)).collect()
}
