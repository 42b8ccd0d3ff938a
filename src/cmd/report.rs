//! `coverlab report`: tables and plots from a record, and figures into Markdown files.

use super::{Exit, Failure, completions, ignore_closed_pipe};
use clap::{Args, ValueEnum};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::record::has_journal;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_report::{self, Error, Style, Summary};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NOTES: &str = "\
Output:
  The report here, and a page with all tables and plots in the folder, report.html. A Markdown file names the tables \
  and figures that it is to have: <!-- splice sources#corpus-sources --> and <!-- /splice --> have one between them.

Examples:
  coverlab report results/sources
  coverlab report sources --format latex > table.tex
  coverlab report results/sources --open
  coverlab report --splice README.md
  coverlab report --splice README.md --check

Exit codes:
  0  written
  1  an answer is wrong, or answers cannot all be right; with --check, the file is stale
  3  there is no such record, or a part of it cannot be read";

/// Arguments of `coverlab report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = text::help(NOTES))]
pub struct ReportArgs {
    /// The experiment: the name of a folder under results/, or any folder with its trials.csv or journal.
    #[arg(value_name = "DIR|NAME", add = completions::records(), required_unless_present = "splice")]
    pub experiment: Option<PathBuf>,
    /// How to show it here; the page is written in any case.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    pub format: Format,
    /// Open the page in a browser.
    #[arg(long)]
    pub open: bool,
    /// Fill the places of a Markdown file that name a table of results.
    #[arg(long, value_name = "FILE.md", conflicts_with_all = ["experiment", "format", "open"])]
    pub splice: Option<PathBuf>,
    /// With --splice: change nothing, and exit with 1 if the file is stale.
    #[arg(long, requires = "splice")]
    pub check: bool,
}

/// How a report is shown.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people, here.
    Terminal,
    /// For a document.
    Markdown,
    /// For a paper.
    Latex,
    /// For a spreadsheet.
    Csv,
    /// For a program.
    Json,
}

/// Writes the report and shows it, or fills tables into a Markdown file. A wrong answer, answers that exclude each other
/// and a stale file are a "no".
///
/// # Errors
/// The record or the file cannot be read, or the report cannot be written.
pub fn run(arguments: &ReportArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    match (&arguments.splice, &arguments.experiment) {
        (Some(file), _) => splice(file, arguments.check, terminal).map_err(failed),
        (None, Some(experiment)) => show(experiment, arguments, terminal),
        (None, None) => unreachable!("clap asks for one of the two"),
    }
}

/// The diagnostic for a faulty record, in the form that every command uses.
pub(crate) fn diagnostic(error: &Error) -> Diagnostic {
    let line = if error.line > 0 { format!(", line {}", error.line) } else { String::new() };
    Diagnostic::error(format!("{}{line}: {}", error.path.display(), error.what.trim_end())).help(&error.help)
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn failed(why: Error) -> Failure {
    Failure::input(diagnostic(&why))
}

fn show(experiment: &Path, args: &ReportArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let dir = find(experiment).map_err(failed)?;
    let findings = report::findings(report::load(&dir).map_err(failed)?);
    let summary = report::write_findings(&dir, &findings).map_err(failed)?;
    let text = match args.format {
        Format::Terminal => report::terminal(&findings, Style::of(terminal)),
        Format::Markdown => report::markdown(&findings),
        Format::Latex => report::latex(&findings),
        Format::Csv => report::csv(&findings),
        Format::Json => report::json(&findings),
    };
    ignore_closed_pipe(output::stdout().write_all(text.as_bytes()))?;
    if !terminal.quiet {
        let said = text::hang(&written(&summary), 0, 0, terminal.width);
        output::note(format_args!("\n{said}"));
    }
    if args.open {
        open(&summary.page);
    }
    let is_wrong = summary.counts.wrong + summary.counts.disagreements > 0;
    Ok(if is_wrong { Exit::No } else { Exit::Answered })
}

fn written(summary: &Summary) -> String {
    let plots = summary.plots.len() / 2;
    let plural = if plots == 1 { "" } else { "s" };
    format!("wrote {} with {plots} plot{plural}, and {}", summary.page.display(), summary.tables.display())
}

/// The folder itself, or that name under `results/`.
pub(super) fn find(experiment: &Path) -> Result<PathBuf, Error> {
    let named = Path::new("results").join(experiment);
    if let Some(found) = [experiment, &named].into_iter().find(|dir| is_record(dir)) {
        return Ok(found.to_path_buf());
    }
    let what = if experiment.is_dir() || named.is_dir() {
        "it has neither trials.csv nor a journal"
    } else {
        "there is no such folder"
    };
    Err(Error {
        path: experiment.to_path_buf(),
        line: 0,
        what: format!("{what}, neither here nor under results/"),
        help: known(),
    })
}

/// Whether a run has left its trials in the folder.
fn is_record(dir: &Path) -> bool {
    dir.join("trials.csv").exists() || has_journal(dir)
}

fn known() -> String {
    let entries = std::fs::read_dir("results").into_iter().flatten().flatten();
    let recorded = entries.filter(|entry| is_record(&entry.path()));
    let mut names: Vec<String> =
        recorded.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    if names.is_empty() {
        "run an experiment first: coverlab run".to_string()
    } else {
        format!("recorded here: {}", names.join(", "))
    }
}

fn splice(file: &Path, check: bool, terminal: &Terminal) -> Result<Exit, Error> {
    let spliced = report::splice::splice(file, check)?;
    let places = format!("{} of {} places", spliced.stale.len(), spliced.places);
    if !check {
        if !terminal.quiet {
            output::note(format_args!("{}: {places} renewed", file.display()));
        }
        return Ok(Exit::Answered);
    }
    for line in &spliced.stale {
        output::note(format_args!("{}, line {line}: stale", file.display()));
    }
    let help = if spliced.stale.is_empty() { "" } else { "; run the same without --check" };
    output::note(format_args!("{}: {places} stale{help}", file.display()));
    Ok(if spliced.stale.is_empty() { Exit::Answered } else { Exit::No })
}

/// Hands the page to the system's opener of pages, and prints its place if there is none.
fn open(page: &Path) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let silent = Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(why) = silent {
        output::note(format_args!("{program} cannot be started ({why}); open {} by hand", page.display()));
    }
}
