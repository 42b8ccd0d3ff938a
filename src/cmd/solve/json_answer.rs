//! The JSON object of an answer.

use coverlab_bench::record::Status;
use serde::Serialize;
use serde_json::Value;

/// The JSON object of an answer, with its keys in order. `None` is null or, with
/// `skip_serializing_if`, leaves the key out.
#[derive(Default, Serialize)]
pub(super) struct JsonAnswer<'a> {
    pub(super) puzzle: &'a str,
    pub(super) strategy: &'a str,
    pub(super) took: Option<&'static str>,
    pub(super) status: &'static str,
    pub(super) solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<String>,
    pub(super) exact: Option<bool>,
    pub(super) solution: Option<JsonSolution<'a>>,
    pub(super) nodes: Option<u64>,
    pub(super) stop: Option<&'static str>,
    pub(super) solve_cpu_ns: Option<u64>,
    /// Facts that only exact covers have.
    #[serde(flatten)]
    pub(super) cover: Option<Value>,
    pub(super) source: &'a str,
    /// The line of a puzzle in its input, and its name; left out for exact covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) listed: Option<Vec<JsonSolution<'a>>>,
}

impl JsonAnswer<'_> {
    /// Writes the object on a line of its own.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        crate::support::write_json(out, self).expect("strings and numbers have a JSON form");
    }
}

/// A solution in a JSON object.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum JsonSolution<'a> {
    Text(&'a str),
    Options(Vec<&'a str>),
}

impl<'a> JsonSolution<'a> {
    pub(super) fn of(text: &'a str, is_cover: bool) -> JsonSolution<'a> {
        if is_cover { JsonSolution::Options(text.lines().collect()) } else { JsonSolution::Text(text) }
    }
}

/// The status in one word; `None` is an interrupted search.
pub(super) fn word(status: Option<Status>) -> &'static str {
    status.map_or("interrupted", Status::name)
}
