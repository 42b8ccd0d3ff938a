//! Parsing text into the lines of a trace.

use crate::line::Line;
use std::io::{self, BufRead};

/// Each line with its number, from 1; a malformed line is an error.
pub(crate) fn lines(trace: impl BufRead) -> impl Iterator<Item = (usize, io::Result<Line>)> {
    (1..).zip(trace.split(b'\n')).map(|(number, text)| {
        let wrong = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        (number, text.and_then(|text| serde_json::from_slice(&text).map_err(wrong)))
    })
}
