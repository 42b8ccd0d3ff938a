//! Parsing text into the lines of a trace.

use crate::line::Line;
use serde_json::error::Category;
use std::io::{self, BufRead};

/// Each line with its number, from 1; a malformed line is an error.
pub(crate) fn lines(trace: impl BufRead) -> impl Iterator<Item = (usize, io::Result<Line>)> {
    (1..).zip(trace.split(b'\n')).map(|(number, text)| {
        let wrong = |error| io::Error::new(io::ErrorKind::InvalidData, reason(&error));
        (number, text.and_then(|text| serde_json::from_slice(&text).map_err(wrong)))
    })
}

/// Why a text is not a line of a trace, without the terms of the parser.
fn reason(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "the line is cut off".to_string(),
        Category::Syntax => format!("it is not JSON from column {column} on"),
        Category::Data | Category::Io => match error.to_string().split(" at line ").next() {
            Some(what) if !what.contains("internally tagged enum") => what.to_string(),
            _ => "it is not a JSON object with a kind".to_string(),
        },
    }
}
