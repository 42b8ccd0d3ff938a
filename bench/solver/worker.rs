//! Programs that stay and are asked in lines of JSON. They time themselves, and are not trusted: the time
//! that they claim may not exceed the time that passed.

use super::backend::{Asking, Spent};
use super::counters::Counter;
use super::order::{End, Order};
use super::posed::{Posed, short};
use super::process::bounds;
use super::verdict::{Answer, said};
use crate::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Stop, Task};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// By how much a clock of another program may be ahead of ours.
const SLACK: Duration = Duration::from_millis(1);

/// The question to a worker.
#[derive(Serialize)]
struct Question<'a> {
    id: u64,
    problem: &'a str,
    input: &'a str,
    /// None: all.
    solutions: Option<u64>,
    seed: u64,
    time_ns: Option<u64>,
}

/// Its answer. Keys that are not known here are counters, or of no interest.
#[derive(Deserialize)]
struct Reply {
    id: u64,
    status: String,
    #[serde(default)]
    solutions: Vec<Value>,
    cpu_ns: Option<u64>,
    #[serde(default)]
    message: String,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

impl<P: Posed> Asking<P> {
    /// Asks the worker, which is started where there is none.
    pub(super) fn question(
        &mut self,
        problem: &P,
        task: &Task,
        spent: &mut Spent,
    ) -> Result<Answer<P>, (Status, String)> {
        let wrong = |what: String| (Status::Error, what);
        let dead = |what: String| (Status::Crash, what);
        let clock = ThreadTime::now();
        let text =
            problem.pose(self.solver.definition.input()).map_err(|what| (Status::Unsupported, what))?;
        self.questions += 1;
        let question = Question {
            id: self.questions,
            problem: self.solver.problem.word(),
            input: text.trim_end(),
            solutions: Some(task.solutions).filter(|solutions| *solutions != u64::MAX),
            seed: task.seed,
            time_ns: task.time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        };
        let order = Order {
            command: self.solver.words(&self.solver.definition.command, &[("seed", task.seed.to_string())]),
            folder: self.folder().map_err(dead)?,
            here: None,
            input: None,
            ask: Some(serde_json::to_string(&question).expect("plain data")),
            bounds: bounds(task.time, None),
        };
        spent.encode += clock.elapsed();
        let (command, asked) = (order.command.clone(), order.ask.clone().unwrap_or_default());
        let Some(finished) = self.order(order, task).map_err(dead)? else {
            return Ok(Answer::Stopped(Stop::Cancelled));
        };
        spent.hear(&command, &asked, &finished);
        match finished.reply.end {
            End::Answered => {}
            End::Time => {
                spent.add(&finished);
                return Ok(Answer::Stopped(Stop::Deadline));
            }
            End::Memory => return Ok(Answer::Stopped(Stop::Memory)),
            End::Output => return Err(dead("it was killed for the length of its answer".to_string())),
            ref end => {
                return Err(dead(format!(
                    "the worker ended instead of answering ({end:?}){}",
                    said(&finished)
                )));
            }
        }
        let line = String::from_utf8_lossy(&finished.output);
        let reply: Reply = serde_json::from_str(&line)
            .map_err(|error| wrong(format!("`{}` is no answer of a worker: {error}", short(&line))))?;
        if reply.id != self.questions {
            return Err(wrong(format!("it answers question {}, and was asked {}", reply.id, self.questions)));
        }
        self.take_time(&reply, &finished, spent).map_err(wrong)?;
        for (name, value) in &reply.rest {
            if let (Some(counter), Some(count)) = (Counter::of_name(name), value.as_u64()) {
                counter.add(&mut spent.counters, count);
            }
        }
        let clock = ThreadTime::now();
        let answer = read(problem, &reply, task.solutions);
        spent.decode += clock.elapsed();
        answer
    }

    /// The time that it claims, held against ours.
    fn take_time(
        &self,
        reply: &Reply,
        finished: &super::process::Finished,
        spent: &mut Spent,
    ) -> Result<(), String> {
        let wall = Duration::from_nanos(finished.reply.wall_ns);
        let used = Duration::from_nanos(finished.reply.cpu_ns);
        spent.add(finished);
        let Some(claimed) = reply.cpu_ns.map(Duration::from_nanos) else { return Ok(()) };
        // By the side of what we have seen: the reading of the question and the writing of the answer are not search.
        spent.cpu = spent.cpu - used + claimed;
        if claimed > wall.max(used) + SLACK {
            return Err(format!("it claims {claimed:?} of CPU time, but answered within {wall:?}"));
        }
        if used > claimed * 2 + Duration::from_millis(20) {
            spent.odd.push(format!("it claims {claimed:?} of CPU time, and used {used:?}"));
        }
        Ok(())
    }
}

fn read<P: Posed>(problem: &P, reply: &Reply, wanted: u64) -> Result<Answer<P>, (Status, String)> {
    let list = reply.solutions.iter().map(|value| problem.of_json(value)).collect::<Result<Vec<_>, _>>();
    let list = list.map_err(|what| (Status::Error, what))?;
    let found = list.len() as u64;
    match reply.status.as_str() {
        "solved" if found == 0 => Err((Status::Error, "it says `solved`, without a solution".to_string())),
        "solved" if found > wanted => {
            Err((Status::Error, format!("it was asked for {wanted} solutions and answers with {found}")))
        }
        "solved" => Ok(Answer::Solutions { all: found < wanted, list }),
        "none" if found > 0 => Err((Status::Error, "it says `none`, with a solution".to_string())),
        "none" => Ok(Answer::Solutions { list, all: true }),
        "timeout" => Ok(Answer::Stopped(Stop::Deadline)),
        "unknown" => Ok(Answer::Stopped(Stop::Stuck)),
        "unsupported" => Ok(Answer::Stopped(Stop::Unsupported)),
        "error" => Err((Status::Crash, format!("it says: {}", short(&reply.message)))),
        other => Err((
            Status::Error,
            format!(
                "`{}` is no status: there are solved, none, unknown, unsupported, timeout, error",
                short(other)
            ),
        )),
    }
}
