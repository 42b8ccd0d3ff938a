//! Reports: the record of an experiment as tables, plots and a page that can be checked.
//!
//! A report reads the three files that a run leaves in `results/<experiment>/` and,
//! of built-in corpora, the puzzles; the same files give the same bytes.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod analysis;
mod anchors;
mod claims_overview;
mod column_layout;
mod comparison;
mod csv;
mod diff;
mod error;
pub mod escape;
mod figures;
mod findings;
mod group;
mod growth;
mod instances;
mod json;
mod latex;
mod load;
mod markdown;
mod page;
mod page_data;
mod parallel;
mod plot;
mod rows;
mod script;
mod section;
#[cfg(test)]
mod section_tests;
mod sections;
pub mod site;
pub mod splice;
mod sweep;
mod table;
mod terminal;
mod units;

pub use comparison::{Comparison, comparison};
pub use csv::document as csv;
pub use diff::{Bounds, diff, json as diff_json, markdown as diff_markdown, terminal as diff_terminal};
pub use error::Error;
pub use findings::Counts;
pub use findings::{Findings, findings};
pub use json::json;
pub use latex::document as latex;
pub use load::Record;
pub use load::{Exported, export};
pub use markdown::document as markdown;
pub use page::style;
pub use page_data::gzip;
pub use terminal::{Style, document as terminal};

use coverlab_bench::output;
use std::path::{Path, PathBuf};

/// The page in which strategies run, where it is beside a report.
const LIVE_PAGE: &str = "page.html";

/// The files written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The counts that tell whether figures can be believed.
    pub counts: Counts,
    /// The page.
    pub page: PathBuf,
    /// The tables as Markdown.
    pub tables: PathBuf,
    /// The plots, SVG and PNG.
    pub plots: Vec<PathBuf>,
    /// For papers and programs: each table as LaTeX and CSV, each plot as PGFPlots, its values as CSV.
    pub exports: Vec<PathBuf>,
}

/// Reads the record in `dir`, with the measures that sections read.
pub fn load(dir: &Path) -> Result<Record, Error> {
    load::load(dir, sections::columns())
}

/// Writes the report on the experiment recorded in `dir` to `dir/report/`.
pub fn write(dir: &Path) -> Result<Summary, Error> {
    write_findings(dir, &findings(load(dir)?))
}

/// Pages that a report links to, as addresses from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RelatedPages<'a> {
    /// The page in which strategies run.
    pub live: Option<&'a str>,
    /// The front page of the site that the report is part of.
    pub home: Option<&'a str>,
}

/// Writes the report on the experiment recorded in `dir` to `out`, with links to the pages beside it.
pub fn write_to(out: &Path, dir: &Path, beside: RelatedPages<'_>) -> Result<Summary, Error> {
    write_into(out, &findings(load(dir)?), beside)
}

/// Writes findings that are at hand already.
pub fn write_findings(dir: &Path, findings: &Findings) -> Result<Summary, Error> {
    let out = dir.join("report");
    let live = out.join(LIVE_PAGE).is_file().then_some(LIVE_PAGE);
    write_into(&out, findings, RelatedPages { live, home: None })
}

fn write_into(out: &Path, findings: &Findings, beside: RelatedPages<'_>) -> Result<Summary, Error> {
    let cannot = |why: std::io::Error| Error::new(out, 0, why.to_string(), "can the folder be written to?");
    std::fs::create_dir_all(out).map_err(cannot)?;
    let mut plots = Vec::new();
    for plot in findings.sections.iter().flat_map(|section| &section.plots) {
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
    load::write_text(&page, &page::render(findings, beside))?;
    Ok(Summary { counts: findings.counts, page, tables, plots, exports: written })
}

/// The files for papers and programs, by name: tables as LaTeX and CSV, the values of plots as CSV, and plots for PGFPlots.
/// The names of tables' files begin with `table-`, so that none is that of a plot.
fn exports(findings: &Findings) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut macros = latex::Macros::default();
    for table in findings.sections.iter().flat_map(|section| &section.tables) {
        files.push((format!("table-{}.tex", table.id), latex::table(table, &mut macros)));
        files.push((format!("table-{}.csv", table.id), csv::table(table)));
    }
    for plot in findings.sections.iter().flat_map(|section| &section.plots) {
        files.push((format!("{}.csv", plot.id), plot.picture.csv()));
        let pgf = plot.picture.pgf_plot(&plot.id);
        files.push((format!("{}.tex", plot.id), pgf.tex));
        files.extend(pgf.values);
    }
    files
}

/// A file of an earlier report that this one does not have would be taken for current. Only
/// names that a report gives are removed; that it fails now and then does no harm.
fn remove_stale(out: &Path, current: &[PathBuf]) {
    let ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begins = sections::plot_prefixes().chain(["table-"]).any(|prefix| name.starts_with(prefix));
        begins && [".svg", ".png", ".csv", ".tex"].iter().any(|ending| name.ends_with(ending))
    };
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten().map(|entry| entry.path());
    for stale in entries.filter(|path| ours(path) && !current.contains(path)) {
        let _ = std::fs::remove_file(stale);
    }
}
