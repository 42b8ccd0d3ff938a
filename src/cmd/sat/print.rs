//! The output of `coverlab sat`.

use super::SatArgs;
use super::decide::{Confirmation, SatAnswer, SatOutcome};
use coverlab_bench::output::{self, SafeWriter};
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::counted;
use coverlab_model::clock::nanoseconds;
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Stop};
use coverlab_report::plain_time;
use serde_json::{Value, json};
use std::io::{self, BufWriter, Stdout, Write};

/// Prints answers to standard output.
pub(super) struct AnswerWriter<'a> {
    arguments: &'a SatArgs,
    terminal: &'a Terminal,
    out: BufWriter<SafeWriter<Stdout>>,
}

impl<'a> AnswerWriter<'a> {
    pub(super) fn new(arguments: &'a SatArgs, terminal: &'a Terminal) -> Self {
        AnswerWriter { arguments, terminal, out: BufWriter::new(output::stdout()) }
    }

    /// A `c` line, unless the output is quiet or JSON.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        if self.terminal.quiet || self.arguments.json {
            return Ok(());
        }
        writeln!(self.out, "{}", paint(&format!("c {text}"), FAINT, self.terminal.color))
    }

    /// Prints the lines that are known before the search.
    pub(super) fn begin(&mut self, cnf: &Cnf) -> io::Result<()> {
        self.comment(&format!("coverlab {}, solver {}", env!("CARGO_PKG_VERSION"), self.arguments.solver))?;
        let shown = cnf.decisive().map_or_else(String::new, |shown| format!(", {} shown", shown.len()));
        let (variables, clauses) = (cnf.variables(), cnf.clauses().len());
        let variables = counted(variables as u64, "variable", "variables");
        self.comment(&format!("{variables}{shown}, {}", counted(clauses as u64, "clause", "clauses")))?;
        self.out.flush()
    }

    /// Prints the answer.
    pub(super) fn end(&mut self, outcome: &SatOutcome, other: Option<&SatOutcome>) -> io::Result<()> {
        if self.arguments.json {
            writeln!(self.out, "{}", json(self.arguments, outcome, other))?;
            return self.out.flush();
        }
        for line in statistics(outcome) {
            self.comment(&line)?;
        }
        if let SatAnswer::Unknown(stop) = outcome.answer {
            self.comment(&format!("stopped: {}", stop.clause("conflict")))?;
        }
        let status = format!("s {}", status(&outcome.answer));
        writeln!(self.out, "{}", paint(&status, GIVEN, self.terminal.color))?;
        if let Some(Confirmation { checker, time, .. }) = &outcome.checked {
            self.comment(&format!("no model: accepted by {checker} in {}", plain_time(*time)))?;
        }
        if let SatAnswer::Model(model) = &outcome.answer {
            writeln!(self.out, "{}", dimacs::write_model(model))?;
        }
        if let Some(other) = other {
            self.uniqueness(other)?;
        }
        self.out.flush()
    }

    /// Prints the result of `--unique` as a `c` line, even with `--quiet`, because it was requested.
    fn uniqueness(&mut self, other: &SatOutcome) -> io::Result<()> {
        let text = match (&other.answer, &other.checked) {
            (SatAnswer::Unsatisfiable, Some(Confirmation { checker, time, .. })) => {
                format!("unique: accepted by {checker} in {}", plain_time(*time))
            }
            (SatAnswer::Unsatisfiable, None) => "unique".to_string(),
            (SatAnswer::Model(_), _) => "not unique".to_string(),
            (SatAnswer::Unknown(stop), _) => format!("unique or not, stopped: {}", stop.clause("conflict")),
        };
        writeln!(self.out, "c {text}")
    }
}

fn status(answer: &SatAnswer) -> &'static str {
    match answer {
        SatAnswer::Model(_) => "SATISFIABLE",
        SatAnswer::Unsatisfiable => "UNSATISFIABLE",
        SatAnswer::Unknown(_) => "UNKNOWN",
    }
}

/// The statistics of the work.
fn statistics(outcome: &SatOutcome) -> Vec<String> {
    let counts = [
        ("conflicts", outcome.statistics.conflicts),
        ("decisions", outcome.statistics.decisions),
        ("propagations", outcome.statistics.propagations),
        ("restarts", outcome.statistics.restarts),
    ];
    let counts: Vec<String> =
        counts.iter().filter_map(|(name, count)| count.map(|count| format!("{name} {count}"))).collect();
    let times = [("load", outcome.load), ("solve", outcome.solve)];
    let times: Vec<String> = times
        .iter()
        .filter_map(|(name, time)| Some(format!("{name} {} CPU", plain_time((*time)?))))
        .collect();
    [counts.join(", "), times.join(", ")].into_iter().filter(|line| !line.is_empty()).collect()
}

/// The answer as a JSON object. `other` is the result of `--unique`.
fn json(arguments: &SatArgs, outcome: &SatOutcome, other: Option<&SatOutcome>) -> Value {
    let checks: Vec<_> = [outcome].into_iter().chain(other).filter_map(|one| one.checked.as_ref()).collect();
    let literal = |(k, &value): (usize, &bool)| if value { k as i64 + 1 } else { -(k as i64) - 1 };
    let model = match &outcome.answer {
        SatAnswer::Model(model) => Some(model.values().iter().enumerate().map(literal).collect::<Vec<_>>()),
        _ => None,
    };
    let unique = other.and_then(|other| match other.answer {
        SatAnswer::Unsatisfiable => Some(true),
        SatAnswer::Model(_) => Some(false),
        SatAnswer::Unknown(_) => None,
    });
    let stop = match other.unwrap_or(outcome).answer {
        SatAnswer::Unknown(Stop::NodeLimit) => Some("conflict-limit"),
        SatAnswer::Unknown(stop) => Some(stop.name()),
        _ => None,
    };
    let is_refuted = matches!(outcome.answer, SatAnswer::Unsatisfiable);
    let proof = arguments.proof.as_ref().filter(|_| is_refuted).map(|path| path.to_string_lossy());
    json!({
        "file": arguments.input,
        "solver": arguments.solver,
        "status": status(&outcome.answer),
        "stop": stop,
        "model": model,
        "unique": unique,
        "proof": proof,
        "checker": checks.first().map(|check| check.checker),
        "conflicts": outcome.statistics.conflicts,
        "decisions": outcome.statistics.decisions,
        "propagations": outcome.statistics.propagations,
        "restarts": outcome.statistics.restarts,
        "load_cpu_ns": outcome.load.map(nanoseconds),
        "solve_cpu_ns": outcome.solve.map(nanoseconds),
        "check_cpu_ns": checks.iter().map(|check| nanoseconds(check.time)).reduce(|a, b| a + b),
    })
}
