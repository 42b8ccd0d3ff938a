//! The content of a report in every format: verdict, sections, tables, plots.

use super::instances::{self, Instance};
use super::load::Record;
use super::plot::Series;
use super::section::{Corpus, Facts, Section};
use super::sections;
use super::table::{Text, Tone, make_unique, slug};
use super::units::{grouped, many, moment, significant};
use coverlab_bench::statistics::{
    self, Cell, CheckResult, CorpusTotals, Disagreement, Examples, Measured, NEAR, Name, PublishedTable,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The counts that decide whether figures can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Trials recorded.
    pub trials: usize,
    /// Trials with a wrong answer.
    pub wrong: usize,
    /// Contradictions between answers.
    pub disagreements: usize,
    /// Planned trials that are missing.
    pub incomplete: usize,
}

/// A report's content.
pub struct Findings {
    /// The experiment's name.
    pub(crate) name: String,
    /// Its question.
    pub(crate) question: String,
    /// Remarks to read before any figure, one line each.
    pub(crate) verdict: Vec<Text>,
    /// The counts in the verdict.
    pub counts: Counts,
    /// The origin of the figures: a kind of fact, and its value.
    pub(crate) context: Vec<(&'static str, String)>,
    /// The claims.
    pub(crate) checks: Vec<CheckResult>,
    /// The published tables beside ours.
    pub(crate) published: Vec<PublishedTable>,
    /// The names of the built-in corpora.
    pub(crate) builtin: Vec<String>,
    /// The folded trials; of large corpora, those of a sample.
    pub(crate) cells: Vec<Cell>,
    /// Corpora as wholes, by name.
    pub(crate) wholes: BTreeMap<Name, CorpusTotals>,
    /// Contradictions.
    pub(crate) disagreements: Examples<Disagreement>,
    /// Everything that is shown, in order.
    pub(crate) sections: Vec<Section>,
    /// The instances worth a look, as the page shows them.
    pub(crate) instances: Vec<Instance>,
}

/// The findings about `record`.
pub fn findings(mut record: Record) -> Findings {
    let cells = &record.trials.cells;
    let measured = Measured::of(&record.experiment, cells);
    let evaluate = |(check, is_law)| statistics::evaluate(check, is_law, cells, &measured);
    let checks: Vec<CheckResult> = match record.trials.is_sampled() {
        true => record.trials.claims.iter().map(|claim| claim.decide(cells, &measured)).collect(),
        false => record.experiment.checks().map(evaluate).collect(),
    };
    let beside = |published| statistics::compare_with_published(published, cells);
    let published: Vec<PublishedTable> = record.experiment.published.iter().map(beside).collect();
    let counts = count(&record);
    let mut findings = Findings {
        name: record.experiment.name.clone(),
        question: record.experiment.question.clone(),
        verdict: verdict(&record, &counts, (&published, &checks), cells),
        counts,
        context: context(&record),
        checks,
        published,
        builtin: record.builtin(),
        cells: std::mem::take(&mut record.trials.cells),
        wholes: std::mem::take(&mut record.trials.corpora),
        disagreements: std::mem::take(&mut record.trials.disagreements),
        sections: Vec::new(),
        instances: Vec::new(),
    };
    findings.sections = sections::all(&facts(&record, &findings, &measured));
    let sections = &mut findings.sections;
    make_unique(sections.iter_mut().map(|section| &mut section.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.tables).map(|table| &mut table.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.plots).map(|plot| &mut plot.id));
    let plots = findings.sections.iter().flat_map(|section| &section.plots);
    findings.instances = instances::of_interest(&record, &findings.cells, &findings.disagreements, plots);
    findings
}

/// The facts that sections are made of.
pub(crate) fn facts<'a>(record: &'a Record, findings: &'a Findings, measured: &'a Measured) -> Facts<'a> {
    Facts {
        record,
        cells: &findings.cells,
        corpora: findings.corpora(),
        disagreements: &findings.disagreements,
        checks: &findings.checks,
        published: &findings.published,
        measured,
        series: Series::of(&findings.cells),
    }
}

fn count(record: &Record) -> Counts {
    let trials = record.trials.trials;
    Counts {
        trials,
        wrong: record.trials.wrong.count(),
        disagreements: record.trials.disagreements.count(),
        incomplete: (record.run.trials as usize).saturating_sub(trials),
    }
}

fn verdict(
    record: &Record,
    counts: &Counts,
    (published, checks): (&[PublishedTable], &[CheckResult]),
    cells: &[Cell],
) -> Vec<Text> {
    let mut lines = vec![correctness(record, counts)];
    if counts.disagreements > 0 {
        let how_many = many(counts.disagreements, "disagreement", "disagreements");
        lines.push(Text::toned(format!("{how_many} between answers to the same instance"), Tone::Bad));
    }
    if counts.incomplete > 0 {
        let planned = grouped(record.run.trials as f64);
        let missing = grouped(counts.incomplete as f64);
        lines.push(Text::toned(
            format!("Incomplete: {missing} of {planned} planned trials are missing"),
            Tone::Bad,
        ));
    }
    if record.run.misread > 0 {
        let places = many(record.run.misread as usize, "place is", "places are");
        lines.push(Text::toned(format!("{places} not understood in the corpora, and left out"), Tone::Bad));
    }
    lines.extend(sections::agreement(published));
    lines.extend(sections::summary(checks));
    lines.extend(record.run.left_out.iter().map(Text::plain));
    lines.extend(noise(record));
    if cells.iter().any(|cell| cell.repetitions == 1) {
        let words =
            "Single repetition: the time of one instance carries no interval; intervals are over instances";
        lines.push(Text::toned(words, Tone::Faint));
    }
    lines
}

fn correctness(record: &Record, counts: &Counts) -> Text {
    let trials = many(counts.trials, "trial", "trials");
    let confirmed = grouped(record.trials.correct as f64);
    match counts {
        Counts { trials: 0, .. } => Text::toned("No trial has been recorded", Tone::Bad),
        Counts { wrong: 0, .. } => Text::toned(
            format!("No wrong answer in {trials}; {confirmed} confirmed by the referee"),
            Tone::Good,
        ),
        Counts { wrong, .. } => {
            Text::toned(format!("{} in {trials}", many(*wrong, "WRONG ANSWER", "WRONG ANSWERS")), Tone::Bad)
        }
    }
}

fn noise(record: &Record) -> Option<Text> {
    let noise = &record.trials.noise;
    let (median, most) = (noise.median()?, noise.quantile(0.9)?);
    let (middle, tenth) = (significant(median), significant(most));
    let words =
        format!("Noise: wall time is {middle} times CPU time in the median, {tenth} at the 90th percentile");
    Some(if most > NEAR {
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
    let cores = many(machine.cores, "logical processor", "logical processors");
    let threads = many(machine.threads, "worker thread", "worker threads");
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

impl Findings {
    /// The cells by corpus, in order.
    pub(super) fn corpora(&self) -> Vec<Corpus<'_>> {
        let mut corpora: Vec<Corpus<'_>> = Vec::new();
        for cell in &self.cells {
            match corpora.last_mut() {
                Some(corpus) if corpus.name == *cell.corpus => corpus.cells.push(cell),
                _ => {
                    let name = cell.corpus.to_string();
                    let whole = self
                        .wholes
                        .get(&cell.corpus)
                        .filter(|whole| whole.is_sampled || whole.has_unsupported());
                    corpora.push(Corpus { id: slug(&name), name, cells: vec![cell], whole });
                }
            }
        }
        corpora
    }
}

#[cfg(test)]
mod tests {
    use crate::{findings, load};
    use coverlab_bench::experiment::{BUILTIN, Loaded};
    use coverlab_bench::statistics::{Kind, Outcome};
    use std::path::Path;

    /// Experiments with an undecided claim about counts, since a time limit ended searches that it selects. A node limit would
    /// decide it on every machine.
    ///
    /// `kwon-jain-2006`: two of the largest puzzles are not solved within 20 s, and the claim counts those that are.
    const UNDECIDED: &[&str] = &["kwon-jain-2006"];

    #[test]
    fn no_time_limit_leaves_a_claim_about_counts_undecided() {
        let mut read = 0;
        for (name, text) in BUILTIN {
            let dir = Path::new("../results").join(name);
            let experiment = Loaded::parse((*text).to_string(), "t.toml", ".".into()).unwrap().experiment;
            if !dir.join("trials.csv").is_file() {
                continue;
            }
            let record = load(&dir).unwrap();
            // A record from before its experiment had these limits says nothing of it.
            let limits = |limits: &coverlab_bench::experiment::Limits| format!("{limits:?}");
            if limits(&record.experiment.limits) != limits(&experiment.limits) {
                continue;
            }
            read += 1;
            let found = findings(record);
            let is_open = |result: &&coverlab_bench::statistics::CheckResult| {
                result.kind == Kind::Count && result.time_limited > 0 && result.outcome == Outcome::Undecided
            };
            let open: Vec<&str> =
                found.checks.iter().filter(is_open).map(|result| &*result.check.says).collect();
            assert!(open.is_empty() || UNDECIDED.contains(name), "{name}: {open:#?}");
        }
        assert!(read > 20, "{read} records");
    }
}
