//! The answer of a program, by its end, its exit code and its output together.

use super::backend::Spent;
use super::configured::Solver;
use super::order::End;
use super::posed::{Posed, short};
use super::process::Finished;
use crate::experiment::Finds;
use crate::record::Status;
use coverlab_model::Stop;

/// The result of a run of a program.
pub(super) enum Answer<P: Posed> {
    /// These solutions; whether there are no others.
    Solutions { list: Vec<P::Solution>, all: bool },
    /// It came to no end.
    Stopped(Stop),
}

/// Signals by which a program ends that exceeds a limit of the kernel's.
const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

/// Reads the output of a program that was asked for `wanted` solutions of `problem`.
pub(super) fn judge<P: Posed>(
    solver: &Solver,
    problem: &P,
    finished: &Finished,
    wanted: u64,
    spent: &mut Spent,
) -> Result<Answer<P>, (Status, String)> {
    let output = String::from_utf8_lossy(&finished.output);
    let missing = solver.patterns.count(&output, &mut spent.counters);
    let code = match finished.reply.end {
        End::Exit(code) => code,
        End::Time | End::Signal(SIGXCPU) => return Ok(Answer::Stopped(Stop::Deadline)),
        End::Memory => return Ok(Answer::Stopped(Stop::Memory)),
        End::Output => {
            return Err((Status::Crash, format!("it was killed after {} bytes of output", output.len())));
        }
        End::Signal(_) if ran_out_of_memory(solver, finished) => return Ok(Answer::Stopped(Stop::Memory)),
        End::Signal(signal) => {
            return Err((Status::Crash, format!("it was killed by signal {signal}{}", said(finished))));
        }
        End::Answered | End::NotStarted(_) => return Err((Status::Crash, "it did not run".to_string())),
    };
    spent.odd.extend(missing.iter().map(|name| format!("its output does not tell `{name}`")));
    let exit = solver.definition.exit();
    let lists = [exit.solved.contains(&code), exit.none.contains(&code), exit.unknown.contains(&code)];
    if lists == [false; 3] {
        if ran_out_of_memory(solver, finished) {
            return Ok(Answer::Stopped(Stop::Memory));
        }
        let what = format!("it ended with exit code {code}, which `exit` does not list{}", said(finished));
        return Err((Status::Crash, what));
    }
    let list =
        problem.solutions(&output, solver.definition.output()).map_err(|what| (Status::Error, what))?;
    let says_none = solver.none.as_ref().is_some_and(|none| none.is_match(&output));
    weigh(solver, lists, says_none, list, wanted).map_err(|what| {
        let what = if what.is_empty() { nothing(&output, code, finished) } else { what };
        (Status::Error, what)
    })
}

/// Exit code, words and solutions held against each other. An empty error: there is nothing in the output.
fn weigh<P: Posed>(
    solver: &Solver,
    [may_solve, may_be_none, may_give_up]: [bool; 3],
    says_none: bool,
    mut list: Vec<P::Solution>,
    wanted: u64,
) -> Result<Answer<P>, String> {
    if list.is_empty() {
        return match (may_be_none, may_solve, may_give_up) {
            (true, ..) if says_none || !may_solve => Ok(Answer::Solutions { list, all: true }),
            // The words that would say so are known, and are not there.
            (true, ..) if solver.none.is_some() && !may_give_up => Err(String::new()),
            (true, ..) => Ok(Answer::Solutions { list, all: true }),
            (_, true, _) if says_none => {
                Err("its words say that there is none, its exit code that there is one".to_string())
            }
            (.., true) => Ok(Answer::Stopped(Stop::Stuck)),
            _ => Err(String::new()),
        };
    }
    if !may_solve {
        return Err("its exit code says that there is no solution, and it printed one".to_string());
    }
    let found = list.len() as u64;
    let all = match solver.definition.finds() {
        Finds::One => false,
        Finds::UpTo if found > wanted => {
            return Err(format!("it was asked for {wanted} solutions and printed {found}"));
        }
        Finds::UpTo => found < wanted,
        Finds::All => {
            list.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
            true
        }
    };
    Ok(Answer::Solutions { list, all })
}

fn nothing(output: &str, code: i32, finished: &Finished) -> String {
    let first = output.lines().find(|line| !line.trim().is_empty());
    let printed = first.map_or_else(
        || "it printed nothing".to_string(),
        |line| format!("its output begins with `{}`", short(line)),
    );
    format!("exit code {code}, but no solution is found in its output: {printed}{}", said(finished))
}

/// The last line of standard error.
pub(super) fn said(finished: &Finished) -> String {
    let errors = String::from_utf8_lossy(&finished.errors);
    let last = errors.lines().rfind(|line| !line.trim().is_empty()).map(short).unwrap_or_default();
    if last.is_empty() { String::new() } else { format!(": {last}") }
}

/// Whether a program that came to no answer was refused memory, as far as can be known: the kernel refuses, the
/// program ends in its own way.
fn ran_out_of_memory(solver: &Solver, finished: &Finished) -> bool {
    let Some(most) = solver.memory else {
        // Only the kernel kills a program so, for want of memory.
        return finished.reply.end == End::Signal(SIGKILL);
    };
    let text =
        [String::from_utf8_lossy(&finished.errors), String::from_utf8_lossy(&finished.output)].concat();
    let text = text.to_ascii_lowercase();
    let words = [
        "out of memory",
        "bad_alloc",
        "memoryerror",
        "cannot allocate",
        "memory exhausted",
        "not enough memory",
        "allocation failed",
    ];
    words.iter().any(|word| text.contains(word)) || finished.reply.rss >= most / 2
}
