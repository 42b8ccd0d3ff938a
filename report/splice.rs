//! Inserts tables and figures of results into a Markdown file, so that a document never shows old figures.
//!
//! Two comments mark a place. The text between them is replaced by a table from the report on the record in
//! `results/sources/`, named by its anchor in the page:
//!
//! ```text
//! <!-- splice sources#corpus-17clue -->
//! <!-- /splice -->
//! ```
//!
//! A row and a column name a single figure, which may be within a line:
//!
//! ```text
//! It solved <!-- splice sources#corpus-17clue/dlx/solved -->…<!-- /splice --> instances.
//! ```
//!
//! `<!-- splice claims -->` inserts the outcomes of the claims of all records.
//!
//! Figures are computed from `trials.csv`, since a written report may be out of date. Comments in code blocks are left
//! alone.

use super::error::in_file;
use super::findings;
use super::record::Record;
use super::table::Table;
use super::{claims_overview, load, markdown};
use coverlab_bench::error::Error;
use coverlab_bench::input::{self, Accept};
use coverlab_bench::record::{RUN, TRIALS};
use pulldown_cmark::{Event, Parser, Tag};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- splice ";
const CLOSE: &str = "-->";
const END: &str = "<!-- /splice -->";
/// The marker of the table with the claims of all records.
const CLAIMS: &str = "claims";
const HELP: &str = "a place begins with <!-- splice EXPERIMENT#TABLE --> or \
                    <!-- splice EXPERIMENT#TABLE/ROW/COLUMN --> and ends with <!-- /splice -->";

/// The result of [`splice`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpliceResult {
    /// The text with every place filled.
    pub text: String,
    /// The number of places.
    pub places: usize,
    /// The lines, from 1, of the places whose text was out of date.
    pub stale: Vec<usize>,
}

/// Fills the places in `file`. With `check` the file is not written.
///
/// # Errors
/// If the file or a record cannot be read, a place is malformed or names something unknown, or the file cannot be written.
pub fn splice(file: &Path, check: bool) -> Result<SpliceResult, Error> {
    let unreadable = |why| Error::file("read", file, &why);
    let text = input::read_text(file, Accept::Files).map_err(unreadable)?;
    let results = results_folder(file)?;
    let mut tables = RecordTables { results, tables: BTreeMap::new() };
    let spliced = fill(file, &text, &mut |marker| tables.text(marker))?;
    if !check && !spliced.stale.is_empty() {
        load::write_atomic(file, spliced.text.as_bytes())?;
    }
    Ok(spliced)
}

/// The folder `results` beside the file, or beside the nearest folder above it.
fn results_folder(file: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(file).map_err(|why| Error::file("read", file, &why))?;
    let found =
        absolute.ancestors().skip(1).map(|above| above.join("results")).find(|results| results.is_dir());
    found.ok_or_else(|| {
        in_file(file, 0, "no folder `results` beside it or above it", "run an experiment first: coverlab run")
    })
}

/// The tables of the records that the places in a file name. Each record is read once.
struct RecordTables {
    results: PathBuf,
    tables: BTreeMap<String, Vec<Table>>,
}

/// An error and the remedy.
type Problem = (String, String);

impl RecordTables {
    /// The text for the place with this marker.
    fn text(&mut self, marker: &str) -> Result<String, Problem> {
        if marker == CLAIMS {
            let table = self.claims()?;
            return Ok(format!("\n\n{}\n", markdown::table(&table)));
        }
        let shape = || (format!("`{marker}` names no table"), HELP.to_string());
        let (experiment, rest) = marker.split_once('#').ok_or_else(shape)?;
        let plain =
            !experiment.is_empty() && !experiment.starts_with('.') && !experiment.contains(['/', '\\']);
        if !plain {
            return Err((format!("`{experiment}` is not the name of an experiment"), HELP.to_string()));
        }
        let mut parts = rest.splitn(3, '/');
        let table = self.table(experiment, parts.next().unwrap_or_default())?;
        match (parts.next(), parts.next()) {
            (None, _) => Ok(format!("\n\n{}\n", markdown::table(table))),
            (Some(row), Some(column)) => figure(table, row, column),
            _ => Err(shape()),
        }
    }

    /// The claims of all records, as a table.
    fn claims(&self) -> Result<Table, Problem> {
        let failed = |why: std::io::Error| (format!("{}: {why}", self.results.display()), String::new());
        let entries: Vec<_> = std::fs::read_dir(&self.results).map_err(failed)?.flatten().collect();
        let records = entries.iter().filter(|entry| entry.path().join(RUN).is_file());
        let mut names: Vec<String> =
            records.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        let (with, without): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| self.results.join(name).join(TRIALS).is_file());
        let claims = |name: String| Ok((name.clone(), self.read(&name)?.claim_results().to_vec()));
        let records = with.into_iter().map(claims).collect::<Result<Vec<_>, Problem>>()?;
        Ok(claims_overview::table(&records, &without))
    }

    fn table(&mut self, experiment: &str, id: &str) -> Result<&Table, Problem> {
        if !self.tables.contains_key(experiment) {
            let tables = findings(self.read(experiment)?)
                .sections
                .into_iter()
                .flat_map(|section| section.tables)
                .collect();
            self.tables.insert(experiment.to_string(), tables);
        }
        let tables = &self.tables[experiment];
        tables.iter().find(|table| table.id == id).ok_or_else(|| {
            let known: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
            let what = format!("experiment `{experiment}` has no table `{id}`");
            (what, format!("its tables: {}", known.join(", ")))
        })
    }

    fn read(&self, experiment: &str) -> Result<Record, Problem> {
        load(&self.results.join(experiment))
            .map_err(|why| (format!("experiment `{experiment}` cannot be read: {why}"), String::new()))
    }
}

fn figure(table: &Table, row: &str, column: &str) -> Result<String, Problem> {
    let found = table.cell(row, column).map(|cell| markdown::escape(&cell.text));
    found.ok_or_else(|| {
        let rows: Vec<&str> = table.rows.iter().map(|row| row[0].text.as_str()).collect();
        let columns: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
        let help = format!("rows: {}; columns: {}", rows.join(", "), columns.join(", "));
        (format!("table `{}` has no cell `{row}` / `{column}`", table.id), help)
    })
}

/// Gives the text for a marker.
type TextFor<'a> = dyn FnMut(&str) -> Result<String, Problem> + 'a;

fn fill(file: &Path, text: &str, text_for: &mut TextFor<'_>) -> Result<SpliceResult, Error> {
    let mut spliced = SpliceResult { text: String::with_capacity(text.len()), places: 0, stale: Vec::new() };
    let code = code_blocks(text);
    let mut from = 0;
    while let Some((begin, is_begin)) = next_marker(text, from, &code) {
        let line = text[..begin].matches('\n').count() + 1;
        let fail = |what: &str| in_file(file, line, what, HELP);
        if !is_begin {
            return Err(fail("a closing marker without an opening one"));
        }
        let opened = begin + BEGIN.len();
        let close = text[opened..].find(CLOSE).ok_or_else(|| fail("a comment that is never closed"))?;
        let content = opened + close + CLOSE.len();
        let Some((end, false)) = next_marker(text, content, &code) else {
            return Err(fail("an opening marker without a closing one"));
        };
        let fresh = text_for(text[opened..opened + close].trim())
            .map_err(|(what, help)| in_file(file, line, what, help))?;
        if fresh != text[content..end] {
            spliced.stale.push(line);
        }
        spliced.places += 1;
        spliced.text.push_str(&text[from..content]);
        spliced.text.push_str(&fresh);
        spliced.text.push_str(END);
        from = end + END.len();
    }
    spliced.text.push_str(&text[from..]);
    Ok(spliced)
}

/// The position of the first marker at or after `from` that is not in code, and whether it begins a place.
fn next_marker(text: &str, from: usize, code: &[Range<usize>]) -> Option<(usize, bool)> {
    let next = |mark: &str| {
        let found = text[from..].match_indices(mark).map(|(at, _)| from + at);
        found.into_iter().find(|at| !code.iter().any(|range| range.contains(at)))
    };
    match (next(BEGIN), next(END)) {
        (Some(begin), Some(end)) if end < begin => Some((end, false)),
        (Some(begin), _) => Some((begin, true)),
        (None, end) => end.map(|end| (end, false)),
    }
}

/// The byte ranges of code blocks.
fn code_blocks(text: &str) -> Vec<Range<usize>> {
    let events = Parser::new(text).into_offset_iter();
    let blocks = events.filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))));
    blocks.map(|(_, range)| range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<SpliceResult, Error> {
        let mut text_for = |marker: &str| match marker {
            "e#t" => Ok("\n\n| a |\n\n".to_string()),
            "e#t/r/c" => Ok("7".to_string()),
            other => Err((format!("no `{other}`"), String::new())),
        };
        fill(Path::new("FILE.md"), text, &mut text_for)
    }

    #[test]
    fn tables_and_figures_are_replaced_and_a_second_time_nothing_changes() {
        let text =
            "one\n<!-- splice e#t -->old<!-- /splice -->\nhas <!-- splice e#t/r/c -->3<!-- /splice -->.\n";
        let once = filled(text).unwrap();
        assert_eq!((once.places, &once.stale[..]), (2, &[2, 3][..]));
        assert!(once.text.contains("has <!-- splice e#t/r/c -->7<!-- /splice -->.\n"));
        let twice = filled(&once.text).unwrap();
        assert_eq!((twice.text, twice.stale), (once.text, vec![]));
    }

    #[test]
    fn code_is_left_alone() {
        let text = "```text\n<!-- splice unknown -->\n```\n";
        assert_eq!(filled(text).unwrap().text, text);
    }

    #[test]
    fn every_mistake_names_its_line() {
        for (text, what) in [
            ("\n<!-- splice other -->\n<!-- /splice -->", "no `other`"),
            ("\n<!-- splice e#t -->\n", "an opening marker without a closing one"),
            (
                "\n<!-- splice e#t -->\n<!-- splice e#t --><!-- /splice -->",
                "an opening marker without a closing one",
            ),
            ("\n<!-- splice e#t", "a comment that is never closed"),
            ("\n<!-- /splice -->", "a closing marker without an opening one"),
        ] {
            let why = filled(text).unwrap_err();
            assert!(why.to_string().starts_with(&format!("FILE.md, line 2: {what}")), "{why}");
        }
    }
}
