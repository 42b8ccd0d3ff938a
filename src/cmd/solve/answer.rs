//! The answer to one puzzle of any kind: its exit code, and its form as a line, a JSON object, a drawing or a note.

use super::arguments::{Form, Question};
use super::batch::{Label, Shared};
use super::cover_facts::CoverFacts;
use super::progress::SearchProgress;
use super::record::{Place, Record, Solution, digits};
use super::results::{Notice, NoticeKind, Tally, Text};
use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::{Choice, Natural, Stop};
use std::time::Duration;

/// The remedy where there is not enough memory.
const MEMORY_HELP: &str =
    "a smaller board takes less, and so may another strategy; in a formula, clues=reduced or amo=product";

/// The settings and state that all answers of one input share.
pub(super) struct Context<'a> {
    pub(super) form: Form,
    pub(super) question: Question,
    pub(super) strategy: String,
    pub(super) terminal: &'a Terminal,
    /// The name of the input.
    pub(super) source: String,
    /// The name of the input, or of the only instance that is solved.
    pub(super) subject: String,
    /// Whether there are other inputs, so that every puzzle is called by its name.
    pub(super) titled: bool,
    /// Whether to say which strategies were chosen.
    pub(super) verbose: bool,
    pub(super) shared: &'a Shared,
    /// The searches under way, if the progress is shown.
    pub(super) searches: Option<SearchProgress>,
}

#[cfg(test)]
impl<'a> Context<'a> {
    pub(super) fn of_test(shared: &'a Shared, terminal: &'a Terminal, question: Question) -> Context<'a> {
        let (strategy, source) = ("tested".to_string(), "a puzzle".to_string());
        let (subject, titled, verbose, searches) = (source.clone(), false, false, None);
        let form = Form::Line;
        Context { form, question, strategy, terminal, source, subject, titled, verbose, shared, searches }
    }
}

/// The answer to one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// `None`: the search was interrupted.
    pub(super) status: Option<Status>,
    pub(super) stop: Option<Stop>,
    pub(super) solutions: Natural,
    /// The instance in one line.
    pub(super) puzzle: String,
    /// The first solution in plain text, unless solutions are listed.
    pub(super) solution: Option<String>,
    /// The solutions listed in a record.
    pub(super) listed: Option<Vec<String>>,
    /// The first solution, or the instance, drawn; empty unless asked for.
    pub(super) drawing: String,
    /// How far an incomplete strategy came, where two solutions differ, what went wrong.
    pub(super) remark: Option<String>,
    pub(super) nodes: Option<u64>,
    /// The strategy that the puzzle was handed to, if the one asked for chooses.
    pub(super) choice: Option<Choice>,
    pub(super) cpu: Duration,
    /// Facts that only exact covers have.
    pub(super) cover: Option<CoverFacts>,
}

impl Answer {
    /// The exit code that the answer to `question` calls for.
    pub(super) fn exit(&self, question: Question) -> Exit {
        match self.status {
            None => Exit::Interrupted,
            Some(Status::Multiple) if question == Question::Unique => Exit::No,
            Some(Status::Solved | Status::Unique | Status::Multiple) => Exit::Answered,
            Some(Status::None) => Exit::No,
            Some(
                Status::Stuck | Status::Timeout | Status::Memout | Status::NodeLimit | Status::Unsupported,
            ) => Exit::Limit,
            Some(Status::Error | Status::Crash) => Exit::Internal,
        }
    }

    /// Whether there are several solutions, where one is asked for.
    pub(super) fn is_several(&self, question: Question) -> bool {
        question == Question::Unique && self.status == Some(Status::Multiple)
    }

    /// Whether the strategy broke down or its answer is wrong.
    pub(super) fn failed(&self) -> bool {
        matches!(self.status, Some(Status::Error | Status::Crash))
    }

    /// Counts it in `tally`.
    fn count(&self, question: Question, tally: &mut Tally) {
        let exit = self.exit(question);
        tally.searched += 1;
        match self.status {
            Some(_) => tally.answered += 1,
            None => tally.interrupted = Some(self.solutions.clone().saturated().0),
        }
        tally.several += u64::from(self.is_several(question));
        tally.limited += u64::from(exit == Exit::Limit);
        tally.worst = tally.worst.max(exit);
    }

    /// Writes the line for a pipe: the solution, the count, or the status.
    fn write_line(&self, question: Question, out: &mut Vec<u8>) {
        let is_found = matches!(self.status, Some(Status::Solved | Status::Unique | Status::Multiple));
        match &self.solution {
            _ if self.failed() || self.is_several(question) => out.extend_from_slice(self.word().as_bytes()),
            _ if question == Question::Count => {
                let more = if self.stop.is_none() { "" } else { "+" };
                out.extend_from_slice(format!("{}{more}", self.solutions).as_bytes());
            }
            Some(solution) if is_found => out.extend_from_slice(solution.as_bytes()),
            _ => out.extend_from_slice(self.word().as_bytes()),
        }
        out.push(b'\n');
    }

    /// Its status in one word.
    fn word(&self) -> &'static str {
        word(self.status)
    }

    /// The answer as a person would say it.
    fn verdict(&self) -> String {
        let Answer { solutions: count, stop, .. } = self;
        let remark = self.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let so_far = at_least(count);
        let Some(status) = self.status else { return format!("interrupted, {so_far}") };
        let sampling = self.cover.as_ref().and_then(|cover| cover.sampling);
        match status {
            _ if sampling.is_some() && count.to_u64() != Some(0) => match sampling {
                Some("uniform") => "drawn at random, each solution equally likely".to_string(),
                _ => "drawn at random, some solutions likelier than others".to_string(),
            },
            Status::Solved => format!("solved{remark}"),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple if stop.is_none() => format!("{count} solutions{remark}"),
            Status::Multiple => format!("{count} solutions or more{remark}"),
            Status::None => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => match &self.remark {
                Some(why) => format!("there is not enough memory: {why}"),
                None => format!("memory limit reached, {so_far}"),
            },
            Status::Stuck | Status::Unsupported => format!("{}{remark}", status.word()),
            Status::Error | Status::Crash => status.word().to_string(),
        }
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

impl Context<'_> {
    /// Writes `answer` behind `text`, and counts it there.
    pub(super) fn write(&self, label: &Label, answer: &Answer, text: &mut Text) {
        match self.form {
            Form::Json => self.record(label, answer).write(&mut text.bytes),
            // Where solutions are listed, only their absence is left to say.
            Form::Line if self.question == Question::All && answer.solutions.to_u64() != Some(0) => {}
            Form::Line => answer.write_line(self.question, &mut text.bytes),
            Form::Drawing => text.bytes.extend_from_slice(self.drawn(label, answer).as_bytes()),
        }
        answer.count(self.question, &mut text.tally);
    }

    /// Whether notes on answers are given.
    pub(super) fn has_notes(&self) -> bool {
        self.form == Form::Line && !self.terminal.quiet
    }

    /// A note that must not go unnoticed in a pipe. `made`: the notes of one worker so far, by their kind.
    pub(super) fn note(
        &self,
        label: &Label,
        answer: &Answer,
        made: &mut [u64; NoticeKind::COUNT],
    ) -> Option<Notice> {
        let note = |kind, diagnostic| Some(Notice::new(kind, diagnostic));
        if answer.failed() {
            let what = format!("{}: {}", self.name(label), answer.remark.as_deref().unwrap_or_default());
            let help = "this is a mistake in coverlab, not in your puzzle";
            return note(NoticeKind::Always, Diagnostic::error(what).help(help));
        }
        let exit = answer.exit(self.question);
        let kind = match answer.status {
            // An exact cover without solutions gets a note even if it has no remark.
            Some(Status::None) if answer.remark.is_none() && answer.cover.is_none() => return None,
            Some(Status::Solved) if answer.remark.is_none() => return None,
            _ if answer.is_several(self.question) => NoticeKind::Several,
            _ if exit == Exit::Limit => NoticeKind::Limited,
            Some(Status::Solved) => NoticeKind::Always,
            _ if exit == Exit::No => NoticeKind::Always,
            _ => return None,
        };
        if !self.has_notes() || !kind.is_wanted(made[kind as usize]) {
            return None;
        }
        made[kind as usize] += 1;
        let refused = answer.status == Some(Status::Memout) && answer.remark.is_some();
        let what = Diagnostic::note(format!("{}: {}", self.name(label), answer.verdict()));
        note(kind, what.help(if refused { MEMORY_HELP } else { "" }))
    }

    /// The name of the puzzle; the input's name alone if it has no other.
    fn name(&self, label: &Label) -> String {
        if label.line > 0 && self.shared.input.is_single() {
            return self.source.clone();
        }
        label.name(&self.source)
    }

    fn drawn(&self, label: &Label, answer: &Answer) -> String {
        let color = self.terminal.color;
        let mut text = String::new();
        if self.titled || self.shared.input.is_several() {
            text = paint(&label.name(&self.source), GIVEN, color) + "\n";
        }
        text += &answer.drawing;
        text += &answer.verdict();
        if self.terminal.quiet {
            return text + "\n";
        }
        let nodes = match answer.nodes {
            None => String::new(),
            Some(1) => " · 1 node".to_string(),
            Some(nodes) => format!(" · {nodes} nodes"),
        };
        let taken = answer.choice.map_or_else(String::new, |choice| format!(": {}", choice.taken));
        let facts = format!("· {}{taken}{nodes} · {}", self.strategy, duration(answer.cpu));
        match &answer.cover {
            None => format!("{text} {}\n\n", paint(&facts, FAINT, color)),
            Some(cover) => {
                let facts = format!("{facts} · {}", cover.size());
                format!("{text} {}\n{}", paint(&facts, FAINT, color), cover.chart())
            }
        }
    }

    fn record<'a>(&'a self, label: &'a Label, answer: &'a Answer) -> Record<'a> {
        let failed = answer.failed();
        let is_cover = answer.cover.is_some();
        let solution = answer.solution.as_deref().filter(|_| !failed);
        Record {
            puzzle: if is_cover { label.title.as_deref().unwrap_or(&self.source) } else { &answer.puzzle },
            strategy: &self.strategy,
            took: answer.choice.map(|choice| choice.taken),
            status: answer.word(),
            solutions: answer.solutions.to_u64().filter(|_| !failed),
            count: digits(&answer.solutions).filter(|_| !failed),
            exact: (!failed).then_some(answer.stop.is_none()),
            solution: match is_cover {
                true => solution.map(|solution| Solution::Options(solution.lines().collect())),
                false => solution.map(Solution::Text),
            },
            nodes: answer.nodes,
            stop: answer.stop.map(Stop::name),
            solve_cpu_ns: u64::try_from(answer.cpu.as_nanos())
                .ok()
                .filter(|_| answer.status != Some(Status::Crash)),
            cover: answer.cover.as_ref(),
            source: &self.source,
            place: (!is_cover).then(|| Place::new(label)),
            sampling: answer.cover.as_ref().and_then(|cover| cover.sampling),
            listed: answer.listed.as_ref().map(|list| list.iter().map(|s| s.lines().collect()).collect()),
        }
    }
}

/// A time for a person: three digits and a unit.
fn duration(time: Duration) -> String {
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
