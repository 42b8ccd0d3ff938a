//! The answer to one puzzle of any kind: its exit code, and its form as a line, a JSON object, a drawing or a note.

use super::arguments::{Form, Question};
use super::context::{InputCount, Label};
use super::page::{NoticeKind, Tally};
use super::problem::{CoverFacts, Job, Solvable};
use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_bench::terminal::{FAINT, GIVEN, paint};
use coverlab_model::{FaultKind, Natural, Outcome, Stop, Violation};
use serde::Serialize;
use std::time::Duration;

/// The remedy where there is not enough memory.
const MEMORY_HELP: &str =
    "a smaller board takes less, and so may another strategy; in a formula, clues=reduced or amo=product";

/// The largest number that every reader of JSON takes as it is.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// The answer to one puzzle.
pub(super) struct Answer<'a, P: Solvable> {
    pub(super) job: &'a Job<'a, P>,
    pub(super) label: &'a Label,
    pub(super) problem: &'a P,
    pub(super) outcome: &'a Outcome<P>,
    /// `None`: the search was interrupted.
    status: Option<Status>,
    /// How far an incomplete strategy came, where two solutions differ, what went wrong.
    pub(super) remark: Option<String>,
    /// The solutions listed in a record.
    pub(super) listed: Option<Vec<String>>,
    cpu: Duration,
    pub(super) facts: Option<CoverFacts>,
}

impl<'a, P: Solvable> Answer<'a, P> {
    /// The answer that `outcome` is, which took `cpu`, if the referee accepts it.
    pub(super) fn new(
        job: &'a Job<'a, P>,
        label: &'a Label,
        problem: &'a P,
        outcome: &'a Outcome<P>,
        cpu: Duration,
    ) -> Answer<'a, P> {
        let status = Status::of(outcome.stop, outcome.solutions);
        let answer =
            Answer { job, label, problem, outcome, status, remark: None, listed: None, cpu, facts: None };
        if let Some(fault) = outcome.fault() {
            return match fault.kind {
                FaultKind::Crash => answer.failed(Status::Crash, fault.what.clone()),
                FaultKind::WrongAnswer => answer.failed(Status::Error, fault.what.clone()),
                FaultKind::Unsupported => Answer { remark: Some(fault.what.clone()), ..answer },
            };
        }
        if let Err(violation) = outcome.verify(problem) {
            return answer.refuted(&violation);
        }
        let remark = match (&outcome.partial, &outcome.kept[..]) {
            (_, [one, other, ..]) => {
                Some(format!("first difference: {}", problem.difference(one, other, &job.context)))
            }
            (Some(partial), _) => Some(partial.progress()),
            _ if status == Some(Status::None) => problem.contradiction(false, &job.context),
            _ => answer.refusal(),
        };
        Answer { remark, ..answer }
    }

    /// Why the strategy did not take the instance, if it did not.
    fn refusal(&self) -> Option<String> {
        let refused = matches!(self.outcome.stop, Some(Stop::Unsupported | Stop::Memory));
        let configured = &self.job.configured;
        let why = configured.backend.accepts(self.problem).err().filter(|_| refused)?;
        Some(format!("{} {why}", configured.about.name))
    }

    /// This answer, which the referee rejects.
    pub(super) fn refuted(self, violation: &Violation) -> Answer<'a, P> {
        self.failed(Status::Error, format!("the referee rejects what the strategy found: {violation}"))
    }

    /// This answer, if the strategy broke down or is wrong.
    pub(super) fn failed(self, status: Status, what: String) -> Answer<'a, P> {
        Answer { status: Some(status), remark: Some(what), ..self }
    }

    /// With more remarks, for a puzzle that the input holds alone.
    pub(super) fn with_remarks(self) -> Answer<'a, P> {
        let context = &self.job.context;
        let remark = match (self.status, self.outcome.kept.first()) {
            _ if context.question == Question::Count || context.form == Form::Json => None,
            (Some(Status::None), _) => self.problem.contradiction(true, context),
            (Some(Status::Solved), Some(found)) => self.problem.another(found, context),
            _ => None,
        };
        Answer { remark: remark.or(self.remark), ..self }
    }

    fn question(&self) -> Question {
        self.job.context.question
    }

    /// Whether nothing can be said: the search was interrupted, and does not count.
    pub(super) fn is_missing(&self) -> bool {
        self.status.is_none() && self.question() != Question::Count
    }

    /// The exit code that the answer calls for.
    fn exit(&self) -> Exit {
        match self.status {
            None => Exit::Interrupted,
            Some(Status::Multiple) if self.question() == Question::Unique => Exit::No,
            Some(Status::Solved | Status::Unique | Status::Multiple) => Exit::Answered,
            Some(Status::None) => Exit::No,
            Some(
                Status::Stuck | Status::Timeout | Status::Memout | Status::NodeLimit | Status::Unsupported,
            ) => Exit::Limit,
            Some(Status::Error | Status::Crash) => Exit::Internal,
        }
    }

    /// Whether there are several solutions, where one is asked for.
    fn is_several(&self) -> bool {
        self.question() == Question::Unique && self.status == Some(Status::Multiple)
    }

    /// Whether the strategy broke down or its answer is wrong.
    fn has_failed(&self) -> bool {
        matches!(self.status, Some(Status::Error | Status::Crash))
    }

    /// Counts it in `tally`.
    pub(super) fn count(&self, tally: &mut Tally) {
        match self.status {
            Some(_) => tally.answered += 1,
            None => tally.interrupted = Some(self.outcome.solutions),
        }
        let exit = self.exit();
        tally.several += u64::from(self.is_several());
        tally.limited += u64::from(exit == Exit::Limit);
        tally.worst = tally.worst.max(exit);
        tally.choose(self.outcome.choice, 1);
    }

    /// Writes it in the form that is asked for.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self.job.context.form {
            Form::Json => self.write_record(out),
            // Where solutions are listed, only their absence is left to say.
            Form::Line
                if self.question() == Question::All && self.outcome.solutions > 0 && !self.has_failed() => {}
            Form::Line => self.write_line(out),
            Form::Drawing => out.extend_from_slice(self.drawn().as_bytes()),
        }
    }

    /// The first solution in plain text, unless there is none or it is wrong.
    fn solution(&self) -> Option<String> {
        let first = self.outcome.kept.first().filter(|_| !self.has_failed())?;
        Some(self.problem.solution_line(first, &self.job.context))
    }

    /// Writes the line for a pipe: the solution, the count, or the status.
    fn write_line(&self, out: &mut Vec<u8>) {
        let is_found = matches!(self.status, Some(Status::Solved | Status::Unique | Status::Multiple));
        let line = match self.solution() {
            _ if self.has_failed() || self.is_several() => None,
            _ if self.question() == Question::Count => {
                let more = if self.outcome.stop.is_none() { "" } else { "+" };
                Some(format!("{}{more}", self.outcome.count()))
            }
            solution => solution.filter(|_| is_found),
        };
        out.extend_from_slice(line.as_deref().unwrap_or(word(self.status)).as_bytes());
        out.push(b'\n');
    }

    /// The answer as a person would say it.
    fn verdict(&self) -> String {
        let (count, stop) = (self.outcome.count(), self.outcome.stop);
        let remark = self.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let so_far = at_least(&count);
        let Some(status) = self.status else { return format!("interrupted, {so_far}") };
        match (status, self.facts.as_ref().and_then(|facts| facts.sampling)) {
            (_, Some("uniform")) if self.outcome.solutions > 0 => {
                "drawn at random, each solution equally likely".to_string()
            }
            (_, Some(_)) if self.outcome.solutions > 0 => {
                "drawn at random, some solutions likelier than others".to_string()
            }
            (Status::Solved, _) => format!("solved{remark}"),
            (Status::Unique, _) => "the only solution".to_string(),
            (Status::Multiple, _) if stop.is_none() => format!("{count} solutions{remark}"),
            (Status::Multiple, _) => format!("{count} solutions or more{remark}"),
            (Status::None, _) => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            (Status::Timeout, _) => format!("time limit reached, {so_far}"),
            (Status::NodeLimit, _) => format!("node limit reached, {so_far}"),
            (Status::Memout, _) => match &self.remark {
                Some(why) => format!("there is not enough memory: {why}"),
                None => format!("memory limit reached, {so_far}"),
            },
            (Status::Stuck | Status::Unsupported, _) => format!("{}{remark}", status.word()),
            (Status::Error | Status::Crash, _) => status.word().to_string(),
        }
    }

    /// A note that must not go unnoticed in a pipe, unless `made` messages of its kind were enough.
    pub(super) fn note(&self, made: &[u64; NoticeKind::COUNT]) -> Option<(NoticeKind, Diagnostic)> {
        let context = &self.job.context;
        if self.has_failed() {
            let what =
                format!("{}: {}", context.name(self.label), self.remark.as_deref().unwrap_or_default());
            let whose = if self.outcome.fault().is_some() { "the external solver" } else { "coverlab" };
            let help = format!("this is a mistake in {whose}, not in your puzzle");
            return Some((NoticeKind::Always, Diagnostic::error(what).help(help)));
        }
        let kind = match (self.status, self.exit()) {
            // An exact cover without solutions gets a note even if it has no remark.
            (Some(Status::None), _) if self.remark.is_none() && self.facts.is_none() => return None,
            (Some(Status::Solved), _) if self.remark.is_none() => return None,
            _ if self.is_several() => NoticeKind::Several,
            (_, Exit::Limit) => NoticeKind::Limited,
            (Some(Status::Solved), _) | (_, Exit::No) => NoticeKind::Always,
            _ => return None,
        };
        if !context.has_notes() || !kind.is_wanted(made[kind as usize]) {
            return None;
        }
        let refused = self.status == Some(Status::Memout) && self.remark.is_some();
        let what = Diagnostic::note(format!("{}: {}", context.name(self.label), self.verdict()));
        Some((kind, what.help(if refused { MEMORY_HELP } else { "" })))
    }

    fn nodes(&self) -> Option<u64> {
        let is_counted = self.job.configured.about.counts_nodes() && !self.has_failed();
        is_counted.then_some(self.outcome.counters.nodes)
    }

    fn drawn(&self) -> String {
        let (context, outcome) = (&self.job.context, self.outcome);
        let color = context.terminal.color;
        let mut text = String::new();
        if context.titled || context.state.count() == InputCount::Several {
            text = paint(&self.label.name(&context.source), GIVEN, color) + "\n";
        }
        text += &match &outcome.partial {
            _ if self.has_failed() => String::new(),
            Some(partial) => partial.drawing(None, context),
            None if context.question == Question::All && outcome.solutions > 0 => String::new(),
            None => self.problem.drawing(outcome.kept.first(), context),
        };
        text += &self.verdict();
        if context.terminal.quiet {
            return text + "\n";
        }
        let nodes = match self.nodes() {
            None => String::new(),
            Some(1) => " · 1 node".to_string(),
            Some(nodes) => format!(" · {nodes} nodes"),
        };
        let taken = outcome.choice.map_or_else(String::new, |choice| format!(": {}", choice.taken));
        let facts = format!("· {}{taken}{nodes} · {}", context.strategy, duration(self.cpu));
        match &self.facts {
            None => format!("{text} {}\n\n", paint(&facts, FAINT, color)),
            Some(CoverFacts { items, options, depths, .. }) => {
                let facts = format!("{facts} · {items} items, {options} options");
                let depths = depths.as_deref().unwrap_or_default();
                format!("{text} {}\n{}", paint(&facts, FAINT, color), chart(depths))
            }
        }
    }

    /// Writes it as a JSON object.
    fn write_record(&self, out: &mut Vec<u8>) {
        let (Answer { outcome, label, job, .. }, has_failed) = (self, self.has_failed());
        let first = self.listed.as_ref().and_then(|list| list.first().cloned());
        let (count, solution) = (outcome.count(), first.or_else(|| self.solution()));
        let is_cover = self.facts.is_some();
        let written = |text| Solution::of(text, is_cover);
        let record = Record {
            puzzle: &self.problem.line(label, &job.context),
            strategy: &job.context.strategy,
            took: outcome.choice.map(|choice| choice.taken),
            status: word(self.status),
            solutions: count.to_u64().filter(|_| !has_failed),
            count: digits(&count).filter(|_| !has_failed),
            exact: (!has_failed).then_some(outcome.stop.is_none()),
            solution: solution.as_deref().map(written),
            nodes: self.nodes(),
            stop: outcome.stop.filter(|_| !has_failed).map(Stop::name),
            solve_cpu_ns: u64::try_from(self.cpu.as_nanos())
                .ok()
                .filter(|_| self.status != Some(Status::Crash)),
            cover: self.facts.as_ref(),
            source: &job.context.source,
            place: (!is_cover).then(|| Place {
                line: (label.line > 0).then_some(label.line),
                name: label.title.as_deref(),
            }),
            sampling: self.facts.as_ref().and_then(|facts| facts.sampling),
            listed: self.listed.as_ref().map(|list| list.iter().map(|text| written(text)).collect()),
        };
        serde_json::to_writer(&mut *out, &record).expect("strings and numbers have a JSON form");
        out.push(b'\n');
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

/// A bar chart of the nodes at each depth.
fn chart(depths: &[u64]) -> String {
    let most = depths.iter().copied().max().unwrap_or(0).max(1);
    let bar = |nodes: u64| "▇".repeat((nodes as f64 / most as f64 * 50.0).ceil() as usize);
    let line = |(depth, &nodes)| format!("depth {depth:3} {nodes:14} {}\n", bar(nodes));
    depths.iter().enumerate().map(line).collect()
}

/// A JSON object: the keys in their order. What does not apply to a kind of problem is `None`.
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
    solution: Option<Solution<'a>>,
    nodes: Option<u64>,
    stop: Option<&'static str>,
    solve_cpu_ns: Option<u64>,
    #[serde(flatten)]
    cover: Option<&'a CoverFacts>,
    source: &'a str,
    #[serde(flatten)]
    place: Option<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<Solution<'a>>>,
}

/// A solution in a JSON object.
#[derive(Serialize)]
#[serde(untagged)]
enum Solution<'a> {
    Text(&'a str),
    Options(Vec<&'a str>),
}

impl<'a> Solution<'a> {
    fn of(text: &'a str, is_cover: bool) -> Solution<'a> {
        if is_cover { Solution::Options(text.lines().collect()) } else { Solution::Text(text) }
    }
}

/// Where a puzzle is in its input.
#[derive(Serialize)]
struct Place<'a> {
    line: Option<usize>,
    name: Option<&'a str>,
}

/// The digits of a number that a reader of JSON may round.
fn digits(number: &Natural) -> Option<String> {
    number.to_u64().is_none_or(|word| word > MAX_EXACT).then(|| number.to_string())
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
