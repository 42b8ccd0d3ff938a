//! How exact covers and what was found of them are written.

use super::search::Found;
use super::{Subject, picture};
use crate::cmd::solve::answer::{Question, at_least, digits, exit, word};
use crate::cmd::solve::render::{Form, duration};
use crate::cmd::{Exit, Failure, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::output::{self, Safe};
use coverlab_bench::record::Status;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::{Cover, Event, Stop};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufWriter, Stdout, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes the results.
pub(super) struct Printer<'a, W: Write> {
    subject: &'a Subject,
    form: Form,
    question: Question,
    pub(super) terminal: &'a Terminal,
    /// Where a picture of the first solution is still to be written.
    svg: Option<&'a Path>,
    started: Instant,
    flushed: Instant,
    listed: Vec<Vec<String>>,
    out: W,
}

impl<'a> Printer<'a, BufWriter<Safe<Stdout>>> {
    pub(super) fn new(
        subject: &'a Subject,
        form: Form,
        question: Question,
        terminal: &'a Terminal,
        svg: Option<&'a Path>,
    ) -> Self {
        let (started, out) = (Instant::now(), BufWriter::new(output::stdout()));
        let listed = Vec::new();
        Printer { subject, form, question, terminal, svg, started, flushed: started, listed, out }
    }
}

impl<W: Write> Printer<'_, W> {
    /// Writes one of several solutions. The solutions of a slow search are flushed at once.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn solution(&mut self, cover: &Cover) -> Result<(), Failure> {
        self.picture(cover)?;
        match self.form {
            Form::Json => self.listed.push(self.lines(cover)),
            Form::Pretty => writeln!(self.out, "{}", self.drawing(cover))?,
            Form::Line => write!(self.out, "{}\n\n", self.lines(cover).join("\n"))?,
        }
        if self.flushed.elapsed() > Duration::from_millis(50) {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Writes the answer, and notes that must not go unnoticed.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn end(
        &mut self,
        found: &Found,
        threads: usize,
        depths: Option<Vec<u64>>,
    ) -> Result<Exit, Failure> {
        let outcome = &found.outcome;
        let status = Status::of(outcome.stop, outcome.solutions);
        let first = outcome.kept.first().filter(|_| self.question != Question::All);
        if let Some(cover) = first {
            self.picture(cover)?;
        }
        match self.form {
            Form::Json => self.json(found, status, threads, depths)?,
            Form::Pretty => {
                if self.subject.titled {
                    writeln!(self.out, "{}", paint(&self.subject.name, GIVEN, self.terminal.color))?;
                }
                if let Some(cover) = first {
                    write!(self.out, "{}", self.drawing(cover))?;
                }
                self.statistics(found, status, depths)?;
            }
            Form::Line => {
                let line = self.line(found, status, first);
                if !line.is_empty() {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        self.out.flush()?;
        let exit = exit(status, self.question);
        let silent =
            self.terminal.quiet || self.form != Form::Line || self.svg.is_none() && exit == Exit::Answered;
        if !silent && !matches!(exit, Exit::Answered | Exit::Interrupted) {
            let what = format!("{}: {}", self.subject.name, self.verdict(found, status));
            show_diagnostic(&Diagnostic::note(what), self.terminal);
        }
        Ok(exit)
    }

    /// Writes the picture that was asked for, once.
    fn picture(&mut self, cover: &Cover) -> Result<(), Failure> {
        let Some((path, family)) = self.svg.zip(self.subject.family.as_ref()) else { return Ok(()) };
        self.svg = None;
        std::fs::write(path, picture::svg(&family.picture(cover)))
            .map_err(|error| Failure::input(Diagnostic::of(&Error::file("write the picture", path, &error))))
    }

    fn lines(&self, cover: &Cover) -> Vec<String> {
        cover.options().iter().map(|&option| self.subject.problem.option_text(option)).collect()
    }

    fn drawing(&self, cover: &Cover) -> String {
        match &self.subject.family {
            Some(family) => picture::text(&family.picture(cover), self.terminal.color),
            None => self.lines(cover).join("\n") + "\n",
        }
    }

    /// The line for a pipe.
    fn line(&self, found: &Found, status: Option<Status>, first: Option<&Cover>) -> String {
        let outcome = &found.outcome;
        match (self.question, status) {
            (Question::Count, _) if outcome.stop.is_none() => outcome.count().to_string(),
            (Question::Count, _) => format!("{}+", outcome.count()),
            (Question::All, _) if outcome.solutions > 0 => String::new(),
            (Question::Unique, Some(Status::Multiple)) => word(status).to_string(),
            _ => first.map_or_else(|| word(status).to_string(), |cover| self.lines(cover).join("\n")),
        }
    }

    fn statistics(
        &mut self,
        found: &Found,
        status: Option<Status>,
        depths: Option<Vec<u64>>,
    ) -> Result<(), Failure> {
        let verdict = self.verdict(found, status);
        if self.terminal.quiet {
            writeln!(self.out, "{verdict}")?;
            return Ok(());
        }
        let problem = &self.subject.problem;
        let outcome = &found.outcome;
        let nodes =
            if found.counts_nodes { format!(" · {} nodes", outcome.counters.nodes) } else { String::new() };
        let size = format!("{} items, {} options", problem.items(), problem.options());
        let time = duration(found.cpu);
        let taken = outcome.choice.map_or_else(String::new, |choice| format!(": {}", choice.taken));
        let facts = format!("· {}{taken}{nodes} · {time} · {size}", found.strategy);
        writeln!(self.out, "{verdict} {}", paint(&facts, FAINT, self.terminal.color))?;
        let depths = depths.unwrap_or_default();
        let most = depths.iter().copied().max().unwrap_or(0).max(1);
        for (depth, nodes) in depths.iter().enumerate() {
            let bar = "▇".repeat((*nodes as f64 / most as f64 * 50.0).ceil() as usize);
            writeln!(self.out, "depth {depth:3} {nodes:14} {bar}")?;
        }
        Ok(())
    }

    /// The answer as a person would say it.
    fn verdict(&self, found: &Found, status: Option<Status>) -> String {
        let outcome = &found.outcome;
        let count = match outcome.solutions {
            1 => "one solution".to_string(),
            _ => format!("{} solutions", outcome.count()),
        };
        let so_far = at_least(&outcome.count());
        let Some(status) = status else { return format!("interrupted, {so_far}") };
        match status {
            _ if found.sampling.is_some() && outcome.solutions > 0 => match found.sampling {
                Some("uniform") => "drawn at random, each solution equally likely".to_string(),
                _ => "drawn at random, some solutions likelier than others".to_string(),
            },
            Status::Solved => "solved".to_string(),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple => {
                let more = if outcome.stop.is_some() { " or more" } else { "" };
                match &outcome.kept[..] {
                    [one, other, ..] if self.question == Question::Unique => {
                        format!("{count}{more}, first difference: {}", self.difference(one, other))
                    }
                    _ => format!("{count}{more}"),
                }
            }
            Status::None => self.why_none(),
            Status::Stuck => "stuck".to_string(),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => format!("memory limit reached, {so_far}"),
            Status::Unsupported | Status::Error | Status::Crash => status.word().to_string(),
        }
    }

    fn difference(&self, one: &Cover, other: &Cover) -> String {
        let only = |a: &Cover, b: &Cover| {
            let option = a.options().iter().find(|option| !b.options().contains(option));
            option.map_or_else(String::new, |&option| self.subject.problem.option_text(option))
        };
        format!("`{}` or `{}`", only(one, other), only(other, one))
    }

    fn why_none(&self) -> String {
        let problem = &self.subject.problem;
        match problem.starved_item() {
            Some(item) if problem.multiplicity(item).least > 1 => {
                let (name, least) = (problem.item_name(item), problem.multiplicity(item).least);
                format!("no solution: item {name} has fewer than the {least} options that it needs")
            }
            Some(item) => format!("no solution: item {} is in no option", problem.item_name(item)),
            None => "no solution".to_string(),
        }
    }

    fn json(
        &mut self,
        found: &Found,
        status: Option<Status>,
        threads: usize,
        depths: Option<Vec<u64>>,
    ) -> Result<(), Failure> {
        let (outcome, problem) = (&found.outcome, &self.subject.problem);
        let events = Event::ALL.into_iter().filter(|&event| outcome.counters.of(event) > 0);
        let record = Record {
            puzzle: &self.subject.name,
            strategy: &found.strategy,
            took: outcome.choice.map(|choice| choice.taken),
            status: word(status),
            solutions: outcome.count().to_u64(),
            count: digits(&outcome.count()),
            exact: outcome.stop.is_none(),
            solution: outcome
                .kept
                .first()
                .filter(|_| self.question != Question::All)
                .map(|cover| self.lines(cover)),
            nodes: found.counts_nodes.then_some(outcome.counters.nodes),
            stop: outcome.stop.map(Stop::name),
            solve_cpu_ns: nanoseconds(found.cpu),
            wall_ns: nanoseconds(self.started.elapsed()),
            threads,
            items: problem.items(),
            primary: problem.primary(),
            options: problem.options(),
            max_depth: found.counts_nodes.then_some(outcome.counters.max_depth),
            counters: events.map(|event| (event.name(), outcome.counters.of(event))).collect(),
            depths,
            source: &self.subject.source,
            sampling: found.sampling,
            listed: (self.question == Question::All).then_some(&self.listed),
        };
        let line = serde_json::to_string(&record).expect("strings and numbers have a JSON form");
        writeln!(self.out, "{line}")?;
        Ok(())
    }
}

/// Writes the JSON object of an instance that the strategy cannot take.
///
/// # Errors
/// It cannot be written.
pub(super) fn refusal(subject: &Subject, strategy: &str, status: &str, error: &str) -> Result<(), Failure> {
    let Subject { name: puzzle, source, .. } = subject;
    let record = RefusalRecord { puzzle, strategy, status, source, error };
    let line = serde_json::to_string(&record).expect("strings have a JSON form");
    writeln!(output::stdout(), "{line}")?;
    Ok(())
}

/// An instance that was not searched.
#[derive(Serialize)]
struct RefusalRecord<'a> {
    puzzle: &'a str,
    strategy: &'a str,
    status: &'a str,
    source: &'a str,
    error: &'a str,
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The first ten keys are those of a Sudoku.
#[derive(Serialize)]
struct Record<'a> {
    puzzle: &'a str,
    strategy: &'a str,
    took: Option<&'static str>,
    status: &'static str,
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    exact: bool,
    solution: Option<Vec<String>>,
    nodes: Option<u64>,
    stop: Option<&'static str>,
    solve_cpu_ns: u64,
    wall_ns: u64,
    threads: usize,
    items: usize,
    primary: usize,
    options: usize,
    max_depth: Option<u64>,
    counters: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<u64>>,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<&'a Vec<Vec<String>>>,
}
