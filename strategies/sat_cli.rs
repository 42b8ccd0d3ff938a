//! `sat-cli:command=kissat`: a solver on the path, run as a program for each question.
//!
//! # Origin
//!
//! The interface of the SAT competitions; see [`crate::support::solvers::Program`].
//!
//! # Idea
//!
//! The formula goes to a file, the program answers by its exit code and `v` lines. Further models
//! are asked for by excluding those found, each time from the beginning. A model is checked as it
//! comes in. That there is none, or none besides, is confirmed by varisat with a proof that its
//! checker accepts, unless `confirm=no`: then it is the program's word, as in a competition. An
//! incomplete or contradictory answer ends the search with a [`ProgramFault`].
//!
//! # Cost
//!
//! Starting a process and writing the file take a millisecond and more, so that small formulas
//! measure the operating system. The CPU time reported is that of the program, not of the searching
//! thread; confirming is not part of it.
//!
//! # What did not work
//!
//! As a [`Strategy`](coverlab_model::Strategy): an observer holds limits of CPU time of its own
//! thread, which spends none while it waits. So this is a [`Backend`] and sees the task itself. It
//! stands in no registry, since what it can do depends on the machine.

use crate::support::solvers::{ProcessLimits, Program, ProgramFault, Verdict, find, refute};
use coverlab_model::{
    About, Backend, BadSpec, Cnf, Cost, Counters, Outcome, Purpose, Session, Sink, Spec, Stop, Task,
};
use std::time::Duration;

static ABOUT: About = About {
    name: "sat-cli",
    purpose: Purpose::Fast,
    sentence: "A SAT solver on the path, run as a program",
    source: "SAT Competition, output format, since 2002",
    node: "",
    complete: true,
    interruptible: true,
    events: &[],
    parameters: &[],
    note: "Takes command=NAME, a program that reads DIMACS and answers with exit code 10 or 20; memory=N, mebibytes; confirm=no, to take its word that there is no model. Its CPU time is that of the program.",
};

/// The parameters, which are words of the user's and thus in no list.
const PARAMETERS: [&str; 3] = ["command", "memory", "confirm"];

/// The program that `spec` is to run, if it is not on the path.
pub fn missing_program(spec: &Spec) -> Option<&str> {
    let named = |(name, _): &&(String, String)| name == "command";
    let (_, command) = spec.parameters.iter().find(named).filter(|_| spec.name == SatCli::NAME)?;
    find(command).is_none().then_some(command)
}

/// A program as a backend.
#[derive(Clone, Debug)]
pub(crate) struct SatCli {
    program: Program,
    memory: Option<u64>,
    confirm: bool,
}

impl SatCli {
    pub(crate) const NAME: &str = "sat-cli";
    pub(crate) const ABOUT: &'static About = &ABOUT;

    /// What `spec` asks for.
    ///
    /// # Errors
    /// A parameter there is none of, or a program that is not on the path.
    pub(crate) fn of_spec(spec: &Spec) -> Result<SatCli, BadSpec> {
        let (mut path, mut memory, mut confirm) = (None, None, true);
        for (name, value) in &spec.parameters {
            let bad = |what: &str, known: &[&str]| {
                let what = format!("parameter `{name}` of sat-cli does not take `{value}`: {what}");
                Err(BadSpec::new(what, value, known.iter().map(ToString::to_string).collect()))
            };
            match name.as_str() {
                "command" => match find(value) {
                    Some(found) => path = Some(found),
                    None => return bad("there is no such program on the path", &[]),
                },
                "memory" => match value.parse() {
                    Ok(mebibytes) if mebibytes > 0 => memory = Some(mebibytes),
                    _ => return bad("it takes a number of mebibytes", &[]),
                },
                "confirm" => match value.as_str() {
                    "yes" => confirm = true,
                    "no" => confirm = false,
                    _ => return bad("it takes yes or no", &["yes", "no"]),
                },
                _ => {
                    let known = PARAMETERS.iter().map(ToString::to_string).collect();
                    return Err(BadSpec::new(format!("sat-cli has no parameter `{name}`"), name, known));
                }
            }
        }
        let Some(path) = path else {
            let what = "sat-cli does not know which program to run";
            return Err(BadSpec::new(what, "sat-cli", vec!["sat-cli:command=kissat".to_string()]));
        };
        Ok(SatCli { program: Program { path, arguments: Vec::new() }, memory, confirm })
    }

    /// What the search of `cnf` comes to, and the program's CPU time.
    fn search(&self, cnf: &Cnf, task: &Task, mut sink: Option<Sink<'_, Cnf>>) -> (Outcome<Cnf>, Duration) {
        let (mut formula, mut spent) = (cnf.clone(), Duration::ZERO);
        let counters = Counters::default();
        let mut outcome = Outcome {
            stop: None,
            solutions: 0,
            beyond: None,
            kept: Vec::new(),
            partial: None,
            counters,
            choice: None,
        };
        while outcome.stop.is_none() {
            let left = task.time.map(|time| time.saturating_sub(spent));
            if left == Some(Duration::ZERO) {
                outcome.stop = Some(Stop::Deadline);
                break;
            }
            let limits = ProcessLimits { time: left, memory: self.memory, cancel: task.cancel.clone() };
            let (answer, time) = self.program.ask(&formula, &limits);
            spent += time;
            match answer {
                Ok(Some(model)) => {
                    formula.clause(&cnf.blocking_clause(&model));
                    outcome.solutions += 1;
                    let flow = sink.as_mut().and_then(|sink| sink(&model).break_value());
                    outcome.stop = flow.or((outcome.solutions >= task.solutions).then_some(Stop::Enough));
                    if outcome.kept.len() < task.keep {
                        outcome.kept.push(model);
                    }
                }
                Ok(None) => {
                    outcome.stop = self.confirm.then(|| self.confirmed(&formula, task)).flatten();
                    break;
                }
                Err(Verdict::Unknown(stop)) => outcome.stop = Some(stop),
                Err(Verdict::Failed(what)) => ProgramFault { what, crashed: false }.raise(),
                Err(Verdict::Crashed(what)) => ProgramFault { what, crashed: true }.raise(),
                Err(verdict) => unreachable!("a program answers by {verdict:?}"),
            }
        }
        (outcome, spent)
    }

    /// Has varisat refute `cnf` too. `Some`: it came to no end.
    fn confirmed(&self, cnf: &Cnf, task: &Task) -> Option<Stop> {
        match refute(cnf, &task.cancel, task.time) {
            Ok(()) => None,
            Err(Verdict::Unknown(stop)) => Some(stop),
            Err(Verdict::Satisfiable) => {
                let what = format!(
                    "{} says that there is no model, or none besides those found, but there is one",
                    self.program.path.display()
                );
                ProgramFault { what, crashed: false }.raise()
            }
            Err(verdict) => {
                panic!("the refutation by {} is not confirmed: {verdict:?}", self.program.path.display())
            }
        }
    }
}

impl Backend<Cnf> for SatCli {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn session(&self) -> Box<dyn Session<Cnf>> {
        Box::new(self.clone())
    }
}

impl Session<Cnf> for SatCli {
    fn run(&mut self, problems: &[Cnf], task: &Task, outcomes: &mut Vec<Outcome<Cnf>>) -> Cost {
        outcomes.clear();
        let mut cost = Cost::default();
        for cnf in problems {
            let (outcome, spent) = self.search(cnf, task, None);
            outcomes.push(outcome);
            cost.solve += spent;
        }
        cost
    }

    fn stream(&mut self, cnf: &Cnf, task: &Task, sink: Sink<'_, Cnf>) -> Outcome<Cnf> {
        self.search(cnf, task, Some(sink)).0
    }
}
