//! varisat behind [`Solver`]: J. Harder, *varisat* 0.2.2, 2020.
//!
//! varisat has neither counters nor a way to interrupt it. But it writes a proof during the search, and stops
//! if the proof cannot be written. So the proof goes to a [`Tap`], which parses its steps. Each step "clause
//! learned" is a conflict and reported to the monitor; when the monitor says stop, the write fails. The proof
//! is in varisat's own format unless DRAT is requested: DRAT is shorter, but does not allow adding clauses
//! between two models.
//!
//! From time to time varisat goes over all clauses, to remove satisfied ones, and cannot be stopped during
//! the pass. On millions of clauses a pass takes a tenth of a second. So each check of the limits assumes
//! that a pass is about to begin.
//!
//! varisat buffers its proof, eight kilobytes at a time. Conflicts are nevertheless counted one by one and in
//! order, so a limit on them is exact and reproducible; the solver may have done a few dozen more conflicts,
//! which are not counted.

use super::numbering::Numbering;
use super::solver::{Options, ProofFormat, Shared, Solver, Statistics, Verdict};
use coverlab_model::{Flow, Literal, Stop};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;
use varisat::{ExtendFormula, Lit};
use varisat_internal_proof::ProofStep;
use varisat_internal_proof::binary_format::Parser;

/// The solver varisat.
pub(super) struct Varisat<'a> {
    solver: varisat::Solver<'a>,
    numbering: Numbering,
    watch: Rc<RefCell<Watch<'a>>>,
    /// The values of the last model, by the solver's number.
    model: Vec<bool>,
    literals: Vec<Lit>,
    /// Whether the last query had no assumptions.
    free: bool,
    /// Whether the formula is known to have no model.
    refuted: bool,
}

impl<'a> Varisat<'a> {
    /// # Panics
    /// If the options ask for a proof in LRAT.
    pub(super) fn new(options: Options<'a>) -> Varisat<'a> {
        let (format, copy) = match options.proof {
            Some((format, copy)) => (format, Some(copy)),
            None => (ProofFormat::Varisat, None),
        };
        let (steps, own, numbering) = match format {
            ProofFormat::Varisat => {
                let steps = Steps::Varisat { parser: Parser::default(), unread: Vec::new() };
                (steps, varisat::solver::ProofFormat::Varisat, Numbering::default())
            }
            ProofFormat::Drat => {
                let steps = Steps::Drat { line_begins: true, refuted: false };
                (steps, varisat::solver::ProofFormat::Drat, Numbering::same())
            }
            ProofFormat::Lrat { .. } => panic!("varisat names no clauses in its proofs"),
        };
        let (monitor, pass) = (options.monitor, Duration::ZERO);
        let watch = Watch { monitor, steps, copy, conflicts: 0, pass, stop: None, broken: None };
        let watch = Rc::new(RefCell::new(watch));
        let mut solver = varisat::Solver::new();
        solver.write_proof(Tap(Rc::clone(&watch)), own);
        Varisat {
            solver,
            numbering,
            watch,
            model: Vec::new(),
            literals: Vec::new(),
            free: true,
            refuted: false,
        }
    }

    /// Translates `literals` into `self.literals`.
    fn translate(&mut self, literals: &[Literal]) {
        self.literals.clear();
        let numbering = &mut self.numbering;
        self.literals.extend(literals.iter().map(|&l| Lit::from_index(numbering.number(l), l > 0)));
    }
}

/// The time of a pass over all clauses, relative to loading them.
const PASS: f64 = 0.2;

/// Shorter passes are negligible compared to any limit.
const WORTH_COUNTING: Duration = Duration::from_millis(1);

impl Solver for Varisat<'_> {
    fn loaded(&mut self, took: Duration) {
        self.watch.borrow_mut().pass = took.mul_f64(PASS);
    }

    fn add(&mut self, clause: &[Literal]) {
        self.translate(clause);
        self.solver.add_clause(&self.literals);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        // A DRAT proof must not contain assumptions, not even an empty list.
        if !(assumptions.is_empty() && self.free) {
            self.translate(assumptions);
            self.solver.assume(&self.literals);
            self.free = assumptions.is_empty();
        }
        let answer = self.solver.solve();
        let watch = self.watch.borrow();
        if let Some(what) = &watch.broken {
            return Verdict::Failed(format!("the proof cannot be written: {what}"));
        }
        if let Some(stop) = watch.stop {
            return Verdict::Unknown(stop);
        }
        match answer {
            Ok(true) => {
                self.model.clear();
                for literal in self.solver.model().unwrap_or_default() {
                    let at = literal.index();
                    if self.model.len() <= at {
                        self.model.resize(at + 1, false);
                    }
                    self.model[at] = literal.is_positive();
                }
                Verdict::Satisfiable
            }
            Ok(false) => {
                self.refuted |= assumptions.is_empty();
                Verdict::Unsatisfiable
            }
            Err(error) => Verdict::Failed(format!("varisat: {error}")),
        }
    }

    fn value(&self, variable: Literal) -> bool {
        let number = self.numbering.known(variable);
        number.and_then(|n| self.model.get(n)).copied().unwrap_or(false)
    }

    fn core(&self) -> Vec<Literal> {
        let core = self.solver.failed_core().unwrap_or_default();
        core.iter().map(|l| self.numbering.literal(l.index(), l.is_positive())).collect()
    }

    fn statistics(&self) -> Statistics {
        Statistics { conflicts: Some(self.watch.borrow().conflicts), ..Statistics::default() }
    }

    fn finish(&mut self) -> Result<(), String> {
        self.solver.close_proof().map_err(|error| error.to_string())?;
        let Watch { steps, copy: Some(copy), .. } = &mut *self.watch.borrow_mut() else { return Ok(()) };
        let ended = match steps {
            // If unit clauses contradict each other, varisat leaves the empty clause to the reader.
            Steps::Drat { refuted: false, .. } if self.refuted => copy.write_all(b"0\n"),
            _ => Ok(()),
        };
        ended.and_then(|()| copy.flush()).map_err(|error| error.to_string())
    }
}

/// Parses a proof while it is written, reports conflicts to the monitor, and passes the proof on.
struct Watch<'a> {
    monitor: Shared<'a>,
    steps: Steps,
    copy: Option<Box<dyn Write + 'a>>,
    conflicts: u64,
    /// The time that it may work without a check of the limits.
    pass: Duration,
    stop: Option<Stop>,
    /// The error of writing the proof.
    broken: Option<String>,
}

/// How the steps of a proof are separated.
enum Steps {
    Varisat {
        parser: Parser,
        /// The beginning of an incomplete step.
        unread: Vec<u8>,
    },
    Drat {
        line_begins: bool,
        /// Whether the empty clause is among the steps.
        refuted: bool,
    },
}

impl Watch<'_> {
    fn read(&mut self, bytes: &[u8]) -> Flow {
        self.monitor.borrow_mut().poll()?;
        if self.pass > WORTH_COUNTING {
            self.monitor.borrow_mut().ahead(self.pass)?;
        }
        match &mut self.steps {
            Steps::Varisat { parser, unread } => {
                unread.extend_from_slice(bytes);
                let mut rest = &unread[..];
                loop {
                    let start = rest;
                    match parser.parse_step(&mut rest) {
                        Ok(ProofStep::AtClause { .. }) => {
                            self.monitor.borrow_mut().conflict()?;
                            self.conflicts += 1;
                        }
                        Ok(_) => {}
                        // The bytes end within a step, which is parsed again with the next ones.
                        Err(_) => {
                            let read = unread.len() - start.len();
                            unread.drain(..read);
                            return Flow::Continue(());
                        }
                    }
                }
            }
            Steps::Drat { line_begins, refuted } => {
                for &byte in bytes {
                    *refuted |= *line_begins && byte == b'0';
                    if *line_begins && byte != b'd' {
                        self.monitor.borrow_mut().conflict()?;
                        self.conflicts += 1;
                    }
                    *line_begins = byte == b'\n';
                }
                Flow::Continue(())
            }
        }
    }
}

/// Our end of the solver's proof output.
struct Tap<'a>(Rc<RefCell<Watch<'a>>>);

impl Write for Tap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut watch = self.0.borrow_mut();
        if watch.stop.is_none() {
            watch.stop = watch.read(bytes).break_value();
        }
        if watch.stop.is_some() {
            // Not `Interrupted`, because a caller would retry that.
            return Err(io::Error::other("the search is to stop"));
        }
        if let Some(Err(error)) = watch.copy.as_mut().map(|copy| copy.write_all(bytes)) {
            watch.broken = Some(error.to_string());
            return Err(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
