//! What a report says, before anybody decided how it is shown: verdict, sections, tables, plots.

use super::growth;
use super::guesses;
use super::instances::{self, Instance};
use super::load::Record;
use super::plot::{self, Plot};
use super::table::{Table, Text, Tone, make_unique, slug};
use super::units::{grouped, many, moment, significant};
use super::{Counts, across, tables};
use crate::record::{Status, Verdict};
use crate::statistics::{self, Cell, CheckResult, Disagreement, Measured, Outcome, PublishedTable};

/// A report's content.
pub(crate) struct Findings {
    /// The experiment's name.
    pub name: String,
    /// Its question.
    pub question: String,
    /// What to know before reading any figure, one line each.
    pub verdict: Vec<Text>,
    /// The same as numbers.
    pub counts: Counts,
    /// Where the figures come from: what, and which.
    pub context: Vec<(&'static str, String)>,
    /// The claims.
    pub checks: Vec<CheckResult>,
    /// The published tables beside ours.
    pub published: Vec<PublishedTable>,
    /// The folded trials.
    pub cells: Vec<Cell>,
    /// Contradictions.
    pub disagreements: Vec<Disagreement>,
    /// Everything that is shown, in order.
    pub sections: Vec<Section>,
    /// What the page shows of instances worth a look.
    pub instances: Vec<Instance>,
}

/// A part of a report.
pub(crate) struct Section {
    /// By which it is linked.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its plots.
    pub plots: Vec<Plot>,
}

/// Corpora with fewer instances than this share their plots: a distribution needs values.
const FEW: usize = 3;

/// Everything there is to say about `record`.
pub(crate) fn findings(record: &Record) -> Findings {
    let corpora: Vec<String> =
        record.experiment.corpora.iter().filter_map(|corpus| corpus.name.clone()).collect();
    let cells = statistics::cells(&record.trials, &corpora, &record.experiment.strategies);
    let disagreements = statistics::disagreements(&cells, &record.trials);
    let measured = Measured::of(&record.experiment, &record.trials);
    let check = |check| statistics::evaluate(check, &cells, &record.trials, &measured);
    let checks: Vec<CheckResult> = record.experiment.check.iter().map(check).collect();
    let beside = |published| statistics::beside(published, &cells, &record.trials);
    let published: Vec<PublishedTable> = record.experiment.published.iter().map(beside).collect();
    let counts = count(record, &disagreements);
    let mut findings = Findings {
        name: record.experiment.name.clone(),
        question: record.experiment.question.clone(),
        verdict: verdict(record, &counts, &checks, &cells),
        counts,
        context: context(record),
        checks,
        published,
        cells,
        disagreements,
        sections: Vec::new(),
        instances: Vec::new(),
    };
    findings.sections = sections(record, &findings, &measured);
    let sections = &mut findings.sections;
    make_unique(sections.iter_mut().map(|section| &mut section.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.tables).map(|table| &mut table.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.plots).map(|plot| &mut plot.id));
    let plots = findings.sections.iter().flat_map(|section| &section.plots);
    findings.instances = instances::of_interest(record, &findings.cells, &findings.disagreements, plots);
    findings
}

fn count(record: &Record, disagreements: &[Disagreement]) -> Counts {
    let trials = record.trials.len();
    Counts {
        trials,
        wrong: record.trials.iter().filter(|trial| trial.verdict == Verdict::Wrong).count(),
        disagreements: disagreements.len(),
        incomplete: (record.run.trials as usize).saturating_sub(trials),
    }
}

fn verdict(record: &Record, counts: &Counts, checks: &[CheckResult], cells: &[Cell]) -> Vec<Text> {
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
    if !checks.is_empty() {
        lines.push(claims(checks));
    }
    lines.extend(noise(record));
    if cells.iter().any(|cell| cell.repetitions == 1) {
        let words = "Single repetition: times carry no interval, and small differences mean nothing";
        lines.push(Text::toned(words, Tone::Faint));
    }
    lines
}

fn correctness(record: &Record, counts: &Counts) -> Text {
    let trials = many(counts.trials, "trial", "trials");
    let of = |verdict| record.trials.iter().filter(|trial| trial.verdict == verdict).count();
    let confirmed = grouped(of(Verdict::Correct) as f64);
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

fn claims(checks: &[CheckResult]) -> Text {
    let of = |outcome| checks.iter().filter(|check| check.outcome == outcome).count();
    let (holds, fails, undecided) = (of(Outcome::Holds), of(Outcome::Fails), of(Outcome::Undecided));
    let tone = if fails > 0 { Tone::Bad } else { Tone::Plain };
    Text::toned(format!("Claims: holds {holds}, fails {fails}, undecided {undecided}"), tone)
}

fn noise(record: &Record) -> Option<Text> {
    let mut values: Vec<f64> = record.trials.iter().filter_map(|trial| trial.noise).collect();
    let noise = statistics::median(&mut values)?;
    let words = format!("Noise: wall time is {} times CPU time in the median", significant(noise));
    Some(if noise > 1.1 {
        Text::toned(format!("{words}; the machine was busy, so every table shows CPU time"), Tone::Plain)
    } else {
        Text::toned(format!("{words}; every table shows CPU time"), Tone::Faint)
    })
}

fn context(record: &Record) -> Vec<(&'static str, String)> {
    let run = &record.run;
    let commit: String = run.commit.chars().take(12).collect();
    let dirty = if run.commit.ends_with('+') && !commit.ends_with('+') { "+" } else { "" };
    let commit = if commit.is_empty() { "unknown".to_string() } else { format!("{commit}{dirty}") };
    let load = run.load.map_or(String::new(), |load| format!(", load {load:.2} at the start"));
    let started = match run.starts {
        0 | 1 => moment(run.started_utc),
        starts => format!("{} to {}, in {starts} runs", moment(run.started_utc), moment(run.finished_utc)),
    };
    let cores = many(run.cores, "logical processor", "logical processors");
    let threads = many(run.threads, "worker thread", "worker threads");
    vec![
        ("Machine", format!("{}, {}, {cores}{load}", run.host, run.cpu)),
        ("System", format!("{}; {}", run.kernel, threads)),
        (
            "Built from",
            format!("coverlab {}, commit {commit}, {}, {} profile", run.version, run.rustc, run.profile),
        ),
        ("Started", started),
        ("Seed", run.seed.to_string()),
    ]
}

fn sections(record: &Record, findings: &Findings, measured: &Measured) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut push = |id: &str, title: &str, tables: Vec<Table>, plots: Vec<Plot>| {
        if !tables.is_empty() || !plots.is_empty() {
            sections.push(Section { id: id.to_string(), title: title.to_string(), tables, plots });
        }
    };
    push("wrong", "Wrong answers and disagreements", tables::contradictions(record, findings), vec![]);
    push("checks", "Claims", tables::checks(&findings.checks), vec![]);
    push("published", "Published tables and ours", tables::published(&findings.published), vec![]);
    let colors = plot::Series::of(&findings.cells);
    let all = corpora(&findings.cells);
    push("across", "Corpora side by side", across::tables(&all), vec![]);
    let measures = &record.experiment.instance_measures;
    let (large, small): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, cells)| instances(cells) >= FEW);
    for (corpus, cells) in &large {
        let mut tables = tables::corpus(&slug(corpus), corpus, cells);
        let mut plots = plot::of_group(corpus, cells, &colors);
        let growths = growth::growth(cells);
        tables.extend(growth::table(&slug(corpus), corpus, &growths));
        plots.extend(plot::of_growth(corpus, &growths, &colors));
        tables.extend(guesses::table(&slug(corpus), corpus, cells, &record.trials));
        tables.extend(across::spread_table(&slug(corpus), corpus, cells));
        tables.extend(tables::measures(&slug(corpus), corpus, cells, measures, measured));
        push(&slug(corpus), &format!("Corpus {corpus}"), tables, plots);
    }
    let mut tables: Vec<Table> = Vec::new();
    for (corpus, cells) in &small {
        tables.extend(tables::corpus(&slug(corpus), corpus, cells).into_iter().next());
    }
    let pooled: Vec<&Cell> = small.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
    if !pooled.is_empty() {
        let (id, title) = match &small[..] {
            [(corpus, _)] => (slug(corpus), format!("Corpus {corpus}")),
            _ => ("small".to_string(), "Small corpora".to_string()),
        };
        tables.extend(tables::instances(&id, "", &pooled));
        let name = if small.len() == 1 { small[0].0.as_str() } else { "the small corpora" };
        push(&id, &title, tables, plot::of_group(name, &pooled, &colors));
    }
    let pairs = plot::pairs(&record.experiment.compare, &findings.cells);
    push("pairs", "Strategies in pairs", vec![], pairs);
    push("failures", "Failures", tables::failures(record), vec![]);
    sections
}

/// The cells by corpus, in order.
fn corpora(cells: &[Cell]) -> Vec<(String, Vec<&Cell>)> {
    let mut groups: Vec<(String, Vec<&Cell>)> = Vec::new();
    for cell in cells {
        match groups.last_mut() {
            Some((corpus, group)) if *corpus == cell.corpus => group.push(cell),
            _ => groups.push((cell.corpus.clone(), vec![cell])),
        }
    }
    groups
}

/// How many instances `cells`, which are ordered, belong to.
pub(super) fn instances(cells: &[&Cell]) -> usize {
    let mut keys: Vec<_> = cells.iter().map(|cell| (&cell.corpus, &cell.instance, cell.isomorph)).collect();
    keys.dedup();
    keys.len()
}

/// Whether a trial's end is worth a line of its own.
pub(super) fn is_failure(status: Status, verdict: Verdict) -> bool {
    verdict == Verdict::Wrong || matches!(status, Status::Error | Status::Crash)
}
