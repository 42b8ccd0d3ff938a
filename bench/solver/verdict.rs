//! The answer of a program, by its end, its exit code and its output together.
//!
//! An answer is a complete one. "No solution" needs an explicit sign: an exit code that the definition lists for that
//! alone, or the words of `none`. A formula's answer has a status line as well. Everything else is an error.

use super::backend::Spent;
use super::configured::Solver;
use super::order::End;
use super::posed::{Posed, short};
use super::process::Finished;
use crate::experiment::Finds;
use crate::record::Status;
use coverlab_model::Stop;
use coverlab_strategies::solvers::Claim;

/// The result of a run of a program.
pub(super) enum Answer<P: Posed> {
    /// These solutions; whether there are no others.
    Solutions { list: Vec<P::Solution>, all: bool },
    /// It came to no end.
    Stopped(Stop),
}

/// Signals by which a program ends that somebody kills, and that exceeds its CPU time.
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
        // The kernel refuses memory and does not kill for it: `SIGKILL` is somebody else's, or the machine was short of
        // memory, which the limit does not tell.
        End::Signal(SIGKILL) => {
            let what = "it was killed by signal 9: not by its guard, but by somebody, or for want of memory";
            return Err((Status::Crash, format!("{what}{}", said(finished))));
        }
        End::Signal(_) if was_refused_memory(solver, finished) => return Ok(Answer::Stopped(Stop::Memory)),
        End::Signal(signal) => {
            return Err((Status::Crash, format!("it was killed by signal {signal}{}", said(finished))));
        }
        End::Answered | End::NotStarted(_) => return Err((Status::Crash, "it did not run".to_string())),
    };
    spent.odd.extend(missing.iter().map(|name| format!("its output does not tell `{name}`")));
    let exit = solver.definition.exit();
    if exit.unsupported.contains(&code) {
        return Ok(Answer::Stopped(Stop::Unsupported));
    }
    let lists = [exit.solved.contains(&code), exit.none.contains(&code), exit.unknown.contains(&code)];
    if lists == [false; 3] {
        if was_refused_memory(solver, finished) {
            return Ok(Answer::Stopped(Stop::Memory));
        }
        let what = format!("it ended with exit code {code}, which `exit` does not list{}", said(finished));
        return Err((Status::Crash, what));
    }
    let wrong = |what: String| (Status::Error, what);
    let claim = problem.claim(&output).map_err(wrong)?;
    let list = problem.solutions(&output, solver.definition.output()).map_err(wrong)?;
    let errors = String::from_utf8_lossy(&finished.errors);
    let has_words = solver.none.as_ref().is_some_and(|none| none.is_match(&output) || none.is_match(&errors));
    let says_none = has_words || claim == Some(Claim::Unsatisfiable);
    let signs = Signs { code, lists, claim, says_none };
    weigh::<P>(solver, &signs, list, wanted)
        .map_err(|what| wrong(if what.is_empty() { nothing(solver, &output, code, finished) } else { what }))
}

/// The signs of a program's answer beside its solutions.
struct Signs {
    code: i32,
    /// Whether the exit code is listed for solutions, for none, and for giving up.
    lists: [bool; 3],
    /// The status line.
    claim: Option<Claim>,
    /// Whether the words of `none` are there, or a status line says so.
    says_none: bool,
}

/// Exit code, words and solutions held against each other. An empty error: the answer is missing.
fn weigh<P: Posed>(
    solver: &Solver,
    signs: &Signs,
    list: Vec<P::Solution>,
    wanted: u64,
) -> Result<Answer<P>, String> {
    let Signs { code, lists: [may_solve, may_be_none, may_give_up], claim, says_none } = *signs;
    let says_solved = claim == Some(Claim::Satisfiable);
    if says_none && says_solved {
        return Err("its output says both that there is a solution and that there is none".to_string());
    }
    if !list.is_empty() {
        if says_none && P::HAS_STATUS {
            return Err("its output says that there is no solution, and has one".to_string());
        }
        if !may_solve {
            return Err(format!("exit code {code} does not stand for a solution, and it printed one"));
        }
        if P::HAS_STATUS && !says_solved {
            return Err("its output has a model, but no line `s SATISFIABLE`".to_string());
        }
        return found(solver, list, wanted);
    }
    match signs.lists {
        [_, true, _] if says_none => Ok(Answer::Solutions { list, all: true }),
        _ if says_none => {
            Err(format!("its output says that there is no solution, exit code {code} does not"))
        }
        _ if says_solved => Err("its output says that there is a solution, and has none".to_string()),
        [false, true, false] if !P::HAS_STATUS => Ok(Answer::Solutions { list, all: true }),
        _ if may_give_up => Ok(Answer::Stopped(Stop::Stuck)),
        _ if may_be_none && P::HAS_STATUS && !may_solve => {
            Err(format!("exit code {code}, but its output has no line `s UNSATISFIABLE`"))
        }
        _ => Err(String::new()),
    }
}

/// The solutions that a program printed, and whether they are all.
fn found<P: Posed>(solver: &Solver, mut list: Vec<P::Solution>, wanted: u64) -> Result<Answer<P>, String> {
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

/// The error of an output without an answer, with what to write in the definition where that output means "none".
fn nothing(solver: &Solver, output: &str, code: i32, finished: &Finished) -> String {
    let first = output.lines().find(|line| !line.trim().is_empty());
    let printed = first.map_or_else(
        || "it printed nothing".to_string(),
        |line| format!("its output begins with `{}`", short(line)),
    );
    let advice = match solver.none {
        Some(_) => "",
        None => {
            "; a program that finds no solution has to say so: define `none`, a regular expression for its words, \
             or an exit code that `exit` lists under `none` alone"
        }
    };
    format!("exit code {code}, but no solution is found in its output: {printed}{}{advice}", said(finished))
}

/// The last line of standard error.
pub(super) fn said(finished: &Finished) -> String {
    let errors = String::from_utf8_lossy(&finished.errors);
    let last = errors.lines().rfind(|line| !line.trim().is_empty()).map(short).unwrap_or_default();
    if last.is_empty() { String::new() } else { format!(": {last}") }
}

/// Whether a program that came to no answer says that it was refused memory, under a limit of it. The kernel refuses,
/// and the program ends in its own way.
fn was_refused_memory(solver: &Solver, finished: &Finished) -> bool {
    let text =
        [String::from_utf8_lossy(&finished.errors), String::from_utf8_lossy(&finished.output)].concat();
    let text = text.to_ascii_lowercase();
    let words = [
        "out of memory",
        "out-of-memory",
        "bad_alloc",
        "memoryerror",
        "cannot allocate",
        "memory exhausted",
        "not enough memory",
        "allocation failed",
    ];
    solver.memory.is_some() && words.iter().any(|word| text.contains(word))
}
