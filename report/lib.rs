//! Reports: the record of an experiment as tables, plots and a web page.
//!
//! A report is computed from `experiment.toml`, `run.json`, and `trials.csv` with its checksums in `results/EXPERIMENT/`, and
//! from the puzzles of built-in corpora. The same files always give the same bytes.
//!
//! [`load()`] reads a record, [`findings()`] computes what a report shows, and [`markdown()`], [`latex()`], [`csv()`],
//! [`json()`] and [`terminal()`] write it. [`write_findings`] writes the whole report to the folder of its record.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cell_notes;
mod claims_overview;
mod column_layout;
mod comparison;
mod csv;
mod diff;
mod error;
pub mod escape;
mod findings;
mod group;
mod growth;
mod json;
mod latex;
mod load;
mod markdown;
mod page;
mod page_script;
pub mod picture;
mod plot;
mod record;
mod rows;
mod section;
#[cfg(test)]
mod section_tests;
mod sections;
pub mod site;
pub mod splice;
mod sweep;
mod table;
mod text_report;
mod units;

pub use comparison::{ComparisonReport, comparison};
pub use csv::document as csv;
pub use diff::{DiffOptions, diff, json as diff_json, terminal as diff_terminal};
pub use findings::VerdictCounts;
pub use findings::{Findings, findings};
pub use json::json;
pub use latex::document as latex;
pub use load::{ExportResult, export};
pub use markdown::document as markdown;
pub use page::style;
pub use record::Record;
pub use text_report::{TextLayout, document as terminal};
pub use units::plain_time;

use coverlab_bench::error::Error;
use coverlab_bench::output;
use std::path::{Path, PathBuf};

/// The name of the live page in the folder of a report, where it may be missing.
const LIVE_PAGE: &str = "page.html";

/// The prefixes of the names of tables and plots, by which files of an earlier report are recognized.
const FILE_PREFIXES: [&str; 8] =
    ["by-size-", "cactus-", "difficulty-", "growth-", "pair-", "survival-", "sweep-", "table-"];

/// The written files, and the counts of the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenReport {
    /// The counts that decide whether the figures can be believed.
    pub counts: VerdictCounts,
    /// The web page.
    pub page: PathBuf,
    /// The tables as Markdown.
    pub tables: PathBuf,
    /// The plots as SVG and PNG.
    pub plots: Vec<PathBuf>,
    /// Files for papers and programs: tables as LaTeX and CSV, the values of plots as CSV.
    pub exports: Vec<PathBuf>,
}

/// Reads the record in the folder `dir`, with the measures that sections show.
///
/// # Errors
/// If a file is missing or invalid, or the run has not ended.
pub fn load(dir: &Path) -> Result<Record, Error> {
    load::load(dir, &sections::COLUMNS)
}

/// Writes the report on the record in `dir` to `dir/report/`.
///
/// # Errors
/// If the record cannot be read, or the report cannot be written.
pub fn write(dir: &Path) -> Result<WrittenReport, Error> {
    write_findings(dir, &findings(load(dir)?))
}

/// Relative URLs of the pages that a report links to.
#[derive(Clone, Copy, Debug, Default)]
pub struct RelatedPages<'a> {
    /// The live page, which runs the strategies.
    pub live: Option<&'a str>,
    /// The front page of the site that contains the report.
    pub home: Option<&'a str>,
}

/// Writes the report with `findings` on the record in `dir` to `dir/report/`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_findings(dir: &Path, findings: &Findings) -> Result<WrittenReport, Error> {
    let out = dir.join("report");
    let live = out.join(LIVE_PAGE).is_file().then_some(LIVE_PAGE);
    write_to(&out, findings, RelatedPages { live, home: None })
}

/// Writes the report with `findings` to the folder `out`, with links to `related` pages.
///
/// # Errors
/// If a file cannot be written.
pub fn write_to(out: &Path, findings: &Findings, related: RelatedPages<'_>) -> Result<WrittenReport, Error> {
    std::fs::create_dir_all(out).map_err(|why| Error::file("write", out, &why))?;
    let mut plots = Vec::new();
    for plot in findings.plots() {
        for (ending, content) in [
            ("svg", output::safe(&plot.picture.svg()).into_owned().into_bytes()),
            ("png", plot.picture.png()),
        ] {
            let path = out.join(format!("{}.{ending}", plot.id));
            load::write_atomic(&path, &content)?;
            plots.push(path);
        }
    }
    let mut written = Vec::new();
    for (name, content) in exports(findings) {
        written.push(out.join(name));
        load::write_text(&written[written.len() - 1], &content)?;
    }
    remove_stale(out, &[plots.as_slice(), &written].concat());
    let (page, tables) = (out.join("index.html"), out.join("table.md"));
    load::write_text(&tables, &markdown(findings))?;
    load::write_text(&page, &page::render(findings, related))?;
    Ok(WrittenReport { counts: findings.counts, page, tables, plots, exports: written })
}

/// The names and contents of the files for papers and programs. The names of tables begin with `table-`, so they differ from
/// those of plots.
fn exports(findings: &Findings) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for table in findings.tables() {
        files.push((format!("table-{}.tex", table.id), latex::table(table)));
        files.push((format!("table-{}.csv", table.id), csv::table(table)));
    }
    for plot in findings.plots() {
        files.push((format!("{}.csv", plot.id), plot.picture.csv()));
    }
    files
}

/// Removes the files of an earlier report that this one does not have. Other files stay, and so does a file that cannot be
/// removed.
fn remove_stale(out: &Path, current: &[PathBuf]) {
    let is_generated = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begins = FILE_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        begins && [".svg", ".png", ".csv", ".tex"].iter().any(|ending| name.ends_with(ending))
    };
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten().map(|entry| entry.path());
    for stale in entries.filter(|path| is_generated(path) && !current.contains(path)) {
        let _ = std::fs::remove_file(stale);
    }
}
