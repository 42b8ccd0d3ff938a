//! `coverlab report`: reports recorded results as tables and plots, and updates tables in Markdown files.

use crate::support::{Exit, Failure, print};
use clap::{Args, ValueEnum};
use coverlab_bench::error::Error;
use coverlab_bench::output;
use coverlab_bench::record::TRIALS;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::{self, counted};
use coverlab_report::{TextLayout, WrittenReport};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NOTES: &str = "\
Output:
  The report is printed, and written to the folder report/ of the record: a page with all tables and plots \
  (index.html), all tables in Markdown (table.md), each table as LaTeX and CSV, and each plot as SVG, PNG and CSV. \
  --splice replaces the text between markers in a Markdown file: <!-- splice sources#corpus-sources --> and \
  <!-- /splice -->.

Examples:
  coverlab report results/sources
  coverlab report sources --to latex > table.tex
  coverlab report results/sources --open
  coverlab report --splice README.md
  coverlab report --splice README.md --check";

/// Arguments of `coverlab report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub struct ReportArgs {
    /// The record: the name of a folder under results/, or any folder with a trials.csv.
    #[arg(value_name = "DIR|NAME", required_unless_present = "splice")]
    pub experiment: Option<PathBuf>,
    /// The format to print; the folder report/ always has all of them.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Terminal)]
    pub to: ReportFormat,
    /// Open the page in a browser.
    #[arg(long)]
    pub open: bool,
    /// Update the tables and figures between the splice markers of a Markdown file.
    #[arg(long, value_name = "FILE.md", conflicts_with_all = ["experiment", "to", "open"])]
    pub splice: Option<PathBuf>,
    /// With --splice: do not change the file, and exit with 1 if it is stale.
    #[arg(long, requires = "splice", conflicts_with = "experiment")]
    pub check: bool,
}

/// The format of a report.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// All tables, for a terminal.
    Terminal,
    /// All tables, for a document.
    Markdown,
    /// All tables, for a paper.
    Latex,
    /// All tables, for a spreadsheet.
    Csv,
    /// Claims and the tables of strategies, for a program.
    Json,
}

/// Runs `coverlab report`. Wrong answers and a stale file exit with "no".
pub fn run(arguments: &ReportArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    match (&arguments.splice, &arguments.experiment) {
        (Some(file), _) => splice(file, arguments.check, terminal),
        (None, Some(experiment)) => show(experiment, arguments, terminal),
        (None, None) => unreachable!("clap requires one of the two"),
    }
}

fn show(experiment: &Path, args: &ReportArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let dir = record_folder(experiment)?;
    let findings = coverlab_report::findings(coverlab_report::load(&dir)?);
    let summary = coverlab_report::write_findings(&dir, &findings)?;
    let text = match args.to {
        ReportFormat::Terminal => coverlab_report::terminal(&findings, TextLayout::of(terminal)),
        ReportFormat::Markdown => coverlab_report::markdown(&findings),
        ReportFormat::Latex => coverlab_report::latex(&findings),
        ReportFormat::Csv => coverlab_report::csv(&findings),
        ReportFormat::Json => coverlab_report::json(&findings),
    };
    print(&text)?;
    if !terminal.quiet {
        let summary = text::hang(&written(&summary), 0, 0, terminal.width);
        output::note(format_args!("\n{summary}"));
    }
    if args.open {
        open(&summary.page);
    }
    Ok(if summary.counts.wrong > 0 { Exit::No } else { Exit::Answered })
}

fn written(summary: &WrittenReport) -> String {
    let plots = counted(summary.plots.len() as u64 / 2, "plot", "plots");
    format!("wrote {} with {plots}, and {}", summary.page.display(), summary.tables.display())
}

/// The folder `experiment`, or the folder of that name under `results/`.
pub(super) fn record_folder(experiment: &Path) -> Result<PathBuf, Error> {
    let named = Path::new("results").join(experiment);
    if let Some(found) = [experiment, &named].into_iter().find(|dir| has_trials(dir)) {
        return Ok(found.to_path_buf());
    }
    let what = if experiment.is_dir() || named.is_dir() {
        "it has no trials.csv"
    } else {
        "there is no such folder"
    };
    Err(Error::new(format!("{}: {what}, here or under results/", experiment.display()))
        .help(recorded_names()))
}

/// Whether the folder holds recorded trials.
fn has_trials(dir: &Path) -> bool {
    dir.join(TRIALS).exists()
}

fn recorded_names() -> String {
    let entries = std::fs::read_dir("results").into_iter().flatten().flatten();
    let recorded = entries.filter(|entry| has_trials(&entry.path()));
    let mut names: Vec<String> =
        recorded.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    if names.is_empty() {
        "run an experiment first: coverlab run".to_string()
    } else {
        format!("recorded here: {}", names.join(", "))
    }
}

fn splice(file: &Path, check: bool, terminal: &Terminal) -> Result<Exit, Failure> {
    let spliced = coverlab_report::splice::splice(file, check)?;
    let places = format!("{} of {} places", spliced.stale.len(), spliced.places);
    if !check {
        if !terminal.quiet {
            output::note(format_args!("{}: {places} updated", file.display()));
        }
        return Ok(Exit::Answered);
    }
    for line in &spliced.stale {
        output::note(format_args!("{}, line {line}: stale", file.display()));
    }
    let help =
        if spliced.stale.is_empty() { "" } else { "; run the command again without --check to update them" };
    output::note(format_args!("{}: {places} stale{help}", file.display()));
    Ok(if spliced.stale.is_empty() { Exit::Answered } else { Exit::No })
}

/// Opens the page in the default browser, or prints its path if that fails.
fn open(page: &Path) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(why) = started {
        output::note(format_args!("{program} cannot be started ({why}); open {} by hand", page.display()));
    }
}
