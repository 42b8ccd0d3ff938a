//! What a report says, before anybody decided how it is shown: verdict, sections, tables, plots.

use super::difficulty;
use super::growth;
use super::guesses;
use super::instances::{self, Instance};
use super::load::Record;
use super::plot::{self, Plot};
use super::sweep::{self, Sweep};
use super::table::{Table, Text, Tone, make_unique, slug};
use super::units::{grouped, many, moment, significant};
use super::{Counts, across, claims, machines, relative, sizes, tables};
use crate::statistics::{self, Cell, CheckResult, Disagreement, Measured, PublishedTable};

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
    /// The names of the built-in corpora.
    pub builtin: Vec<String>,
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
pub(crate) fn findings(mut record: Record) -> Findings {
    let cells = &record.trials.cells;
    let measured = Measured::of(&record.experiment, cells);
    let check = |check| statistics::evaluate(check, cells, &measured);
    let checks: Vec<CheckResult> = record.experiment.check.iter().map(check).collect();
    let beside = |published| statistics::beside(published, cells);
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
        disagreements: std::mem::take(&mut record.trials.disagreements),
        sections: Vec::new(),
        instances: Vec::new(),
    };
    findings.sections = sections(&record, &findings, &measured);
    let sections = &mut findings.sections;
    make_unique(sections.iter_mut().map(|section| &mut section.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.tables).map(|table| &mut table.id));
    make_unique(sections.iter_mut().flat_map(|section| &mut section.plots).map(|plot| &mut plot.id));
    let plots = findings.sections.iter().flat_map(|section| &section.plots);
    findings.instances = instances::of_interest(&record, &findings.cells, &findings.disagreements, plots);
    findings
}

fn count(record: &Record) -> Counts {
    let trials = record.trials.trials;
    Counts {
        trials,
        wrong: record.trials.wrong,
        disagreements: record.trials.disagreements.len(),
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
    lines.extend(claims::agreement(published));
    lines.extend(claims::summary(checks));
    lines.extend(record.run.left_out.iter().map(Text::plain));
    lines.extend(noise(record));
    if cells.iter().any(|cell| cell.repetitions == 1) {
        let words = "Single repetition: times carry no interval, and small differences mean nothing";
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
    let noise = statistics::median(&mut record.trials.noise.clone())?;
    let words = format!("Noise: wall time is {} times CPU time in the median", significant(noise));
    Some(if noise > 1.1 {
        Text::toned(format!("{words}; the machine was busy, so every table shows CPU time"), Tone::Plain)
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

fn sections(record: &Record, findings: &Findings, measured: &Measured) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut push = |id: &str, title: &str, tables: Vec<Table>, plots: Vec<Plot>| {
        if !tables.is_empty() || !plots.is_empty() {
            sections.push(Section { id: id.to_string(), title: title.to_string(), tables, plots });
        }
    };
    push("wrong", "Wrong answers and disagreements", tables::contradictions(record, findings), vec![]);
    push("published", "Published tables and ours", claims::published(&findings.published), vec![]);
    push("checks", "Claims restated so that they can fail", claims::tables(&findings.checks), vec![]);
    push("machines", "Machines", machines::tables(record, &findings.cells), vec![]);
    let colors = plot::Series::of(&findings.cells);
    let all = corpora(&findings.cells);
    let baseline = record.experiment.baseline.as_deref();
    let sweeps: Vec<Option<Sweep>> = all.iter().map(|(_, cells)| sweep::sweep(cells)).collect();
    let mut side_by_side = across::tables(&all);
    side_by_side.extend(baseline.and_then(|name| relative::summary(&all, name)));
    let swept =
        all.iter().zip(&sweeps).filter_map(|((name, _), sweep)| Some((name.as_str(), sweep.as_ref()?)));
    side_by_side.extend(sweep::summary(&swept.collect::<Vec<_>>()));
    push("across", "Corpora side by side", side_by_side, plot::of_all(&all, &colors));
    let measures = &record.experiment.instance_measures;
    let (tables, plots) = sizes::section(&findings.cells, measures, measured, &colors);
    push("by-size", "Formulas by size of the board", tables, plots);
    let (large, small): (Vec<_>, Vec<_>) =
        all.into_iter().zip(sweeps).partition(|((_, cells), _)| instances(cells) >= FEW);
    for ((corpus, cells), sweep) in &large {
        let mut tables = tables::corpus(&slug(corpus), corpus, cells);
        tables.extend(baseline.and_then(|name| relative::table(&slug(corpus), corpus, cells, name)));
        let mut plots = plot::of_group(corpus, cells, &colors);
        let growths = growth::growth(cells);
        tables.extend(growth::table(&slug(corpus), corpus, &growths));
        plots.extend(plot::of_growth(corpus, &growths, &colors));
        if let Some(sweep) = sweep {
            tables.push(sweep::table(&slug(corpus), corpus, sweep));
            plots.push(plot::of_sweep(corpus, sweep, &colors));
        }
        tables.extend(guesses::table(&slug(corpus), corpus, cells));
        tables.extend(across::spread_table(&slug(corpus), corpus, cells));
        tables.extend(tables::measures(&slug(corpus), corpus, cells, measures, measured));
        let (table, of_difficulty) =
            difficulty::section(&slug(corpus), corpus, cells, measures, measured, &colors);
        tables.extend(table);
        plots.extend(of_difficulty);
        push(&slug(corpus), &format!("Corpus {corpus}"), tables, plots);
    }
    let small: Vec<_> = small.into_iter().map(|(corpus, _)| corpus).collect();
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
    let pairs = plot::pairs(record.experiment.compare.as_deref(), &findings.cells);
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
            _ => groups.push((cell.corpus.to_string(), vec![cell])),
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
