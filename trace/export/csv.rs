//! Events as a CSV table.

use super::lines;
use crate::line::Line;
use crate::sentence;
use serde_json::Value;
use std::borrow::Cow;
use std::io::{self, BufRead, Write};

/// The fields that are copied from events.
const FIELDS: [&str; 8] = ["cell", "digit", "house", "item", "option", "literal", "reason", "clause"];

/// Writes one row per event: its line, its kind, its node and depth, its fields, and its sentence.
///
/// # Errors
/// If the trace has no head, a line is malformed, or the output cannot be written.
pub fn csv(trace: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    let (head, lines) = lines(trace)?;
    let mut table = ::csv::Writer::from_writer(out);
    table
        .write_record(["line", "kind", "node", "depth"].into_iter().chain(FIELDS).chain(["sentence"]))
        .map_err(plain)?;
    let mut open = Vec::new();
    for line in lines {
        let (number, line) = line?;
        if line.index().is_none() {
            continue;
        }
        if let Line::Node { id, depth, .. } = line {
            open.push((id, depth));
        }
        let at = open.last().copied();
        let fields = serde_json::to_value(&line)?;
        let mut row = vec![number.to_string(), line.kind().to_string()];
        row.push(at.map_or_else(String::new, |(id, _): (u64, usize)| id.to_string()));
        row.push(at.map_or_else(String::new, |(_, depth)| depth.to_string()));
        row.extend(FIELDS.map(|field| text(&fields[field])));
        row.push(inert_cell(&sentence(&line, &head)).into_owned());
        table.write_record(row).map_err(plain)?;
        if matches!(line, Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. }) {
            open.pop();
        }
    }
    table.flush()
}

/// Makes a cell safe for spreadsheets: text that looks like a formula gets an apostrophe. Numbers are
/// unchanged.
pub fn inert_cell(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// Unwraps the I/O error, so that callers recognize a closed pipe.
fn plain(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => inert_cell(text).into_owned(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
