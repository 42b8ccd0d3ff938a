//! Reading a trace: parsing its lines, and their order.

use crate::head::{FORMAT, Head};
use crate::line::{Line, Stats};
use serde_json::error::Category;
use std::fmt;
use std::io::{self, BufRead, ErrorKind};

/// Why a trace is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub what: String,
    /// The fact that holds instead, or the broken rule.
    pub why: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.what, self.why)
    }
}

impl std::error::Error for Rejection {}

/// An error in a line, and its reason.
pub(crate) type Wrong = (String, String);

/// An error with its reason.
pub(crate) fn wrong<T>(what: impl Into<String>, why: impl Into<String>) -> Result<T, Wrong> {
    Err((what.into(), why.into()))
}

/// Each line with its number, from 1; a malformed line is an error.
fn lines(trace: impl BufRead) -> impl Iterator<Item = (usize, io::Result<Line>)> {
    (1..).zip(trace.split(b'\n')).map(|(number, text)| {
        let wrong = |error| io::Error::new(io::ErrorKind::InvalidData, reason(&error));
        (number, text.and_then(|text| Line::parse(&text).map_err(wrong)))
    })
}

/// Why a text is not a line of a trace, without the terms of the parser.
fn reason(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "the line is cut off".to_string(),
        Category::Syntax => format!("it is not JSON from column {column} on"),
        Category::Data | Category::Io => match error.to_string().split(" at line ").next() {
            Some(what) if !what.contains("expected an object with a kind") => what.to_string(),
            _ => "it is not a JSON object with a kind".to_string(),
        },
    }
}

/// Reads a trace in the right order: `begin` receives the head, `add` each event, and `end` the footer.
///
/// # Errors
/// The first line that is malformed, out of order, or rejected by one of the functions.
pub(crate) fn read<S>(
    trace: impl BufRead,
    begin: impl Fn(Head) -> Result<S, Wrong>,
    add: impl Fn(&mut S, Line) -> Result<(), Wrong>,
    end: impl Fn(&mut S, &Stats) -> Result<(), Wrong>,
) -> Result<(S, Stats), Rejection> {
    let (mut begun, mut stats, mut last) = (None, None, 0);
    for (number, line) in lines(trace) {
        last = number;
        let reject = |(what, why)| Rejection { line: number, what, why };
        let line = line.map_err(|error| match error.kind() {
            ErrorKind::InvalidData => reject((format!("not a line of {FORMAT}"), error.to_string())),
            _ => reject(("the file cannot be read".to_string(), error.to_string())),
        })?;
        let read = match (&mut begun, line) {
            (None, Line::Head(head)) if head.format != FORMAT => {
                wrong(format!("the format is `{}`", head.format), format!("this program reads {FORMAT}"))
            }
            (None, Line::Head(head)) => begin(*head).map(|state| begun = Some(state)),
            (None, line) => {
                let why = format!("a trace begins with a line of kind `head`, format {FORMAT}");
                wrong(format!("the first line is of kind `{}`", line.kind()), why)
            }
            (Some(_), _) if stats.is_some() => {
                wrong("a line after the footer", "a line of kind `stats` is the last one")
            }
            (Some(_), Line::Head(_)) => wrong("a second head", "a trace has one"),
            (Some(state), Line::Stats(footer)) => end(state, &footer).map(|()| stats = Some(*footer)),
            (Some(state), event) => add(state, event),
        };
        read.map_err(reject)?;
    }
    let cut =
        |why: &str| Rejection { line: last, what: "the trace is cut off".to_string(), why: why.to_string() };
    let state = begun.ok_or_else(|| cut("it is empty"))?;
    let stats = stats.ok_or_else(|| cut("it ends without a line of kind `stats`"))?;
    Ok((state, stats))
}
