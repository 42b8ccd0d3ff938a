//! `cdcl`: conflict-driven clause learning of our own, each of its ideas a switch.
//!
//! # Origin
//!
//! J. P. Marques-Silva and K. A. Sakallah, *GRASP: A New Search Algorithm for Satisfiability*,
//! 1996, who learn from conflicts and jump back over what had no part in them; M. Moskewicz and
//! others, *Chaff: Engineering an Efficient SAT Solver*, 2001, who watch two literals and decide by
//! recent conflicts; N. Eén and N. Sörensson, *An Extensible SAT-solver*, 2003 (MiniSat), whose
//! form nearly all solvers took over; G. Audemard and L. Simon, *Predicting Learnt Clauses Quality
//! in Modern SAT Solvers*, 2009 (Glucose), who found out which clauses to keep. What is under
//! `learn=no` is older: M. Davis, G. Logemann and D. Loveland, *A Machine Program for
//! Theorem-Proving*, 1962.
//!
//! # Idea
//!
//! Decide a literal and propagate, until every variable has a value or a clause is false. In the
//! first case that is a model. In the second, derive a new clause that would have prevented it,
//! learn it, and jump back to where it acts. Each part is a file, to be read in this order:
//!
//! | file | what |
//! |---|---|
//! | `trail` | what is true, since when and why |
//! | `arena` | clauses in one array |
//! | `watches` | unit propagation |
//! | `exclusive` | groups of which one is true, without clauses |
//! | `decide` | the next decision |
//! | `analyse` | the clause that a conflict teaches |
//! | `restart` | when to begin again |
//! | `reduce` | what to forget |
//! | `proof` | callbacks for the clauses of a proof |
//! | `explain` | what a clause follows from |
//! | `written` | the proof as text |
//! | `search` | the loop over all of them |
//! | `assume` | questions under assumptions |
//! | `groups` | the search where groups are all there is, as `sat-auto` has them of a Sudoku |
//! | `solver` | the search as a solver among others, `sat:solver=cdcl` |
//!
//! # More than one model
//!
//! `models=block` excludes each model by a clause, which is treated as a conflict, and goes on with
//! all that was learned: best for a second model or the proof that there is none. Clauses of
//! excluded models add up, so counting millions takes memory and time. `models=backtrack` flips the
//! last decision instead and never jumps back over a flipped one, which needs no memory but binds
//! the search to its first decisions; it is used only where every variable distinguishes models, and
//! always with `learn=no`.
//!
//! # Cost
//!
//! A node is one propagation to its end, so there is one for the root and one for each decision,
//! conflict and model. Nearly all of the time is propagation.
//! Beside batsat, `cargo bench --bench cdcl -- quasigroup:30 --files FOLDER` gives 0.88 of its time on twenty
//! quasigroups of order 30, and with five formulas each of SATLIB's uf250 and uuf250 as the folder 0.50 and 0.35.
//!
//! # What did not work
//!
//! Every idea is a switch, and `coverlab run ablation` measures what each is worth. On quasigroups of order 30 a search has at
//! least 17.8 times as many conflicts without `vsids` and 21.5 times as many without `learn`. Saved phases, restarts and
//! minimising show only on larger
//! formulas. Measurements and what did not work are in docs/STRATEGY-NOTES.md.

mod analyse;
mod arena;
mod assume;
mod decide;
mod exclusive;
mod explain;
mod groups;
mod proof;
mod reduce;
mod restart;
mod search;
mod solver;
#[cfg(test)]
mod tests;
mod trail;
mod watches;
mod written;

use crate::solvers::Numbering;
use crate::support::literal::Lit;
use coverlab_model::step::FormulaStep;
use coverlab_model::{
    About, Cnf, Event, Flow, Literal, Model, Observer, Parameter, Purpose, Script, Stop, Strategy, Values,
};
pub use groups::Groups;
use proof::NoProof;
use restart::Rule;
pub(crate) use solver::CdclSolver;

use search::{Answer, Listener, Models, Search, Step, Switches, Work};

/// The most variables a formula may have, as tables go by variable.
const MOST_VARIABLES: usize = 1 << 24;

const YES_NO: Values = Values::OneOf(&["yes", "no"]);

/// Clause learning with its switches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cdcl {
    switches: Switches,
}

impl Strategy for Cdcl {
    type Problem = Cnf;
    type Scratch = Scratch;
    const ABOUT: About = About {
        name: "cdcl",
        purpose: Purpose::Learn,
        sentence: "Conflict-driven clause learning, written to be read: each of its ideas can be switched off",
        source: "N. Eén and N. Sörensson, An Extensible SAT-solver, 2003; G. Audemard and L. Simon, Predicting Learnt Clauses Quality in Modern SAT Solvers, 2009",
        node: "one propagation to its end: at the root, after a decision, a conflict or a model",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess, Event::Backtrack],
        parameters: &[
            Parameter {
                name: "learn",
                meaning: "Whether a conflict is learned from; if not, the last decision is flipped.",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "minimise",
                meaning: "Whether learned clauses lose literals that the others imply.",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "vsids",
                meaning: "Whether variables of recent conflicts are decided first; if not, the first variable is.",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "phase",
                meaning: "Whether a variable is decided to be what it was last; if not, false.",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "restarts",
                meaning: "When to begin again: when learned clauses become worse, after Luby's sequence, or never.",
                values: Values::OneOf(&["glucose", "luby", "no"]),
                default: "glucose",
            },
            Parameter {
                name: "delete",
                meaning: "Whether learned clauses that span many levels are forgotten.",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "models",
                meaning: "How to go on after a model: exclude it by a clause, or flip the last decision.",
                values: Values::OneOf(&["block", "backtrack"]),
                default: "block",
            },
        ],
        note: "A single propagation is not interrupted. Without learning there is nothing to minimise, forget or restart with. A formula of more than 2^24 variables, or 2^31 literals with what was learned, is given up for want of memory.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        let yes = value == "yes";
        let switches = &mut self.switches;
        match parameter {
            "learn" => switches.learn = yes,
            "minimise" => switches.minimise = yes,
            "vsids" => switches.vsids = yes,
            "phase" => switches.phase = yes,
            "delete" => switches.delete = yes,
            "restarts" => {
                switches.restarts = match value {
                    "glucose" => Rule::Glucose,
                    "luby" => Rule::Luby,
                    _ => Rule::Never,
                }
            }
            _ => switches.models = if value == "block" { Models::Block } else { Models::Backtrack },
        }
    }

    const SCRIPT: Script = &[
        ("loop:", &["node"]),
        ("  propagate: while a clause has one literal left, it follows", &["propagate"]),
        ("  if a clause is false:", &["conflict"]),
        ("    on level 0 there is no model, or no further one", &[]),
        ("    learn the clause at the first unique implication point", &["learn", "fail"]),
        ("    jump back to where it is unit", &["backjump", "fail"]),
        ("  else if all variables have values: a model; exclude it", &["solution", "exclude"]),
        ("  now and then restart, or forget what was of little use", &["restart", "forget"]),
        ("  else decide: the literal of highest activity, by its last value", &["decide"]),
    ];

    fn solve(&self, cnf: &Cnf, seed: u64, scratch: &mut Scratch, observer: &mut impl Observer<Cnf>) -> Flow {
        if cnf.variables() > MOST_VARIABLES {
            return Flow::Break(Stop::Memory);
        }
        scratch.search.clear(&self.switches);
        let mut solve = Solve {
            cnf,
            numbering: Numbering::default(),
            activities: Activities::new(seed),
            search: &mut scratch.search,
            clause: &mut scratch.clause,
        };
        let flow = solve.run(&self.switches, observer);
        count_events(&solve.search.work, observer);
        flow
    }
}

/// Memory kept between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    search: Search<NoProof>,
    clause: Vec<Lit>,
}

/// The search of one formula.
struct Solve<'a> {
    cnf: &'a Cnf,
    /// Variables that stand in no clause cost nothing.
    numbering: Numbering,
    activities: Activities,
    search: &'a mut Search<NoProof>,
    clause: &'a mut Vec<Lit>,
}

impl Solve<'_> {
    fn run(&mut self, switches: &Switches, observer: &mut impl Observer<Cnf>) -> Flow {
        for clause in self.cnf.clauses() {
            observer.poll()?;
            self.translate(clause);
            let before = self.search.trail.literals().len();
            stop_on(self.search.add(self.clause))?;
            if observer.watches() {
                self.search.report_added(
                    self.clause,
                    before,
                    &mut ObserverListener { observer, numbering: &self.numbering },
                );
            }
        }
        let backtracks = !switches.learn || switches.models == Models::Backtrack;
        let flips = backtracks && self.every_variable_counts();
        while self.search.next(&mut ObserverListener { observer, numbering: &self.numbering })?
            == Answer::Model
        {
            let model = self.model();
            observer.solution(|| model.clone())?;
            observer.poll()?;
            if flips {
                self.decide_unused(1..=self.cnf.variables() as Literal, observer);
                self.search.pass_by(&mut ObserverListener { observer, numbering: &self.numbering });
            } else {
                let blocking = self.cnf.blocking_clause(&model);
                self.decide_unused(blocking.iter().map(|literal| literal.abs()), observer);
                self.translate(&blocking);
                let listener = &mut ObserverListener { observer, numbering: &self.numbering };
                stop_on(self.search.exclude(self.clause, listener))?;
            }
        }
        Flow::Continue(())
    }

    /// Whether any two models are two solutions.
    fn every_variable_counts(&self) -> bool {
        self.cnf.decisive().is_none_or(|decisive| {
            let mut counts = vec![false; self.cnf.variables()];
            decisive.iter().for_each(|&v| counts[v as usize - 1] = true);
            counts.iter().all(|&counts| counts)
        })
    }

    /// The literals of `clause` in the search's own numbers, in [`Self::clause`]. What is new to the
    /// search becomes a variable of it.
    fn translate(&mut self, clause: &[Literal]) {
        self.clause.clear();
        for &literal in clause {
            let number = self.numbering.number(literal);
            if number == self.search.variables() {
                self.search.add_variable(self.activities.next());
            }
            self.clause.push(Lit::new(number, literal > 0));
        }
    }

    /// The model that the search found; a variable in no clause is false.
    fn model(&self) -> Model {
        let value = |variable: Literal| {
            let number = self.numbering.known(variable);
            number.is_some_and(|number| self.search.value(Lit::new(number, true)))
        };
        Model::new((1..=self.cnf.variables() as Literal).map(value).collect())
    }

    /// Decides those of `variables` that stood in no clause to be false, as the model just found has
    /// them.
    fn decide_unused(&mut self, variables: impl Iterator<Item = Literal>, observer: &mut impl Observer<Cnf>) {
        for variable in variables {
            if self.numbering.known(variable).is_none() {
                self.translate(&[variable]);
                let listener = &mut ObserverListener { observer: &mut *observer, numbering: &self.numbering };
                self.search.decide(!self.clause[0], listener);
            }
        }
    }
}

/// Where variables stand before the first conflict: in order, or shuffled by a seed.
struct Activities(u64);

impl Activities {
    fn new(seed: u64) -> Activities {
        Activities(seed)
    }

    /// A small activity; 0 for all where the seed is 0. The numbers are those of G. L. Steele,
    /// D. Lea and C. H. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.
    fn next(&mut self) -> f64 {
        if self.0 == 0 {
            return 0.0;
        }
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15).max(1);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 * 1e-5 / (1_u64 << 53) as f64
    }
}

fn stop_on(result: Result<(), Stop>) -> Flow {
    result.map_or_else(Flow::Break, Flow::Continue)
}

/// Hands the counts over.
fn count_events(work: &Work, observer: &mut impl Observer<Cnf>) {
    observer.count(Event::Conflict, work.conflicts);
    observer.count(Event::Propagate, work.propagations);
    observer.count(Event::Guess, work.decisions);
    observer.count(Event::Backtrack, work.backtracks);
}

/// An observer as the search's listener.
struct ObserverListener<'a, O> {
    observer: &'a mut O,
    numbering: &'a Numbering,
}

impl<O: Observer<Cnf>> Listener for ObserverListener<'_, O> {
    fn node(&mut self, level: usize) -> Flow {
        self.observer.node(level)
    }

    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn step(&mut self, step: impl FnOnce() -> Step) {
        let numbering = self.numbering;
        self.observer.step(|| translated(step(), numbering));
    }
}

/// A step in the variables of the formula.
fn translated(step: Step, numbering: &Numbering) -> FormulaStep {
    let literal = |lit: Lit| numbering.literal(lit.variable(), lit.is_positive());
    let clause = |lits: Vec<Lit>| lits.into_iter().map(literal).collect();
    match step {
        Step::Decide(lit, level) => FormulaStep::Decide { literal: literal(lit), level },
        Step::Propagate(lit, reason) => {
            FormulaStep::Propagate { literal: literal(lit), reason: clause(reason) }
        }
        Step::Conflict(lits) => FormulaStep::Conflict(clause(lits)),
        Step::Learn(lits) => FormulaStep::Learn(clause(lits)),
        Step::Exclude(lits) => FormulaStep::Exclude(clause(lits)),
        Step::Forget(lits) => FormulaStep::Forget(clause(lits)),
        Step::Backjump(level) => FormulaStep::Backjump(level),
        Step::Restart => FormulaStep::Restart,
    }
}
