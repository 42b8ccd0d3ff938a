//! Derives the answer of a program from its end, its exit code and its output.
//!
//! An answer must be complete. "No solution" needs explicit evidence: an exit code that the definition lists only for that, or a
//! match of `none`. An answer about a formula also needs a status line. Everything else is an error.

use super::checked_definition::Solver;
use super::problem_text::ProblemText;
use super::search_totals::SearchTotals;
use super::status_line::{ClaimedStatus, claim};
use crate::experiment::SolutionsFound;
use crate::refused_memory::was_refused_memory;
use crate::text::excerpt;
use coverlab_model::{Fault, FaultKind, Stop};
use coverlab_supervise::{JobEnd, JobReport};
use std::collections::BTreeSet;

/// The result of a run of a program.
pub(super) enum ProgramAnswer<P: ProblemText> {
    /// These solutions, and whether they are all.
    Solutions { list: Vec<P::Solution>, all: bool },
    /// The search was stopped.
    Stopped(Stop),
}

/// The signals that end a killed program, and one that exceeds its CPU time.
const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

/// Reads the output of a program that was asked for `wanted` solutions of `problem`.
pub(super) fn read_answer<P: ProblemText>(
    solver: &Solver,
    problem: &P,
    report: &JobReport,
    wanted: u64,
    totals: &mut SearchTotals,
) -> Result<ProgramAnswer<P>, Fault> {
    let output = String::from_utf8_lossy(&report.output);
    let mut missing = Vec::new();
    for (counter, count) in solver.patterns.counts(&output) {
        match count {
            Some(count) => totals.count(counter, count),
            None => missing.push(counter),
        }
    }
    let stopped = |stop| Ok(ProgramAnswer::Stopped(stop));
    let crash = |what: String| Err(Fault::new(FaultKind::Crash, what));
    match report.end {
        JobEnd::Exit(code) => {
            totals.warnings.extend(missing.iter().map(|name| format!("its output has no count of `{name}`")));
            read_output(solver, problem, report, (code, &output), wanted)
        }
        JobEnd::TimeLimit | JobEnd::Signal(SIGXCPU) => stopped(Stop::Deadline),
        JobEnd::MemoryLimit => stopped(Stop::Memory),
        JobEnd::OutputLimit => crash(format!("it was killed after {} bytes of output", report.output.len())),
        // At the memory limit of a program, allocations fail and nothing is killed. So this signal came from another process, or
        // the whole machine ran out of memory.
        JobEnd::Signal(SIGKILL) => {
            let what = "it was killed by signal 9: not by its guard, but by another process or because the machine ran out of memory";
            crash(format!("{what}{}", last_error(report)))
        }
        JobEnd::Signal(_) if ran_out_of_memory(solver.memory, report) => stopped(Stop::Memory),
        JobEnd::Signal(signal) => crash(format!("it was killed by signal {signal}{}", last_error(report))),
        JobEnd::Answered => crash("it answered a question that was not asked".to_string()),
    }
}

/// Reads the `output` of a program that exited with `code`.
fn read_output<P: ProblemText>(
    solver: &Solver,
    problem: &P,
    report: &JobReport,
    (code, output): (i32, &str),
    wanted: u64,
) -> Result<ProgramAnswer<P>, Fault> {
    let exit = solver.definition.exit();
    if exit.unsupported.contains(&code) {
        return Ok(ProgramAnswer::Stopped(Stop::Unsupported));
    }
    let lists = [exit.solved.contains(&code), exit.none.contains(&code), exit.unknown.contains(&code)];
    if lists == [false; 3] {
        if ran_out_of_memory(solver.memory, report) {
            return Ok(ProgramAnswer::Stopped(Stop::Memory));
        }
        let errors = last_error(report);
        let answers = codes(&[&exit.solved[..], &exit.none, &exit.unknown].concat());
        let what = format!("it ended with exit code {code} instead of {answers}{errors}");
        return Err(Fault::new(FaultKind::Crash, what));
    }
    let wrong = |what: String| Fault::new(FaultKind::WrongAnswer, what);
    let claim = if P::HAS_STATUS { claim(output).map_err(wrong)? } else { None };
    let list = problem.solutions(output, solver.definition.output).map_err(wrong)?;
    let errors = String::from_utf8_lossy(&report.errors);
    let has_words = solver.none.as_ref().is_some_and(|none| none.is_match(output) || none.is_match(&errors));
    let says_none = has_words || claim == Some(ClaimedStatus::Unsatisfiable);
    let evidence = Evidence { code, lists, claim, says_none };
    let answer = answer_from_evidence::<P>(solver, &evidence, list, wanted).map_err(wrong)?;
    answer.ok_or_else(|| wrong(missing_answer(solver, output, code, report)))
}

/// The exit codes of a list as words: `0, 10 or 20`.
fn codes(list: &[i32]) -> String {
    let distinct: BTreeSet<i32> = list.iter().copied().collect();
    let words: Vec<String> = distinct.iter().map(i32::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "one that `exit` lists".to_string(),
    }
}

/// The evidence for a program's answer, apart from its solutions.
struct Evidence {
    code: i32,
    /// Whether the exit code is listed for solutions, for none, and for giving up.
    lists: [bool; 3],
    /// The claim of the status line.
    claim: Option<ClaimedStatus>,
    /// Whether the output matches `none`, or a status line says that there is no solution.
    says_none: bool,
}

/// Derives the answer from exit code, words and solutions, which must agree. `None` if the answer is missing.
fn answer_from_evidence<P: ProblemText>(
    solver: &Solver,
    evidence: &Evidence,
    list: Vec<P::Solution>,
    wanted: u64,
) -> Result<Option<ProgramAnswer<P>>, String> {
    let Evidence { code, lists: [may_solve, may_be_none, may_give_up], claim, says_none } = *evidence;
    let says_solved = claim == Some(ClaimedStatus::Satisfiable);
    if says_none && says_solved {
        return Err("its output says both that there is a solution and that there is none".to_string());
    }
    if !list.is_empty() {
        if says_none && P::HAS_STATUS {
            return Err("its output says that there is no solution, but has one".to_string());
        }
        if !may_solve {
            let solved = codes(&solver.definition.exit().solved);
            return Err(format!("it printed a solution, but its exit code is {code} instead of {solved}"));
        }
        if P::HAS_STATUS && !says_solved {
            return Err("its output has a model, but no line `s SATISFIABLE`".to_string());
        }
        return printed_solutions(solver, list, wanted).map(Some);
    }
    match evidence.lists {
        [_, true, _] if says_none => Ok(Some(ProgramAnswer::Solutions { list, all: true })),
        _ if says_none => {
            let none = codes(&solver.definition.exit().none);
            Err(format!(
                "its output says that there is no solution, but its exit code is {code} instead of {none}"
            ))
        }
        _ if says_solved => Err("its output says that there is a solution, but has none".to_string()),
        [false, true, false] if !P::HAS_STATUS => Ok(Some(ProgramAnswer::Solutions { list, all: true })),
        _ if may_give_up => Ok(Some(ProgramAnswer::Stopped(Stop::Stuck))),
        _ if may_be_none && P::HAS_STATUS && !may_solve => {
            Err(format!("exit code {code}, but its output has no line `s UNSATISFIABLE`"))
        }
        _ => Ok(None),
    }
}

/// The solutions that a program printed, and whether they are all.
fn printed_solutions<P: ProblemText>(
    solver: &Solver,
    mut list: Vec<P::Solution>,
    wanted: u64,
) -> Result<ProgramAnswer<P>, String> {
    let found = list.len() as u64;
    let all = match solver.definition.finds() {
        SolutionsFound::One if found > 1 => {
            return Err(format!("its definition says that it finds one solution, but it printed {found}"));
        }
        SolutionsFound::One => false,
        SolutionsFound::UpTo if found > wanted => {
            return Err(format!("it was asked for {wanted} solutions and printed {found}"));
        }
        SolutionsFound::UpTo => found < wanted,
        SolutionsFound::All => {
            list.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
            true
        }
    };
    Ok(ProgramAnswer::Solutions { list, all })
}

/// The error for an output without an answer. It explains how to define `none` if the output means "no solution".
fn missing_answer(solver: &Solver, output: &str, code: i32, report: &JobReport) -> String {
    let printed = match output.lines().find(|line| !line.trim().is_empty()).map(excerpt) {
        None => "it printed nothing".to_string(),
        Some(line) if line.is_empty() => {
            let bytes: Vec<String> = report.output.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            format!("its output begins with the bytes {}", bytes.join(" "))
        }
        Some(line) => format!("its output begins with `{line}`"),
    };
    let advice = match solver.none {
        Some(_) => "",
        None => {
            "; a program that finds no solution has to say so: define `none`, a regular expression for its words, \
             or an exit code that `exit` lists under `none` alone"
        }
    };
    format!(
        "exit code {code}, but no solution is found in its output: {printed}{}{advice}",
        last_error(report)
    )
}

/// The last line of standard error after a colon; empty if there is no line.
pub(super) fn last_error(report: &JobReport) -> String {
    let last = excerpt(&report.last_error());
    if last.is_empty() { String::new() } else { format!(": {last}") }
}

/// Whether a program without an answer reports a failed allocation under the memory limit `limit`.
fn ran_out_of_memory(limit: Option<u64>, report: &JobReport) -> bool {
    limit.is_some() && (was_refused_memory(&report.errors) || was_refused_memory(&report.output))
}
