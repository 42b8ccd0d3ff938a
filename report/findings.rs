//! The content of a report, independent of its format: verdict and sections.

use super::plot::Plot;
use super::record::Record;
use super::section::{Section, SectionInput};
use super::sections;
use super::table::{Table, Text, Tone, make_unique};
use super::units::{integer, moment, pluralize, significant};
use coverlab_bench::statistics::RATIO_MARGIN;
use serde::Serialize;

/// The counts that decide whether the figures can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictCounts {
    /// Trials recorded.
    pub trials: usize,
    /// Trials with a wrong answer.
    pub wrong: usize,
    /// Planned trials that are missing.
    pub incomplete: usize,
}

/// The content of a report.
pub struct Findings {
    pub(crate) record: Record,
    /// Remarks to read before any figure, a line each.
    pub(crate) verdict: Vec<Text>,
    /// The counts in the verdict.
    pub counts: VerdictCounts,
    /// Names and values of facts about the run, such as the machine.
    pub(crate) context: Vec<(&'static str, String)>,
    /// The sections, in order.
    pub(crate) sections: Vec<Section>,
}

/// Computes the content of the report on `record`.
pub fn findings(record: Record) -> Findings {
    let mut sections = sections::all(&SectionInput::of(&record));
    make_unique(sections.iter_mut().map(|section| &mut section.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.tables).map(|table| &mut table.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.plots).map(|plot| &mut plot.id));
    let counts = count(&record);
    let (verdict, context) = (verdict(&record, &counts), context(&record));
    Findings { record, verdict, counts, context, sections }
}

impl Findings {
    /// The tables of all sections, in order.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().flat_map(|section| &section.tables)
    }

    /// The plots of all sections, in order.
    pub(crate) fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.sections.iter().flat_map(|section| &section.plots)
    }
}

/// The counts of `record`.
pub(super) fn count(record: &Record) -> VerdictCounts {
    let trials = record.trials.trials;
    VerdictCounts {
        trials,
        wrong: record.trials.wrong.count(),
        incomplete: (record.run.trials as usize).saturating_sub(trials),
    }
}

/// The remarks to read before any figure.
pub(super) fn verdict(record: &Record, counts: &VerdictCounts) -> Vec<Text> {
    let mut lines = vec![correctness(record, counts)];
    if let Some(gap) = record.gap() {
        let words = format!(
            "Incomplete ({gap}): no claim or law is decided, and strategies may have tried different instances"
        );
        lines.push(Text::toned(words, Tone::Bad));
    }
    lines.extend(record.changes.iter().map(|what| Text::toned(what, Tone::Bad)));
    lines.extend(sections::agreement(record.published()));
    lines.extend(sections::summary(record.claim_results()));
    lines.extend(record.run.left_out.iter().map(Text::plain));
    lines.extend(noise(record));
    if record.results().iter().any(|result| result.repetitions == 1) {
        let words =
            "Single repetition: the time of one instance has no interval; all intervals are over instances";
        lines.push(Text::toned(words, Tone::Faint));
    }
    lines
}

fn correctness(record: &Record, counts: &VerdictCounts) -> Text {
    let trials = pluralize(counts.trials, "trial", "trials");
    let confirmed = integer(record.trials.correct as f64);
    match counts {
        VerdictCounts { trials: 0, .. } => Text::toned("No trial has been recorded", Tone::Bad),
        VerdictCounts { wrong: 0, .. } => {
            Text::toned(format!("No wrong answer in {trials}; {confirmed} confirmed"), Tone::Good)
        }
        VerdictCounts { wrong, .. } => Text::toned(
            format!("{} in {trials}", pluralize(*wrong, "WRONG ANSWER", "WRONG ANSWERS")),
            Tone::Bad,
        ),
    }
}

fn noise(record: &Record) -> Option<Text> {
    let noise = &record.trials.noise;
    let (median, most) = (noise.median()?, noise.quantile(0.9)?);
    let (middle, tenth) = (significant(median), significant(most));
    let words =
        format!("Noise: wall time is {middle} times CPU time in the median, {tenth} at the 90th percentile");
    Some(if most > RATIO_MARGIN {
        Text::toned(format!("{words}; the machine was busy, so every table shows CPU time"), Tone::Bad)
    } else {
        Text::toned(format!("{words}; every table shows CPU time"), Tone::Faint)
    })
}

fn context(record: &Record) -> Vec<(&'static str, String)> {
    let (run, machine) = (&record.run, &record.run.machine);
    let commit: String = machine.commit.chars().take(12).collect();
    let dirty = if machine.commit.ends_with('+') && !commit.ends_with('+') { "+" } else { "" };
    let commit = if commit.is_empty() { "unknown".to_string() } else { format!("{commit}{dirty}") };
    let load = machine.load.map_or(String::new(), |load| format!(", load {load:.2} at the start"));
    let started = match run.starts {
        0 | 1 => moment(run.started_utc),
        starts => format!("{} to {}, in {starts} runs", moment(run.started_utc), moment(run.finished_utc)),
    };
    let cores = pluralize(machine.cores, "logical processor", "logical processors");
    let threads = pluralize(machine.threads, "thread", "threads");
    vec![
        ("Machine", format!("{}, {}, {cores}{load}", machine.host, machine.cpu)),
        ("System", format!("{}; {}", machine.kernel, threads)),
        (
            "Built from",
            format!(
                "coverlab {}, commit {commit}, {}, {} profile",
                machine.version, machine.rustc, machine.profile
            ),
        ),
        ("Started", started),
        ("Seed", run.seed.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use crate::section_tests::COMMITTED;
    use coverlab_bench::experiment::{BUILTIN, Experiment, LoadedExperiment};
    use coverlab_bench::statistics::{ClaimOutcome, ClaimResult, ClaimSubject};

    /// Experiments with a claim about counts that stays undecided because a time limit ended searches that it selects. A node
    /// limit would decide it on every machine.
    ///
    /// `kwon-jain-2006`: two of the largest puzzles are not solved within 20 s, and the claim counts those that are.
    const UNDECIDED: &[&str] = &["kwon-jain-2006"];

    #[test]
    fn no_time_limit_leaves_a_claim_about_counts_undecided() {
        let mut read = 0;
        for record in COMMITTED.iter().map(|found| &found.record) {
            let name = record.name();
            let Some((_, text)) = BUILTIN.iter().find(|(known, _)| *known == name) else { continue };
            let experiment =
                LoadedExperiment::parse((*text).to_string(), "t.toml", ".".into()).unwrap().experiment;
            // Ignore a record from before its experiment had these limits.
            let limits = |experiment: &Experiment| format!("{:?}", experiment.limits);
            if limits(&record.experiment) != limits(&experiment) {
                continue;
            }
            read += 1;
            let is_open = |result: &&ClaimResult| {
                result.subject == ClaimSubject::Count
                    && result.machine_limited > 0
                    && result.outcome == ClaimOutcome::Undecided
            };
            let open: Vec<&str> =
                record.claim_results().iter().filter(is_open).map(|result| &*result.claim.says).collect();
            assert!(open.is_empty() || UNDECIDED.contains(&name), "{name}: {open:#?}");
        }
        assert!(read > 20, "{read} records");
    }
}
