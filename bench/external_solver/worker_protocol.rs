//! Asks workers: external solvers that stay alive and answer many questions, one line of JSON each. A worker may report the CPU
//! time of an answer, which must exceed neither the elapsed time nor the measured CPU time, whichever is larger.

use super::checked_definition::Solver;
use super::printed_counters::counter_names;
use super::problem_text::ProblemText;
use super::process::SupervisedProcess;
use super::read_answer::{ProgramAnswer, last_error};
use super::search_totals::SearchTotals;
use crate::text::excerpt;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::{Fault, FaultKind, Stop, Task, nearest};
use coverlab_supervise::{JobEnd, JobReport};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Time by which the reported CPU time may exceed this maximum.
const SLACK: Duration = Duration::from_millis(1);

/// A question to a worker.
#[derive(Serialize)]
struct Question<'a> {
    id: u64,
    problem: &'a str,
    input: &'a str,
    /// `None` for all.
    solutions: Option<u64>,
    seed: u64,
    time_ns: Option<u64>,
}

/// The reply of a worker. Other keys are counters or ignored.
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

/// Asks the worker question number `id`. The worker is started if it does not run.
pub(super) fn ask<P: ProblemText>(
    process: &mut SupervisedProcess,
    solver: &Solver,
    id: u64,
    problem: &P,
    task: &Task,
    totals: &mut SearchTotals,
) -> Result<ProgramAnswer<P>, Fault> {
    let clock = ThreadTime::now();
    let question = question(solver, id, problem, task)?;
    let command = solver.words(&solver.definition.command, &[("seed", task.seed.to_string())]);
    totals.encode += clock.elapsed();
    let Some(report) = process.ask(&command, &question, task).map_err(crash)? else {
        return Ok(ProgramAnswer::Stopped(Stop::Cancelled));
    };
    totals.keep(&command, &question, &report);
    if let Some(stop) = stopped(&report)? {
        if stop == Stop::Deadline {
            totals.add(&report);
        }
        return Ok(ProgramAnswer::Stopped(stop));
    }
    let reply = match reply_to(id, &String::from_utf8_lossy(&report.output)) {
        Ok(reply) => reply,
        Err(what) => {
            // The reply to this question may follow, and would be taken for the reply to the next one.
            process.end();
            return Err(wrong(what));
        }
    };
    take_time(&reply, &report, totals)?;
    take_counters(solver, &reply, totals);
    let clock = ThreadTime::now();
    let answer = read(problem, &reply, task.solutions);
    totals.decode += clock.elapsed();
    answer
}

/// Question number `id`, as the JSON that a worker reads.
fn question<P: ProblemText>(solver: &Solver, id: u64, problem: &P, task: &Task) -> Result<String, Fault> {
    let text = problem.write();
    let text = text.map_err(|what| Fault::new(FaultKind::Unsupported, what))?;
    let question = Question {
        id,
        problem: solver.problem.name(),
        input: text.trim_end(),
        solutions: Some(task.solutions).filter(|solutions| *solutions != u64::MAX),
        seed: task.seed,
        time_ns: task.time.map(nanoseconds),
    };
    Ok(serde_json::to_string(&question).expect("plain data"))
}

/// The limit that ended a worker before its answer, if one did. A worker that ended by itself is a fault.
fn stopped(report: &JobReport) -> Result<Option<Stop>, Fault> {
    match report.end {
        JobEnd::Answered => Ok(None),
        JobEnd::TimeLimit => Ok(Some(Stop::Deadline)),
        JobEnd::MemoryLimit => Ok(Some(Stop::Memory)),
        JobEnd::OutputLimit => Err(crash("it was killed because its reply was too long")),
        end => {
            let errors = last_error(report);
            Err(crash(format!("the worker ended instead of answering ({end}){errors}")))
        }
    }
}

/// The reply to question number `id`.
fn reply_to(id: u64, line: &str) -> Result<Reply, String> {
    let reply = match serde_json::from_str(line) {
        Ok(reply @ Value::Object(_)) => serde_json::from_value::<Reply>(reply),
        Ok(_) => Err(serde_json::Error::custom("it is not a JSON object")),
        Err(error) => Err(error),
    };
    let reply = reply.map_err(|error| format!("`{}` is not a reply of a worker: {error}", excerpt(line)))?;
    match reply.id == id {
        true => Ok(reply),
        false => Err(format!("it answers question {} instead of question {id}", reply.id)),
    }
}

fn wrong(what: impl Into<String>) -> Fault {
    Fault::new(FaultKind::WrongAnswer, what)
}

fn crash(what: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Crash, what)
}

/// Adds the CPU time that the worker reports if it is plausible, or else the measured time if it reports none.
fn take_time(reply: &Reply, report: &JobReport, totals: &mut SearchTotals) -> Result<(), Fault> {
    let JobReport { wall, cpu: used, .. } = *report;
    totals.add(report);
    let Some(claimed) = reply.cpu_ns.map(Duration::from_nanos) else { return Ok(()) };
    if claimed > wall.max(used) + SLACK {
        let (claimed, wall) = (shown(claimed), shown(wall));
        return Err(wrong(format!("it claims {claimed} of CPU time, but answered within {wall}")));
    }
    // The measured time includes reading the question and writing the answer.
    totals.cpu = totals.cpu - used + claimed;
    if used > claimed * 2 + Duration::from_millis(20) {
        totals.warnings.push(format!("it claims {} of CPU time, and used {}", shown(claimed), shown(used)));
    }
    Ok(())
}

/// A time with one decimal and its unit: `76.3 µs`.
fn shown(time: Duration) -> String {
    let text = format!("{time:.1?}");
    let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
    format!("{} {}", &text[..unit], &text[unit..])
}

/// Adds the counters in `reply`: those that the definition names or, if it names none, all of them.
fn take_counters(solver: &Solver, reply: &Reply, totals: &mut SearchTotals) {
    let names_any = solver.patterns.counters().next().is_some();
    let is_wanted = |counter| !names_any || solver.patterns.counters().any(|named| named == counter);
    for (name, value) in &reply.rest {
        let Some(counter) = counter_names().find(|known| known == name) else {
            if let Some(near) = nearest(name, counter_names()) {
                totals.warnings.push(format!(
                    "its answer has a field `{name}`, which is no counter; did you mean `{near}`?"
                ));
            }
            continue;
        };
        match value.as_u64() {
            Some(count) if is_wanted(counter) => totals.count(counter, count),
            Some(_) => {}
            None => totals.warnings.push(format!("its count of `{name}` is not a whole number")),
        }
    }
    for counter in solver.patterns.counters().filter(|counter| !reply.rest.contains_key(*counter)) {
        totals.warnings.push(format!("its answer has no count of `{counter}`"));
    }
}

fn read<P: ProblemText>(problem: &P, reply: &Reply, wanted: u64) -> Result<ProgramAnswer<P>, Fault> {
    let list =
        reply.solutions.iter().map(|value| problem.solution_of_json(value)).collect::<Result<Vec<_>, _>>();
    let list = list.map_err(wrong)?;
    let found = list.len() as u64;
    match reply.status.as_str() {
        "solved" if found == 0 => Err(wrong("it reports `solved` without a solution")),
        "solved" if found > wanted => {
            Err(wrong(format!("it was asked for {wanted} solutions and answers with {found}")))
        }
        "solved" => Ok(ProgramAnswer::Solutions { all: found < wanted, list }),
        "none" if found > 0 => Err(wrong("it reports `none` with a solution")),
        "none" => Ok(ProgramAnswer::Solutions { list, all: true }),
        "timeout" => Ok(ProgramAnswer::Stopped(Stop::Deadline)),
        "unknown" => Ok(ProgramAnswer::Stopped(Stop::Stuck)),
        "unsupported" => Ok(ProgramAnswer::Stopped(Stop::Unsupported)),
        "error" => Err(crash(format!("it says: {}", excerpt(&reply.message)))),
        other => Err(wrong(format!(
            "`{}` is not a status; the statuses are solved, none, unknown, unsupported, timeout, error",
            excerpt(other)
        ))),
    }
}
