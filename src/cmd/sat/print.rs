//! The output of `coverlab sat`.

use super::SatArgs;
use super::ask::{Asked, Found};
use coverlab_bench::output::{self, Safe};
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::Cnf;
use coverlab_model::format::dimacs;
use serde::Serialize;
use std::io::{self, BufWriter, Stdout, Write};
use std::time::Duration;

/// Writes to standard output.
pub(super) struct Printer<'a> {
    arguments: &'a SatArgs,
    terminal: &'a Terminal,
    out: BufWriter<Safe<Stdout>>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(arguments: &'a SatArgs, terminal: &'a Terminal) -> Self {
        Printer { arguments, terminal, out: BufWriter::new(output::stdout()) }
    }

    /// A `c` line, unless the output is quiet or JSON.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        if self.terminal.quiet || self.arguments.json {
            return Ok(());
        }
        writeln!(self.out, "{}", paint(&format!("c {text}"), FAINT, self.terminal.color))
    }

    /// The lines known before the search.
    pub(super) fn begin(&mut self, cnf: &Cnf) -> io::Result<()> {
        self.comment(&format!("coverlab {}, solver {}", env!("CARGO_PKG_VERSION"), self.arguments.solver))?;
        let shown = cnf.decisive().map_or_else(String::new, |shown| format!(", {} shown", shown.len()));
        let (variables, clauses) = (cnf.variables(), cnf.clauses().len());
        self.comment(&format!("{variables} variables{shown}, {clauses} clauses"))?;
        self.out.flush()
    }

    /// The answer.
    pub(super) fn end(&mut self, asked: &Asked, other: Option<&Asked>) -> io::Result<()> {
        if self.arguments.json {
            let record = self.record(asked, other);
            let text = serde_json::to_string(&record).expect("strings and numbers have a JSON form");
            writeln!(self.out, "{text}")?;
            return self.out.flush();
        }
        for line in statistics(asked) {
            self.comment(&line)?;
        }
        if let Found::Unknown(stop) = asked.found {
            self.comment(&format!("stopped: {}", stop.clause("conflict")))?;
        }
        let status = format!("s {}", status(&asked.found));
        writeln!(self.out, "{}", paint(&status, GIVEN, self.terminal.color))?;
        if let Some((checker, time)) = &asked.checked {
            self.comment(&format!("no model: accepted by {checker} in {}", duration(*time)))?;
        }
        if let Found::Model(model) = &asked.found {
            writeln!(self.out, "{}", dimacs::write_model(model))?;
        }
        if let Some(other) = other {
            self.uniqueness(other)?;
        }
        self.out.flush()
    }

    /// Stands in a `c` line that --quiet does not leave out, since it was asked for.
    fn uniqueness(&mut self, other: &Asked) -> io::Result<()> {
        let text = match (&other.found, &other.checked) {
            (Found::None, Some((checker, time))) => {
                format!("unique: accepted by {checker} in {}", duration(*time))
            }
            (Found::None, None) => "unique".to_string(),
            (Found::Model(_), _) => "not unique".to_string(),
            (Found::Unknown(stop), _) => format!("unique or not, stopped: {}", stop.clause("conflict")),
        };
        writeln!(self.out, "c {text}")
    }

    fn record<'r>(&'r self, asked: &'r Asked, other: Option<&'r Asked>) -> Record<'r> {
        let checked = [asked.checked.as_ref(), other.and_then(|other| other.checked.as_ref())];
        Record {
            file: &self.arguments.input,
            solver: &self.arguments.solver,
            status: status(&asked.found),
            model: match &asked.found {
                Found::Model(model) => {
                    let literal =
                        |(k, &value): (usize, &bool)| if value { k as i64 + 1 } else { -(k as i64) - 1 };
                    Some(model.values().iter().enumerate().map(literal).collect())
                }
                _ => None,
            },
            unique: other.and_then(|other| match other.found {
                Found::None => Some(true),
                Found::Model(_) => Some(false),
                Found::Unknown(_) => None,
            }),
            proof: checked.iter().flatten().next().map(|(checker, _)| checker.as_str()),
            conflicts: asked.statistics.conflicts,
            decisions: asked.statistics.decisions,
            propagations: asked.statistics.propagations,
            restarts: asked.statistics.restarts,
            load_cpu_ns: asked.load.as_nanos() as u64,
            solve_cpu_ns: asked.solve.as_nanos() as u64,
            check_cpu_ns: checked
                .iter()
                .flatten()
                .map(|(_, time)| time.as_nanos() as u64)
                .reduce(|a, b| a + b),
        }
    }
}

fn status(found: &Found) -> &'static str {
    match found {
        Found::Model(_) => "SATISFIABLE",
        Found::None => "UNSATISFIABLE",
        Found::Unknown(_) => "UNKNOWN",
    }
}

/// The statistics of the work.
fn statistics(asked: &Asked) -> Vec<String> {
    let counts = [
        ("conflicts", asked.statistics.conflicts),
        ("decisions", asked.statistics.decisions),
        ("propagations", asked.statistics.propagations),
        ("restarts", asked.statistics.restarts),
    ];
    let counts: Vec<String> =
        counts.iter().filter_map(|(name, count)| count.map(|count| format!("{name} {count}"))).collect();
    let times = format!("load {}, solve {} CPU", duration(asked.load), duration(asked.solve));
    [counts.join(", "), times].into_iter().filter(|line| !line.is_empty()).collect()
}

fn duration(time: Duration) -> String {
    format!("{time:.1?}")
}

#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    solver: &'a str,
    status: &'static str,
    model: Option<Vec<i64>>,
    unique: Option<bool>,
    proof: Option<&'a str>,
    conflicts: Option<u64>,
    decisions: Option<u64>,
    propagations: Option<u64>,
    restarts: Option<u64>,
    load_cpu_ns: u64,
    solve_cpu_ns: u64,
    check_cpu_ns: Option<u64>,
}
