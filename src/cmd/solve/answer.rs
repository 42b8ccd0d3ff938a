//! The answer to one puzzle of any kind: its exit code, and its form as a line, a JSON object, a drawing or a note.

use super::arguments::{AnswerForm, Question};
use super::job::{InputJob, PuzzleLabel, SolveCommand};
use super::json_answer::{JsonAnswer, JsonSolution, word};
use super::output::AnswerCounts;
use super::problem::Solvable;
use crate::support::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_bench::terminal::{FAINT, GIVEN, paint};
use coverlab_bench::text::counted;
use coverlab_model::clock::nanoseconds;
use coverlab_model::{Fault, Natural, Outcome, Refusal, Stop};
use coverlab_report::plain_time;
use std::time::Duration;

/// The largest integer that no JSON reader rounds.
const MAX_EXACT_INTEGER: u64 = (1 << 53) - 1;

/// The answer to one puzzle.
pub(super) struct PuzzleAnswer<'a, P: Solvable> {
    job: &'a InputJob<'a, P>,
    label: &'a PuzzleLabel,
    problem: &'a P,
    outcome: &'a Outcome<P>,
    /// `None`: the search was interrupted.
    status: Option<Status>,
    /// Further remarks: a fault, the difference of two solutions, the progress of an incomplete strategy, why the
    /// strategy rejects the problem, or a remark of the problem itself.
    remark: Option<String>,
    /// Why the strategy rejected the problem, if it did. Known once, because finding out may translate the problem.
    refusal: Option<Refusal>,
    /// The solutions of a JSON object.
    pub(super) listed: Option<Vec<String>>,
    cpu: Duration,
}

impl<'a, P: Solvable> PuzzleAnswer<'a, P> {
    /// The answer to `problem`, after the referee has verified `outcome`. `None` if the search was interrupted, unless a
    /// count or a JSON object says how far it came.
    pub(super) fn new(
        job: &'a InputJob<'a, P>,
        label: &'a PuzzleLabel,
        problem: &'a P,
        outcome: &'a Outcome<P>,
        cpu: Duration,
    ) -> Option<PuzzleAnswer<'a, P>> {
        let rejected = || outcome.verify(problem).err().map(|violation| Fault::rejected(&violation));
        let fault = outcome.fault().cloned().or_else(rejected);
        let status = match &fault {
            Some(fault) => Some(Status::of_fault(fault.kind)),
            None => Status::of(outcome.stop, outcome.solutions),
        };
        let refusal = match outcome.stop {
            Some(Stop::Unsupported | Stop::Memory) => job.configured.backend.refusal(problem),
            _ => None,
        };
        let (remark, listed) = (fault.map(|fault| fault.what), None);
        let answer = PuzzleAnswer { job, label, problem, outcome, status, remark, refusal, listed, cpu };
        let SolveCommand { question, form, .. } = job.context.command;
        match status {
            None if question != Question::Count && form != AnswerForm::Json => None,
            _ if answer.has_failed() => Some(answer),
            _ => Some(PuzzleAnswer { remark: answer.remark(), ..answer }),
        }
    }

    /// The remark on an answer that is not a fault.
    fn remark(&self) -> Option<String> {
        let PuzzleAnswer { outcome, problem, job: InputJob { context, configured, .. }, .. } = self;
        match (self.status, &outcome.kept[..]) {
            (_, [one, other, ..]) => {
                Some(format!("first difference: {}", problem.difference(one, other, context)))
            }
            _ if outcome.partial.is_some() => outcome.partial.as_deref().and_then(P::progress),
            (Some(Status::None), _) => problem.remark(None, context),
            (Some(Status::Solved), [found]) => problem.remark(Some(found), context),
            _ => self.refusal.as_ref().map(|why| format!("{} {why}", configured.about.name)),
        }
    }

    fn question(&self) -> Question {
        self.job.context.command.question
    }

    /// Whether the solutions are drawn at random.
    fn is_random(&self) -> bool {
        self.job.context.command.arguments.cover.random
    }

    /// The exit code of the answer, and whether a line of text needs a note beside it.
    fn exit(&self) -> (Exit, bool) {
        let Some(status) = self.status else { return (Exit::Interrupted, false) };
        match status {
            Status::Solved => (Exit::Answered, self.remark.is_some()),
            Status::Multiple if self.question() == Question::Unique => (Exit::No, true),
            Status::Unique | Status::Multiple => (Exit::Answered, false),
            // An exact cover without solutions gets a note even if there is nothing to remark.
            Status::None => (Exit::No, self.remark.is_some() || P::IS_COVER),
            Status::Error | Status::Crash => (Exit::Internal, false),
            Status::Stuck | Status::Timeout | Status::Memout | Status::NodeLimit | Status::Unsupported => {
                (Exit::Limit, true)
            }
        }
    }

    /// Whether the answer gets a note.
    fn has_note(&self) -> bool {
        self.exit().1 && self.job.context.command.form == AnswerForm::Line
    }

    /// Whether the strategy crashed or its answer is wrong.
    pub(super) fn has_failed(&self) -> bool {
        matches!(self.status, Some(Status::Error | Status::Crash))
    }

    /// Adds the answer to `counts`.
    pub(super) fn count(&self, counts: &mut AnswerCounts) {
        match self.exit() {
            (Exit::Interrupted, _) => counts.interrupt(self.outcome.solutions),
            (exit, _) => counts.add_answer(exit, self.has_note()),
        }
        counts.add_choice(self.outcome.choice, 1);
    }

    /// Writes the answer in the requested form.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self.job.context.command.form {
            AnswerForm::Json => self.write_record(out),
            // Listed solutions are written as they are found; only their absence is written here.
            AnswerForm::Line
                if self.question() == Question::All && self.outcome.solutions > 0 && !self.has_failed() => {}
            AnswerForm::Line => self.write_line(out),
            AnswerForm::Drawing => out.extend_from_slice(self.drawn().as_bytes()),
        }
    }

    /// The first solution in plain text, if there is a correct one.
    fn solution(&self) -> Option<String> {
        let first = self.outcome.kept.first().filter(|_| !self.has_failed())?;
        Some(self.problem.solution_line(first, &self.job.context))
    }

    /// Writes the line for a pipe: the solution, the count, or the status.
    fn write_line(&self, out: &mut Vec<u8>) {
        let line = match (self.status, self.question()) {
            (Some(Status::Error | Status::Crash), _) | (Some(Status::Multiple), Question::Unique) => None,
            (_, Question::Count) => {
                let more = if self.outcome.stop.is_none() { "" } else { "+" };
                Some(format!("{}{more}", self.outcome.count()))
            }
            (Some(Status::Solved | Status::Unique | Status::Multiple), _) => self.solution(),
            _ => None,
        };
        out.extend_from_slice(line.as_deref().unwrap_or(word(self.status)).as_bytes());
        out.push(b'\n');
    }

    /// The answer as a sentence.
    fn verdict(&self) -> String {
        let (count, stop) = (self.outcome.count(), self.outcome.stop);
        let remark = self.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let so_far = at_least(&count);
        let Some(status) = self.status else { return format!("interrupted, {so_far}") };
        match status {
            Status::Solved => format!("solved{remark}"),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple if stop.is_none() => format!("{count} solutions{remark}"),
            Status::Multiple => format!("{count} solutions or more{remark}"),
            Status::None => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => match &self.remark {
                Some(why) if matches!(self.refusal, Some(Refusal::Exceeds { .. })) => why.clone(),
                Some(why) => format!("there is not enough memory: {why}"),
                None if self.is_random() => {
                    "the diagram of all solutions needs more memory than allowed".to_string()
                }
                None => format!("memory limit reached, {so_far}"),
            },
            Status::Stuck | Status::Unsupported => format!("{}{remark}", status.name()),
            Status::Error | Status::Crash => status.name().to_string(),
        }
    }

    /// The error of a search that failed, or the note on the answer.
    pub(super) fn message(&self) -> Option<Diagnostic> {
        let name = self.job.context.name(self.label);
        if self.has_failed() {
            let error = Diagnostic::error(format!("{name}: {}", self.remark.as_deref().unwrap_or_default()));
            let help = "this is a bug in coverlab, not in your puzzle: please report it";
            return Some(error.help(help));
        }
        let note = || Diagnostic::note(format!("{name}: {}", self.verdict())).help(self.help());
        self.has_note().then(note)
    }

    /// The remedy for a strategy that does not accept the instance; empty if there is none.
    fn help(&self) -> &'static str {
        match (self.status, &self.refusal) {
            (Some(Status::Memout), _) if self.is_random() => {
                "instead of --random, --strategy zdd-cover:order=random,memory=4096 allows a larger diagram, and --strategy \
                 mcc:options=random needs none, but some solutions are likelier than others"
            }
            (Some(Status::Unsupported), _) if self.is_random() => {
                "instead of --random, --strategy mcc:options=random needs no diagram, but some solutions are likelier than \
                 others"
            }
            (Some(Status::Memout), Some(Refusal::Exceeds { .. })) => "`coverlab sat` decides larger formulas",
            (Some(Status::Memout), Some(_)) => {
                "a smaller instance or another strategy may need less; for a formula, try clues=reduced or amo=product"
            }
            (Some(Status::Unsupported), _) => "--strategy auto accepts every instance",
            _ => "",
        }
    }

    fn nodes(&self) -> Option<u64> {
        let is_counted = self.job.configured.about.counts_nodes() && !self.has_failed();
        is_counted.then_some(self.outcome.counters.nodes)
    }

    fn drawn(&self) -> String {
        let (context, outcome) = (&self.job.context, self.outcome);
        let SolveCommand { terminal, question, titled, .. } = context.command;
        let mut text = String::new();
        if titled || context.state.is_several() {
            text = paint(&self.label.name(&context.source), GIVEN, terminal.color) + "\n";
        }
        text += &match &outcome.partial {
            _ if self.has_failed() => String::new(),
            Some(partial) => partial.drawing(None, context),
            None if question == Question::All && outcome.solutions > 0 => String::new(),
            None => self.problem.drawing(outcome.kept.first(), context),
        };
        text += &self.verdict();
        if terminal.quiet {
            return text + "\n";
        }
        let nodes = self.nodes().map(|nodes| format!(" · {}", counted(nodes, "node", "nodes")));
        let taken = outcome.choice.map(|choice| format!(": {}", choice.taken));
        let parts = self.problem.parts().map(|parts| format!(" · {parts}"));
        let [nodes, taken, parts] = [nodes, taken, parts].map(Option::unwrap_or_default);
        let time = plain_time(self.cpu);
        let statistics = format!("· {}{taken}{nodes} · {time}{parts}", context.strategy);
        let end = if P::IS_COVER { "" } else { "\n" };
        format!("{text} {}\n{end}", paint(&statistics, FAINT, terminal.color))
    }

    /// Writes the answer as a JSON object.
    fn write_record(&self, out: &mut Vec<u8>) {
        let PuzzleAnswer { outcome, label, problem, job, .. } = self;
        let (count, solution, context) = (outcome.count(), self.solution(), &job.context);
        let (is_valid, is_puzzle) = (!self.has_failed(), !P::IS_COVER);
        let form = |text| JsonSolution::of(text, P::IS_COVER);
        let record = JsonAnswer {
            puzzle: &problem.line(label, context),
            strategy: &context.strategy,
            took: outcome.choice.map(|choice| choice.taken),
            status: word(self.status),
            solutions: count.to_u64().filter(|_| is_valid),
            count: digits(&count).filter(|_| is_valid),
            exact: is_valid.then_some(outcome.stop.is_none()),
            solution: solution.as_deref().map(form),
            nodes: self.nodes(),
            stop: outcome.stop.filter(|_| is_valid).map(Stop::name),
            solve_cpu_ns: (self.status != Some(Status::Crash)).then_some(nanoseconds(self.cpu)),
            cover: problem.facts(job, outcome),
            source: &context.source,
            line: is_puzzle.then_some((label.line > 0).then_some(label.line)),
            name: is_puzzle.then_some(label.title.as_deref()),
            listed: self.listed.as_ref().map(|list| list.iter().map(|text| form(text)).collect()),
        };
        record.write(out);
    }
}

/// The number of solutions of a search that ended early, in words.
pub(super) fn at_least(solutions: &Natural) -> String {
    match solutions.to_u64() {
        Some(0) => "none found so far".to_string(),
        Some(1) => "at least one solution".to_string(),
        _ => format!("at least {solutions} solutions"),
    }
}

/// The digits of a number that a JSON reader may round; `None` for a smaller one.
fn digits(number: &Natural) -> Option<String> {
    number.to_u64().is_none_or(|word| word > MAX_EXACT_INTEGER).then(|| number.to_string())
}
