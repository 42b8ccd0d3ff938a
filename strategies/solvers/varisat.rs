//! varisat behind [`Solver`]: J. Harder, *varisat* 0.2.2, 2020.
//!
//! varisat has neither counters nor a way to interrupt it, but it writes a proof as it goes, and
//! gives up when the proof cannot be written. So the proof goes to a [`Tap`], which reads its
//! steps: one step "clause learned" is one conflict, which is reported to the monitor, and when the
//! monitor says stop, the write fails. The proof is in varisat's own format unless DRAT is asked
//! for: DRAT is shorter, but forbids clauses to be added between two models.
//!
//! Now and then it goes over all clauses, to take out what holds, and cannot be stopped in that. On millions of
//! clauses a pass takes a tenth of a second, so with each look at the limits one is counted as about to begin.
//!
//! varisat buffers its proof, eight kilobytes at a time. Conflicts are nevertheless counted one by
//! one and in order, so a limit on them is exact and the same in every run; the solver may have
//! worked a few dozen conflicts beyond it that are not counted.

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

/// varisat.
pub(super) struct Varisat<'a> {
    solver: varisat::Solver<'a>,
    numbering: Numbering,
    watch: Rc<RefCell<Watch<'a>>>,
    /// The values of the last model, by number.
    model: Vec<bool>,
    literals: Vec<Lit>,
    /// The last question had no assumptions.
    free: bool,
    /// The formula has no model.
    refuted: bool,
}

impl<'a> Varisat<'a> {
    /// # Panics
    /// If a proof in LRAT is asked for.
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

    /// Translates into `self.literals`.
    fn translate(&mut self, literals: &[Literal]) {
        self.literals.clear();
        let numbering = &mut self.numbering;
        self.literals.extend(literals.iter().map(|&l| Lit::from_index(numbering.number(l), l > 0)));
    }
}

/// The time of a pass over all clauses, as a share of loading them.
const PASS: f64 = 0.2;

/// Less than that is no matter beside any limit.
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
        // A DRAT proof cannot hold assumptions, not even none.
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
            // Where units clash, varisat leaves it to the reader to see that.
            Steps::Drat { refuted: false, .. } if self.refuted => copy.write_all(b"0\n"),
            _ => Ok(()),
        };
        ended.and_then(|()| copy.flush()).map_err(|error| error.to_string())
    }
}

/// Reads a proof as it is written, reports conflicts to the monitor, and passes the proof on.
struct Watch<'a> {
    monitor: Shared<'a>,
    steps: Steps,
    copy: Option<Box<dyn Write + 'a>>,
    conflicts: u64,
    /// How long it may work without a look at the limits.
    pass: Duration,
    stop: Option<Stop>,
    /// Why the proof could not be handed on.
    broken: Option<String>,
}

/// How the steps of a proof are separated.
enum Steps {
    Varisat {
        parser: Parser,
        /// The head of a step that is not complete yet.
        unread: Vec<u8>,
    },
    Drat {
        line_begins: bool,
        /// Whether the empty clause is among them.
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
                        // The end of the bytes; the step begins anew with the next ones.
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

/// The end of the solver's proof that lies in our hands.
struct Tap<'a>(Rc<RefCell<Watch<'a>>>);

impl Write for Tap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut watch = self.0.borrow_mut();
        if watch.stop.is_none() {
            watch.stop = watch.read(bytes).break_value();
        }
        if watch.stop.is_some() {
            // Not `Interrupted`, which would be tried again.
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
