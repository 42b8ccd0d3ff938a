//! Exact covers: how one is searched, on one thread or several, at random, or in a process of its own.

use super::answer::word;
use super::arguments::{Form, Question};
use super::cover_facts::{CoverFacts, CoverSearch};
use super::problem::{Engine, Searched, Solvable, Style, search_by};
use super::{Command, Instance, configure, sample, threads};
use crate::cmd::{Exit, Failure, picture};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::output;
use coverlab_bench::record::Status;
use coverlab_bench::worker;
use coverlab_model::family::Family;
use coverlab_model::{
    Cover, Event, ExactCover, Flow, Outcome, Progress, Refusal, Session, Sink, Task, parallel,
};
use coverlab_strategies::{self as lookup, Configured};
use serde::Serialize;
use std::io::Write;

impl Command<'_> {
    /// Solves an exact cover; with --svg, writes a picture of its first solution.
    pub(super) fn solve_cover(
        self,
        instance: Instance,
        problem: ExactCover,
        family: Option<&dyn Family>,
    ) -> Result<Exit, Failure> {
        let Command { arguments, .. } = self;
        let configured = configure(arguments, lookup::exact_cover)?;
        if let Err(why) = configured.backend.accepts(&problem) {
            return Err(self.refused(&instance, &configured, &why)?);
        }
        let picture = match (&arguments.cover.svg, family) {
            (Some(_), None) => {
                let error = Diagnostic::error("--svg draws solutions of a family, and this is a file");
                return Err(Failure::usage(error.help("name a family: --family queens:8")));
            }
            (svg, family) => svg.as_ref().zip(family),
        };
        let mut engine = self.engine(configured);
        if arguments.question() == Question::Count {
            // A count needs no covers, and the strategy may report many at once.
            engine.task.keep = 0;
        }
        let is_unstoppable = !engine.configured.about.interruptible && engine.task.time.is_some();
        engine.cover = CoverSearch {
            threads: threads(arguments.threads),
            random: arguments.cover.random.then_some(arguments.limit.unwrap_or(1)),
            is_chosen: arguments.strategy.is_some(),
            is_apart: is_unstoppable && arguments.memory_limit.is_none(),
            counts_depths: arguments.cover.depths,
            ..CoverSearch::default()
        };
        let ended = self.solve_one(&engine, instance, problem, family);
        if let Some(((path, family), cover)) = picture.zip(engine.cover.first.get()) {
            std::fs::write(path, picture::svg(&family.picture(cover))).map_err(|error| {
                Failure::input(Diagnostic::of(&Error::file("write the picture", path, &error)))
            })?;
        }
        ended
    }

    /// Why an exact cover is not solved that the strategy cannot take. Other instances of the command line are.
    ///
    /// # Errors
    /// The JSON object that says so cannot be written.
    fn refused(
        self,
        instance: &Instance,
        configured: &Configured<ExactCover>,
        why: &Refusal,
    ) -> Result<Failure, Failure> {
        #[derive(Serialize)]
        struct Record<'a> {
            puzzle: &'a str,
            strategy: &'a str,
            status: &'a str,
            source: &'a str,
            error: &'a str,
        }
        let what = format!("{} cannot take {}: it {why}", configured.about.name, instance.name());
        let (exit, help) = match why {
            Refusal::Lacks(_) => (Exit::Usage, "auto takes every instance"),
            Refusal::TooLarge(_) => {
                (Exit::Limit, "a smaller instance takes less, and so may another strategy, or amo=product")
            }
        };
        if self.arguments.form(self.terminal) == Form::Json {
            let record = Record {
                puzzle: instance.name(),
                strategy: &configured.spec.to_string(),
                status: word(Status::of(Some(why.stop()), 0)),
                source: &instance.source,
                error: &what,
            };
            let line = serde_json::to_string(&record).expect("strings have a JSON form");
            writeln!(output::stdout(), "{line}")?;
        }
        Ok(Failure::of_instance(exit, Diagnostic::error(what).help(help)))
    }
}

impl Solvable for ExactCover {
    const IS_MULTILINE: bool = true;

    fn solution_line(&self, cover: &Cover, _style: &Style<'_>) -> String {
        cover.options().iter().map(|&o| self.option_text(o)).collect::<Vec<_>>().join("\n")
    }

    fn drawing(&self, cover: Option<&Cover>, style: &Style<'_>) -> String {
        match (cover, style.family) {
            (Some(cover), Some(family)) => picture::text(&family.picture(cover), style.color),
            (Some(cover), None) => self.solution_line(cover, style) + "\n",
            (None, _) => String::new(),
        }
    }

    fn progress(&self) -> String {
        format!("{} items and {} options left", self.items(), self.options())
    }

    fn difference(&self, one: &Cover, other: &Cover, _style: &Style<'_>) -> String {
        let only = |a: &Cover, b: &Cover| a.options().iter().find(|o| !b.options().contains(o)).copied();
        let text = |option: Option<u32>| option.map_or_else(String::new, |o| self.option_text(o));
        format!("`{}` or `{}`", text(only(one, other)), text(only(other, one)))
    }

    fn plain_contradiction(&self) -> Option<String> {
        let item = self.starved_item()?;
        let (name, least) = (self.item_name(item), self.multiplicity(item).least);
        Some(match least {
            ..=1 => format!("item {name} is in no option"),
            _ => format!("item {name} has fewer than the {least} options that it needs"),
        })
    }

    fn search(
        &self,
        engine: &Engine<Self>,
        session: &mut dyn Session<Self>,
        task: &Task,
        sink: Option<Sink<'_, Self>>,
    ) -> Searched<Self> {
        let CoverSearch { threads, random, is_apart, first, .. } = &engine.cover;
        let is_list = sink.is_some();
        let mut ignore = |_: &Cover| Flow::Continue(());
        let hand_on: Sink<'_, Self> = sink.unwrap_or(&mut ignore);
        let mut sink = |cover: &Cover| {
            first.get_or_init(|| cover.clone());
            hand_on(cover)
        };
        let is_count = !is_list && task.keep == 0;
        let backend = &*engine.configured.backend;
        let found = match random {
            Some(wanted) => list(sample::draw(self, engine, task, *wanted), &mut sink),
            None if *is_apart && self.items() > 0 => {
                let found = search_apart(self, engine, task, is_count, is_list);
                if is_list { list(found, &mut sink) } else { found }
            }
            None if *threads > 1 && is_count => parallel::solve(backend, self, task, *threads),
            None if *threads > 1 => parallel::stream(backend, self, task, *threads, &mut sink),
            None => search_by(session, self, true, task, is_list.then_some(&mut sink)),
        };
        if let Some(cover) = found.0.kept.first() {
            first.get_or_init(|| cover.clone());
        }
        found
    }

    fn facts(&self, engine: &Engine<Self>, outcome: &Outcome<Self>, task: &Task) -> Option<CoverFacts> {
        let events = Event::ALL.into_iter().filter(|&event| outcome.counters.of(event) > 0);
        let sampling = engine.cover.random.map(|_| sample::kind(engine, outcome));
        Some(CoverFacts {
            wall_ns: u64::try_from(engine.cover.started.elapsed().as_nanos()).unwrap_or(u64::MAX),
            threads: engine.cover.threads,
            items: self.items(),
            primary: self.primary(),
            options: self.options(),
            max_depth: engine.configured.about.counts_nodes().then_some(outcome.counters.max_depth),
            counters: events.map(|event| (event.name(), outcome.counters.of(event))).collect(),
            depths: task.progress.as_ref().and_then(Progress::depths),
            sampling,
            note: sampling.filter(|_| outcome.solutions > 0).and_then(|kind| sample::note(kind, engine)),
        })
    }
}

/// Hands all solutions of a search that has ended to `sink`.
fn list(found: Searched<ExactCover>, sink: Sink<'_, ExactCover>) -> Searched<ExactCover> {
    let (mut outcome, cpu) = found;
    let stop = outcome.kept.iter().find_map(|cover| sink(cover).break_value());
    outcome.stop = stop.or(outcome.stop);
    (outcome, cpu)
}

/// Searches in another process. Solutions to be listed are handed over at the end, so their number is bounded.
///
/// # Panics
/// If there can be no process, or it dies.
fn search_apart(
    problem: &ExactCover,
    engine: &Engine<ExactCover>,
    task: &Task,
    is_count: bool,
    is_list: bool,
) -> Searched<ExactCover> {
    const MAX_LISTED: usize = 1_000_000;
    let keep = if is_list { MAX_LISTED } else { task.keep };
    let task = &Task { keep, ..task.clone() };
    // A count needs no covers, and the strategy may report many at once.
    worker::search(problem, &engine.configured.spec.to_string(), task, !is_count)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::ExactCoverBuilder;

    #[test]
    fn a_cover_is_its_options() {
        let mut builder = ExactCoverBuilder::named(&["a", "b", "c"], &["x"]);
        let red = builder.color("red");
        builder.colored_option([(0, 0), (3, red)]).unwrap();
        builder.option([1, 2]).unwrap();
        builder.option([1, 2, 3]).unwrap();
        let (cover, style) = (builder.build(), Style::default());
        let (one, other) = (Cover::new(vec![0, 1]), Cover::new(vec![0, 2]));
        assert_eq!(cover.solution_line(&one, &style), "a x:red\nb c");
        assert_eq!(cover.difference(&one, &other, &style), "`b c` or `b c x`");
    }
}
