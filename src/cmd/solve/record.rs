//! Answers as JSON objects.

use super::batch::Label;
use super::cover_facts::CoverFacts;
use coverlab_bench::record::Status;
use coverlab_model::{Natural, Stop};
use coverlab_strategies::lockstep::lines::Solved;
use serde::Serialize;
use std::time::Duration;

/// The keys in their order; what does not apply to a kind of problem is `None`.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    pub(super) puzzle: &'a str,
    pub(super) strategy: &'a str,
    pub(super) took: Option<&'static str>,
    pub(super) status: &'static str,
    pub(super) solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<String>,
    pub(super) exact: Option<bool>,
    pub(super) solution: Option<Solution<'a>>,
    pub(super) nodes: Option<u64>,
    pub(super) stop: Option<&'static str>,
    pub(super) solve_cpu_ns: Option<u64>,
    #[serde(flatten)]
    pub(super) cover: Option<&'a CoverFacts>,
    pub(super) source: &'a str,
    #[serde(flatten)]
    pub(super) place: Option<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sampling: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) listed: Option<Vec<Vec<&'a str>>>,
}

/// A solution in a JSON object.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Solution<'a> {
    Text(&'a str),
    Options(Vec<&'a str>),
}

/// Where a puzzle is in its input.
#[derive(Serialize)]
pub(super) struct Place<'a> {
    line: Option<usize>,
    name: Option<&'a str>,
}

impl<'a> Place<'a> {
    pub(super) fn new(label: &'a Label) -> Place<'a> {
        Place { line: (label.line > 0).then_some(label.line), name: label.title.as_deref() }
    }
}

impl Record<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        serde_json::to_writer(&mut *out, self).expect("strings and numbers have a JSON form");
        out.push(b'\n');
    }
}

/// The largest number that every reader of JSON takes as it is.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// The digits of a number that a reader of JSON may round.
pub(super) fn digits(number: &Natural) -> Option<String> {
    number.to_u64().is_none_or(|word| word > MAX_EXACT).then(|| number.to_string())
}

/// Writes the objects of plain lines, the same as [`Record`] at a fraction of the cost: what all objects of an input have
/// in common is put into JSON once, and the rest is copied. Tests compare the two.
pub(super) struct LineRecords {
    /// From behind the puzzle to the status.
    strategy: String,
    /// From behind the time to the line.
    source: String,
}

impl LineRecords {
    /// Objects of puzzles that `strategy` solves, which hands them to the strategy `took` where it chooses.
    pub(super) fn new(strategy: &str, took: Option<&str>, source: &str) -> LineRecords {
        let json = |text: Option<&str>| serde_json::to_string(&text).expect("text has a JSON form");
        LineRecords {
            strategy: format!(r#"","strategy":{},"took":{},"status":""#, json(Some(strategy)), json(took)),
            source: format!(r#","source":{},"line":"#, json(Some(source))),
        }
    }

    /// Writes the object of the puzzle in `cells`, line `line` of the input, which took `cpu`. `limit`: so many solutions
    /// were looked for, of which there is one at least.
    pub(super) fn write(
        &self,
        cells: &[u8; 81],
        solved: &Solved,
        limit: u64,
        cpu: Duration,
        line: usize,
        out: &mut Vec<u8>,
    ) {
        let mut number = itoa::Buffer::new();
        let stop = (solved.solutions >= limit).then_some(Stop::Enough);
        let puzzle = cells.map(|cell| if cell.is_ascii_digit() && cell != b'0' { cell } else { b'.' });
        out.extend_from_slice(br#"{"puzzle":""#);
        out.extend_from_slice(&puzzle);
        out.extend_from_slice(self.strategy.as_bytes());
        out.extend_from_slice(Status::of(stop, solved.solutions).map_or("", Status::word).as_bytes());
        out.extend_from_slice(br#"","solutions":"#);
        out.extend_from_slice(number.format(solved.solutions).as_bytes());
        out.extend_from_slice(if stop.is_none() { br#","exact":true,"# } else { br#","exact":false,"# });
        out.extend_from_slice(br#""solution":""#);
        out.extend_from_slice(&solved.grid);
        out.extend_from_slice(br#"","nodes":"#);
        out.extend_from_slice(number.format(solved.nodes).as_bytes());
        out.extend_from_slice(match stop {
            Some(_) => br#","stop":"enough","solve_cpu_ns":"#,
            None => br#","stop":null,"solve_cpu_ns":"#,
        });
        out.extend_from_slice(number.format(cpu.as_nanos() as u64).as_bytes());
        out.extend_from_slice(self.source.as_bytes());
        out.extend_from_slice(number.format(line).as_bytes());
        out.extend_from_slice(b",\"name\":null}\n");
    }
}
