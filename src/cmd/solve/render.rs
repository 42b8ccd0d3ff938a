//! Answers as text: drawings, lines, JSON objects, and notes on what must not go unnoticed.

use super::answer::{Answer, Question, at_least};
use super::batch::{Label, Notice, Shared};
use super::others::Others;
use super::print::TOLD;
use super::text::Text;
use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use std::time::Duration;

/// The remedy where there is not enough memory.
const SMALLER: &str =
    "a smaller board takes less, and so may another strategy; in a formula, clues=reduced or amo=product";

/// The form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Drawings with a line of statistics.
    Pretty,
    /// One line a puzzle.
    Line,
    /// One JSON object a puzzle.
    Json,
}

/// Puts answers into words.
pub(super) struct Words<'a> {
    pub(super) form: Form,
    pub(super) question: Question,
    pub(super) strategy: String,
    pub(super) terminal: &'a Terminal,
    /// The name of the input.
    pub(super) source: String,
    /// Whether there are other inputs, so that every puzzle is called by its name.
    pub(super) titled: bool,
    pub(super) shared: &'a Shared,
}

/// Notes of each kind that one worker has made. A limit on the notes of all holds for one worker, too.
#[derive(Default)]
pub(super) struct Noted {
    several: u64,
    limited: u64,
}

impl Words<'_> {
    /// Writes `answer` behind `text`, and counts it there.
    pub(super) fn write(&self, label: &Label, answer: &Answer, text: &mut Text) {
        match self.form {
            Form::Json => answer.write_json(&self.strategy, &self.source, label, &mut text.bytes),
            // When solutions were streamed, only their absence is left to say.
            Form::Line if self.question == Question::All && answer.solutions.to_u64() != Some(0) => {}
            Form::Line => answer.write_line(self.question, &mut text.bytes),
            Form::Pretty => {
                let drawn = self.drawn(label, answer);
                text.bytes.extend_from_slice(drawn.as_bytes());
            }
        }
        text.tally.count(answer, self.question);
    }

    /// A note that must not go unnoticed in a pipe.
    pub(super) fn note(&self, label: &Label, answer: &Answer, noted: &mut Noted) -> Option<Notice> {
        if answer.failed() {
            let name = self.name(label);
            let what = format!("{name}: {}", answer.remark.as_deref().unwrap_or_default());
            let help = "this is a mistake in coverlab, not in your puzzle";
            return Some(Notice::Answer(Diagnostic::error(what).help(help)));
        }
        let exit = answer.exit(self.question);
        let made: fn(Diagnostic) -> Notice = match answer.status {
            Some(Status::None | Status::Solved) if answer.remark.is_none() => return None,
            Some(Status::None | Status::Solved) => Notice::Answer,
            _ if answer.is_several(self.question) => {
                noted.several += 1;
                if noted.several > TOLD { return None } else { Notice::Several }
            }
            _ if exit == Exit::Limit => {
                noted.limited += 1;
                if noted.limited > TOLD { return None } else { Notice::Limited }
            }
            _ if exit == Exit::No => Notice::Answer,
            _ => return None,
        };
        if self.form != Form::Line || self.terminal.quiet {
            return None;
        }
        let note = format!("{}: {}", self.name(label), self.verdict(answer));
        let refused = answer.status == Some(Status::Memout) && answer.remark.is_some();
        Some(made(Diagnostic::note(note).help(if refused { SMALLER } else { "" })))
    }

    /// The name of the puzzle; the input's name alone if it has no other.
    fn name(&self, label: &Label) -> String {
        match self.shared.others.wait() {
            Others::None if label.line > 0 => self.source.clone(),
            _ => label.name(&self.source),
        }
    }

    fn drawn(&self, label: &Label, answer: &Answer) -> String {
        let color = self.terminal.color;
        let mut text = String::new();
        if self.titled || self.shared.others.wait() == Others::Puzzles {
            text = paint(&label.name(&self.source), GIVEN, color) + "\n";
        }
        text += &answer.drawing;
        text += &self.verdict(answer);
        if self.terminal.quiet {
            return text + "\n";
        }
        let time = duration(answer.cpu);
        let nodes = match answer.nodes {
            None => String::new(),
            Some(1) => " · 1 node".to_string(),
            Some(nodes) => format!(" · {nodes} nodes"),
        };
        let taken = answer.choice.map_or_else(String::new, |choice| format!(": {}", choice.taken));
        let facts = format!("· {}{taken}{nodes} · {time}", self.strategy);
        format!("{text} {}\n\n", paint(&facts, FAINT, color))
    }

    /// The answer as a person would say it.
    fn verdict(&self, answer: &Answer) -> String {
        let count = &answer.solutions;
        let remark = answer.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let Some(status) = answer.status else { return format!("interrupted, {}", at_least(count)) };
        let so_far = at_least(count);
        match status {
            Status::Solved => format!("solved{remark}"),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple if answer.stop.is_none() => format!("{count} solutions{remark}"),
            Status::Multiple => format!("{count} solutions or more{remark}"),
            Status::None => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            Status::Stuck => format!("stuck{remark}"),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => match &answer.remark {
                Some(why) => format!("there is not enough memory: {why}"),
                None => format!("memory limit reached, {so_far}"),
            },
            Status::Unsupported => format!("unsupported{remark}"),
            Status::Error | Status::Crash => status.word().to_string(),
        }
    }
}

/// A time for a person: three digits and a unit.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let shown: Vec<String> = [1_234, 12_345, 123_456, 1_234_567, 12_345_678_900]
            .into_iter()
            .map(|n| duration(Duration::from_nanos(n)))
            .collect();
        assert_eq!(shown, ["1.23 µs", "12.3 µs", "123 µs", "1.23 ms", "12.3 s"]);
    }
}
