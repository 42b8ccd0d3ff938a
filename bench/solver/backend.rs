//! A solver as a strategy: a process for an instance, or for a block of them.

use super::aside::{self, Aside};
use super::configured::Solver;
use super::order::{End, Order};
use super::posed::{Posed, grid_in, short};
use super::process::{Finished, Guard, MOST_OUTPUT, Scratch, bounds};
use super::verdict::{Answer, judge};
use crate::experiment::{Finds, Protocol};
use crate::input;
use crate::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{About, Backend, Cost, Counters, Outcome, Session, Sink, Stop, Task};
use std::any::Any;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// The file that has an instance, and the file for an answer.
const INPUT: &str = "input";
const OUTPUT: &str = "output";
/// The limit that programs are given where there is none.
const LONG: Duration = Duration::from_secs(1_000_000);

/// A solver for problems of its own kind.
pub(super) struct External<P> {
    pub(super) solver: Arc<Solver>,
    pub(super) problem: PhantomData<fn() -> P>,
}

impl<P: Posed> Backend<P> for External<P> {
    fn about(&self) -> &'static About {
        self.solver.about
    }

    /// It is the program's memory, which the guard holds.
    fn bytes(&self, _size: P::Size) -> u64 {
        0
    }

    fn side_by_side(&self, _problem: &P) -> bool {
        self.solver.definition.batch
    }

    fn session(&self) -> Box<dyn Session<P>> {
        Box::new(self.asking())
    }
}

impl<P> External<P> {
    /// A session.
    pub(super) fn asking(&self) -> Asking<P> {
        let memory = bounds(None, self.solver.memory);
        Asking { solver: self.solver.clone(), place: None, questions: 0, memory, problem: PhantomData }
    }
}

/// A session: a guard, and a folder for files.
pub(super) struct Asking<P> {
    pub(super) solver: Arc<Solver>,
    place: Option<(Guard, Scratch)>,
    pub(super) questions: u64,
    memory: super::order::Bounds,
    problem: PhantomData<fn() -> P>,
}

/// The totals of the searches of a call.
#[derive(Default)]
pub(super) struct Spent {
    pub(super) cpu: Duration,
    pub(super) wall: Duration,
    pub(super) rss: u64,
    pub(super) counters: Counters,
    pub(super) encode: Duration,
    pub(super) decode: Duration,
    /// Counters that the program did not tell, and other oddities.
    pub(super) odd: Vec<String>,
    /// Whether the last exchange is kept, and it.
    pub(super) listening: bool,
    pub(super) heard: Option<Heard>,
}

/// The messages to a program and from it.
pub(super) struct Heard {
    pub(super) command: Vec<String>,
    pub(super) sent: String,
    pub(super) finished: Finished,
}

impl Spent {
    /// Keeps an exchange, if it is wanted.
    pub(super) fn hear(&mut self, command: &[String], sent: &str, finished: &Finished) {
        if self.listening {
            let (command, sent, finished) = (command.to_vec(), sent.to_string(), finished.clone());
            self.heard = Some(Heard { command, sent, finished });
        }
    }

    pub(super) fn add(&mut self, finished: &Finished) {
        self.cpu += Duration::from_nanos(finished.reply.cpu_ns);
        self.wall += Duration::from_nanos(finished.reply.wall_ns);
        self.rss = self.rss.max(finished.reply.rss);
        if finished.reply.strays > 0 {
            self.odd.push(format!("it left {} processes behind, which were killed", finished.reply.strays));
        }
    }
}

impl<P: Posed> Session<P> for Asking<P> {
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        outcomes.clear();
        let mut spent = Spent::default();
        let fault = match problems {
            [problem] => {
                let (outcome, fault) = self.one(problem, task, &mut spent);
                outcomes.push(outcome);
                fault
            }
            _ if self.solver.definition.batch => match self.batch(problems, task, &mut spent) {
                Ok(all) => {
                    outcomes.extend(all);
                    None
                }
                // The caller then has each searched by itself.
                Err(what) => panic!("{}: {what}", self.solver.definition.name),
            },
            _ => {
                for problem in problems {
                    let (outcome, fault) = self.one(problem, task, &mut spent);
                    if let Some((_, what)) = fault {
                        panic!("{}: {what}", self.solver.definition.name);
                    }
                    outcomes.push(outcome);
                }
                None
            }
        };
        aside::leave(Aside { fault, rss: spent.rss, wall: spent.wall });
        Cost { encode: spent.encode, solve: spent.cpu, decode: spent.decode }
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> Outcome<P> {
        let keep = usize::try_from(task.solutions).unwrap_or(usize::MAX);
        let mut spent = Spent::default();
        let (mut outcome, fault) = self.one(problem, &Task { keep, ..task.clone() }, &mut spent);
        if let Some((_, what)) = fault {
            panic!("{}: {what}", self.solver.definition.name);
        }
        let stop = outcome.kept.iter().find_map(|solution| sink(solution).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        outcome
    }
}

/// The outcome of a search, and its fault.
type Judged<P> = (Outcome<P>, Option<(Status, String)>);

impl<P: Posed> Asking<P> {
    /// Searches one instance: a start of the program, or of a formula one for each model.
    pub(super) fn one(&mut self, problem: &P, task: &Task, spent: &mut Spent) -> Judged<P> {
        let (mut found, mut rest) = (Vec::new(), None);
        let outcome = loop {
            let left = task.time.map(|time| time.saturating_sub(spent.cpu));
            if left == Some(Duration::ZERO) {
                break Ok(Some(Stop::Deadline));
            }
            let wanted = task.solutions.saturating_sub(found.len() as u64);
            let asked = rest.as_ref().unwrap_or(problem);
            match self.ask(asked, &Task { solutions: wanted, time: left, ..task.clone() }, spent) {
                Ok(Answer::Solutions { list, all }) => {
                    let known = found.len();
                    found.extend(list);
                    merge_equal(problem, &mut found, known);
                    if found.len() as u64 >= task.solutions {
                        break Ok(Some(Stop::Enough));
                    }
                    if all {
                        break Ok(None);
                    }
                    let next = found[known..].iter().try_fold(None, |rest: Option<P>, solution| {
                        rest.as_ref().unwrap_or(asked).without(solution).map(Some)
                    });
                    let Some(Some(next)) = next else { break Ok(Some(Stop::Stuck)) };
                    rest = Some(next);
                }
                Ok(Answer::Stopped(stop)) => break Ok(Some(stop)),
                Err(fault) => break Err(fault),
            }
        };
        let late = task.time.is_some_and(|time| spent.cpu > time);
        let stop = match outcome {
            Ok(Some(Stop::Cancelled)) => Stop::Cancelled.into(),
            Ok(_) if late => Some(Stop::Deadline),
            Ok(stop) => stop,
            Err(fault) => {
                let stop = if fault.0 == Status::Unsupported { Stop::Unsupported } else { Stop::Stuck };
                return (Outcome::unsearched(stop), Some(fault));
            }
        };
        let mut seen = HashSet::new();
        let mut checked = found.iter().map(|solution| match problem.verify(solution) {
            Err(violation) => Err(violation.what),
            Ok(()) if !seen.insert(problem.key(solution)) => Err("the same solution twice".to_string()),
            Ok(()) => Ok(()),
        });
        if let Some(what) = checked.find_map(Result::err) {
            return (Outcome::unsearched(Stop::Stuck), Some((Status::Error, what)));
        }
        let solutions = found.len() as u64;
        found.truncate(task.keep);
        let counters = spent.counters;
        (Outcome { stop, solutions, beyond: None, kept: found, partial: None, counters, choice: None }, None)
    }

    /// One start of the program, or one question to it.
    fn ask(&mut self, problem: &P, task: &Task, spent: &mut Spent) -> Result<Answer<P>, (Status, String)> {
        if self.solver.definition.protocol == Protocol::Worker {
            return self.question(problem, task, spent);
        }
        let clock = ThreadTime::now();
        let text = problem.pose(self.solver.definition.input());
        spent.encode += clock.elapsed();
        let text = text.map_err(|what| (Status::Unsupported, what))?;
        let started = self.start(&text, task, spent).map_err(|what| (Status::Crash, what))?;
        let Some(finished) = started else { return Ok(Answer::Stopped(Stop::Cancelled)) };
        spent.add(&finished);
        let clock = ThreadTime::now();
        let answer = judge(&self.solver, problem, &finished, task.solutions, spent);
        spent.decode += clock.elapsed();
        if self.solver.definition.finds() == Finds::One
            && let Ok(Answer::Solutions { list, .. }) = &answer
            && list.len() > 1
        {
            let what = format!("it finds one solution, and printed {}", list.len());
            return Err((Status::Error, what));
        }
        answer
    }

    /// Runs the program on `text`; `None`: cancelled.
    fn start(&mut self, text: &str, task: &Task, spent: &mut Spent) -> Result<Option<Finished>, String> {
        let definition = &self.solver.definition;
        let (order, answer) = {
            let (_, scratch) = place(&mut self.place)?;
            scratch.clean(&[]);
            let (input, output) = (scratch.path().join(INPUT), scratch.path().join(OUTPUT));
            std::fs::write(&input, text)
                .map_err(|e| format!("{} cannot be written: {e}", input.display()))?;
            let all = definition.all.clone().unwrap_or_else(|| "0".to_string());
            let solutions = if task.solutions == u64::MAX { all } else { task.solutions.to_string() };
            let values = [
                ("input", input.to_string_lossy().into_owned()),
                ("output", output.to_string_lossy().into_owned()),
                ("seed", task.seed.to_string()),
                ("time_s", task.time.unwrap_or(LONG).as_secs_f64().ceil().to_string()),
                ("solutions", solutions),
            ];
            let order = Order {
                command: self.solver.words(&definition.command, &values),
                folder: scratch.path().to_path_buf(),
                here: None,
                input: (!definition.mentions("{input}")).then_some(input),
                ask: None,
                bounds: bounds(task.time, None),
            };
            (order, definition.mentions("{output}").then_some(output))
        };
        let command = order.command.clone();
        let finished = self.order(order, task)?;
        Ok(finished.map(|mut finished| {
            spent.hear(&command, text, &finished);
            if let Some(path) = answer {
                finished.output.extend(b"\n");
                finished.output.extend(input::read_at_most(&path, MOST_OUTPUT).unwrap_or_default());
            }
            finished
        }))
    }

    /// Has the guard do `order`, within the memory that there is.
    pub(super) fn order(&mut self, mut order: Order, task: &Task) -> Result<Option<Finished>, String> {
        (order.bounds.memory, order.bounds.memory_by) = (self.memory.memory, self.memory.memory_by);
        let (guard, _) = place(&mut self.place)?;
        let result = guard.run(&order, &task.cancel);
        if !matches!(result, Ok(Some(_))) {
            self.place = None;
        }
        match result {
            Ok(Some(Finished { reply, .. })) if matches!(reply.end, End::NotStarted(_)) => {
                let End::NotStarted(why) = reply.end else { return Ok(None) };
                Err(format!("it does not start: {why}"))
            }
            other => other,
        }
    }

    /// Where the files of this session are.
    pub(super) fn folder(&mut self) -> Result<std::path::PathBuf, String> {
        Ok(place(&mut self.place)?.1.path().to_path_buf())
    }

    /// Searches many instances by one process.
    fn batch(&mut self, problems: &[P], task: &Task, spent: &mut Spent) -> Result<Vec<Outcome<P>>, String> {
        let clock = ThreadTime::now();
        let input = self.solver.definition.input();
        let text: String = problems.iter().map(|problem| problem.pose(input)).collect::<Result<_, _>>()?;
        spent.encode += clock.elapsed();
        let time =
            task.time.map(|time| time.saturating_mul(u32::try_from(problems.len()).unwrap_or(u32::MAX)));
        let Some(finished) = self.start(&text, &Task { time, ..task.clone() }, spent)? else {
            return Ok(problems.iter().map(|_| Outcome::unsearched(Stop::Cancelled)).collect());
        };
        spent.add(&finished);
        let clock = ThreadTime::now();
        let outcomes = self.read_batch(problems, &finished, task);
        spent.decode += clock.elapsed();
        outcomes
    }

    fn read_batch(
        &self,
        problems: &[P],
        finished: &Finished,
        task: &Task,
    ) -> Result<Vec<Outcome<P>>, String> {
        let exit = self.solver.definition.exit();
        match &finished.reply.end {
            End::Exit(code) if exit.solved.contains(code) || exit.none.contains(code) => {}
            end => return Err(format!("the batch ended by {end:?}")),
        }
        let text = String::from_utf8_lossy(&finished.output);
        let mut outcomes = Vec::with_capacity(problems.len());
        for line in text.lines() {
            let Some(problem) = problems.get(outcomes.len()) else { break };
            let shape = (problem as &dyn Any)
                .downcast_ref::<coverlab_model::Sudoku>()
                .map(coverlab_model::Sudoku::shape);
            let has_grid = shape.is_some_and(|shape| grid_in(line, shape).is_some());
            let list =
                if has_grid { problem.solutions(line, self.solver.definition.output())? } else { Vec::new() };
            let is_none = self.solver.none.as_ref().is_some_and(|none| none.is_match(line));
            if !has_grid && !is_none {
                continue;
            }
            let counters = Counters::default();
            let (solutions, stop) = (list.len() as u64, has_grid.then_some(Stop::Enough));
            let mut kept = list;
            kept.truncate(task.keep);
            outcomes.push(Outcome {
                stop,
                solutions,
                beyond: None,
                kept,
                partial: None,
                counters,
                choice: None,
            });
        }
        match outcomes.len() == problems.len() {
            true => Ok(outcomes),
            false => Err(format!(
                "{} answers to {} instances; the first line is `{}`",
                outcomes.len(),
                problems.len(),
                short(text.lines().next().unwrap_or_default())
            )),
        }
    }
}

/// Of models that are one solution, as far as the formula tells solutions apart, keeps the first, behind the first
/// `known`, which no later one repeats.
fn merge_equal<P: Posed>(problem: &P, found: &mut Vec<P::Solution>, known: usize) {
    if problem.tells_apart() {
        return;
    }
    let mut seen = HashSet::new();
    let mut place = 0;
    found.retain(|solution| {
        place += 1;
        place <= known || seen.insert(problem.key(solution))
    });
}

/// The guard and the folder, made where there are none yet.
fn place(place: &mut Option<(Guard, Scratch)>) -> Result<&mut (Guard, Scratch), String> {
    if place.is_none() {
        *place = Some((Guard::start().map_err(|e| e.to_string())?, Scratch::new()?));
    }
    place.as_mut().ok_or_else(String::new)
}
