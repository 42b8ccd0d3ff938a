//! Exact covers: how one is searched, on one thread or several, at random, or in a process of its own.

use super::context::{Context, Label};
use super::problem::{CoverFacts, Job, Searched, Solvable, search_by};
use crate::cmd::picture;
use coverlab_bench::{random_solutions, worker};
use coverlab_model::{Cover, Event, ExactCover, Flow, Outcome, Progress, Session, Sink, Task, parallel};

/// A remark on solutions that are not equally likely, if the user chose the strategy, and if not.
const SHUFFLED: &str = "drawn by a search in random order: some solutions are likelier than others";
const TOO_LARGE: &str =
    "too large for a diagram, so drawn by a search in random order: some solutions are likelier than others";

impl Solvable for ExactCover {
    const COMMENT: Option<&'static str> = Some("| ");

    fn line(&self, label: &Label, context: &Context<'_>) -> String {
        label.title.as_ref().unwrap_or(&context.source).clone()
    }

    fn solution_line(&self, cover: &Cover, _context: &Context<'_>) -> String {
        cover.options().iter().map(|&o| self.option_text(o)).collect::<Vec<_>>().join("\n")
    }

    fn drawing(&self, cover: Option<&Cover>, context: &Context<'_>) -> String {
        match (cover, context.family) {
            (Some(cover), Some(family)) => picture::text(&family.picture(cover), context.terminal.color),
            (Some(cover), None) => self.solution_line(cover, context) + "\n",
            (None, _) => String::new(),
        }
    }

    fn progress(&self) -> String {
        format!("{} items and {} options left", self.items(), self.options())
    }

    fn difference(&self, one: &Cover, other: &Cover, _context: &Context<'_>) -> String {
        let only = |a: &Cover, b: &Cover| a.options().iter().find(|o| !b.options().contains(o)).copied();
        let text = |option: Option<u32>| option.map_or_else(String::new, |o| self.option_text(o));
        format!("`{}` or `{}`", text(only(one, other)), text(only(other, one)))
    }

    fn contradiction(&self, thorough: bool, _context: &Context<'_>) -> Option<String> {
        let item = self.starved_item().filter(|_| !thorough)?;
        let (name, least) = (self.item_name(item), self.multiplicity(item).least);
        Some(match least {
            ..=1 => format!("item {name} is in no option"),
            _ => format!("item {name} has fewer than the {least} options that it needs"),
        })
    }

    fn search(
        &self,
        job: &Job<'_, Self>,
        session: &mut dyn Session<Self>,
        task: &Task,
        sink: Option<Sink<'_, Self>>,
    ) -> Searched<Self> {
        let (configured, arguments) = (&job.configured, job.context.arguments);
        let threads = arguments.threads();
        let is_list = sink.is_some();
        let mut ignore = |_: &Cover| Flow::Continue(());
        let sink: Sink<'_, Self> = sink.unwrap_or(&mut ignore);
        let is_unstoppable = !configured.about.interruptible && task.time.is_some();
        if arguments.cover.random {
            let wanted = arguments.limit.unwrap_or(1);
            return list(
                random_solutions::draw(self, configured, task, wanted, arguments.strategy.is_none()),
                sink,
            );
        }
        if is_unstoppable && arguments.memory_limit.is_none() && self.items() > 0 {
            let found = search_apart(self, job, task, is_list);
            return if is_list { list(found, sink) } else { found };
        }
        match threads {
            ..=1 => search_by(session, self, true, task, is_list.then_some(sink)),
            _ if !is_list && task.keep == 0 => parallel::solve(&*configured.backend, self, task, threads),
            _ => parallel::stream(&*configured.backend, self, task, threads, sink),
        }
    }

    fn facts(&self, job: &Job<'_, Self>, outcome: &Outcome<Self>, task: &Task) -> Option<CoverFacts> {
        let Job { context, configured, .. } = job;
        let events = Event::ALL.into_iter().filter(|&event| outcome.counters.of(event) > 0);
        let (sampling, note) = match context.arguments.cover.random {
            false => (None, None),
            true if random_solutions::is_uniform(configured, outcome) => (Some("uniform"), None),
            true if context.arguments.strategy.is_some() => (Some("shuffled"), Some(SHUFFLED)),
            true => (Some("shuffled"), Some(TOO_LARGE)),
        };
        Some(CoverFacts {
            wall_ns: u64::try_from(context.started.elapsed().as_nanos()).unwrap_or(u64::MAX),
            threads: context.arguments.threads(),
            items: self.items(),
            primary: self.primary(),
            options: self.options(),
            max_depth: configured.about.counts_nodes().then_some(outcome.counters.max_depth),
            counters: events.map(|event| (event.name(), outcome.counters.of(event))).collect(),
            depths: task.progress.as_ref().and_then(Progress::depths),
            sampling,
            note: note.filter(|_| outcome.solutions > 0),
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
    job: &Job<'_, ExactCover>,
    task: &Task,
    is_list: bool,
) -> Searched<ExactCover> {
    const MAX_LISTED: usize = 1_000_000;
    let task = &Task { keep: if is_list { MAX_LISTED } else { task.keep }, ..task.clone() };
    // A count needs no covers, and the strategy may report many at once.
    worker::search(problem, &job.configured.spec.to_string(), task, task.keep > 0)
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
        let (cover, arguments) = (builder.build(), super::super::arguments::of_test(&["-"]));
        let context = Context::of_test(&arguments);
        let (one, other) = (Cover::new(vec![0, 1]), Cover::new(vec![0, 2]));
        assert_eq!(cover.solution_line(&one, &context), "a x:red\nb c");
        assert_eq!(cover.difference(&one, &other, &context), "`b c` or `b c x`");
    }
}
