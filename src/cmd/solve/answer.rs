//! The answer to one puzzle, with the kind of problem erased, and its exit code and words.

use super::batch::Label;
use crate::cmd::Exit;
use coverlab_bench::record::Status;
use coverlab_model::{Choice, Natural, Stop};
use serde::Serialize;
use std::time::Duration;

/// The question asked of each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Any solution.
    First,
    /// Whether there is exactly one.
    Unique,
    /// How many there are.
    Count,
    /// Each of them.
    All,
}

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// `None`: the search was interrupted.
    pub(super) status: Option<Status>,
    pub(super) stop: Option<Stop>,
    pub(super) solutions: Natural,
    /// The instance in one line.
    pub(super) puzzle: String,
    /// The first solution in plain text, unless it was streamed.
    pub(super) solution: Option<String>,
    /// The first solution, or what there is instead, drawn; empty unless asked for.
    pub(super) drawing: String,
    /// How far an incomplete strategy came, where two solutions differ, what went wrong.
    pub(super) remark: Option<String>,
    pub(super) nodes: Option<u64>,
    /// The strategy that the puzzle was handed to, if the one asked for chooses.
    pub(super) choice: Option<Choice>,
    pub(super) cpu: Duration,
}

impl Answer {
    /// The exit code that the answer to `question` calls for.
    pub(super) fn exit(&self, question: Question) -> Exit {
        exit(self.status, question)
    }

    /// Whether there are several solutions, where one is asked for.
    pub(super) fn is_several(&self, question: Question) -> bool {
        question == Question::Unique && self.status == Some(Status::Multiple)
    }

    /// Whether it is wrong, or there is none because the strategy broke down.
    pub(super) fn failed(&self) -> bool {
        matches!(self.status, Some(Status::Error | Status::Crash))
    }

    /// Its status in one word.
    fn word(&self) -> &'static str {
        word(self.status)
    }

    /// Writes the line for a pipe: the solution, the count, or one word.
    pub(super) fn write_line(&self, question: Question, out: &mut Vec<u8>) {
        let more = if self.stop.is_none() { "" } else { "+" };
        match (question, self.status, &self.solution) {
            _ if self.failed() || self.is_several(question) => out.extend_from_slice(self.word().as_bytes()),
            (Question::Count, _, _) => out.extend_from_slice(format!("{}{more}", self.solutions).as_bytes()),
            (_, Some(Status::Solved | Status::Unique | Status::Multiple), Some(solution)) => {
                out.extend_from_slice(solution.as_bytes());
            }
            _ => out.extend_from_slice(self.word().as_bytes()),
        }
        out.push(b'\n');
    }

    /// Writes one JSON object.
    pub(super) fn write_json(&self, strategy: &str, source: &str, label: &Label, out: &mut Vec<u8>) {
        let failed = self.failed();
        let record = Record {
            puzzle: &self.puzzle,
            strategy,
            took: self.choice.map(|choice| choice.taken),
            status: self.word(),
            solutions: self.solutions.to_u64().filter(|_| !failed),
            count: digits(&self.solutions).filter(|_| !failed),
            exact: (!failed).then_some(self.stop.is_none()),
            solution: self.solution.as_deref().filter(|_| !failed),
            nodes: self.nodes,
            stop: self.stop.map(Stop::name),
            solve_cpu_ns: u64::try_from(self.cpu.as_nanos())
                .ok()
                .filter(|_| self.status != Some(Status::Crash)),
            source,
            line: (label.line > 0).then_some(label.line),
            name: label.title.as_deref(),
        };
        serde_json::to_writer(&mut *out, &record).expect("strings and numbers have a JSON form");
        out.push(b'\n');
    }
}

#[derive(Serialize)]
struct Record<'a> {
    puzzle: &'a str,
    strategy: &'a str,
    took: Option<&'static str>,
    status: &'static str,
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    exact: Option<bool>,
    solution: Option<&'a str>,
    nodes: Option<u64>,
    stop: Option<&'static str>,
    solve_cpu_ns: Option<u64>,
    source: &'a str,
    line: Option<usize>,
    name: Option<&'a str>,
}

/// The exit code that an answer of this `status` to `question` calls for.
pub(super) fn exit(status: Option<Status>, question: Question) -> Exit {
    match status {
        None => Exit::Interrupted,
        Some(Status::Multiple) if question == Question::Unique => Exit::No,
        Some(Status::Solved | Status::Unique | Status::Multiple) => Exit::Answered,
        Some(Status::None) => Exit::No,
        Some(Status::Stuck | Status::Timeout | Status::Memout | Status::NodeLimit | Status::Unsupported) => {
            Exit::Limit
        }
        Some(Status::Error | Status::Crash) => Exit::Internal,
    }
}

/// The status in one word, also of a search that was interrupted.
pub(super) fn word(status: Option<Status>) -> &'static str {
    status.map_or("interrupted", Status::word)
}

/// How many solutions a search has that ended before its time.
pub(super) fn at_least(solutions: &Natural) -> String {
    match solutions.to_u64() {
        Some(0) => "none found so far".to_string(),
        Some(1) => "at least one solution".to_string(),
        _ => format!("at least {solutions} solutions"),
    }
}

/// The largest number that every reader of JSON takes as it is.
const WHOLE: u64 = (1 << 53) - 1;

/// The digits of a number that a reader of JSON may round.
pub(super) fn digits(number: &Natural) -> Option<String> {
    number.to_u64().is_none_or(|word| word > WHOLE).then(|| number.to_string())
}
