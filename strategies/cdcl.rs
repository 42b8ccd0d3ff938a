//! `cdcl`: our own solver by conflict-driven clause learning, with a switch for each of its ideas.
//!
//! # Origin
//!
//! J. P. Marques-Silva and K. A. Sakallah, *GRASP: A New Search Algorithm for Satisfiability*, 1996, learn
//! clauses from conflicts and jump back over levels that had no part in them. M. Moskewicz and others,
//! *Chaff: Engineering an Efficient SAT Solver*, 2001, watch two literals per clause and decide by recent
//! conflicts. Nearly all solvers follow the structure of N. Eén and N. Sörensson, *An Extensible SAT-solver*,
//! 2003 (MiniSat). G. Audemard and L. Simon, *Predicting Learnt Clauses Quality in Modern SAT Solvers*, 2009
//! (Glucose), showed which clauses to keep. The search without learning (`learn=no`) is older: M. Davis, G. Logemann
//! and D. Loveland, *A Machine Program for Theorem-Proving*, 1962.
//!
//! # Idea
//!
//! Decide a literal and propagate, until every variable has a value or a clause is false. The first case is a
//! model. In the second, derive a new clause that would have prevented the conflict, learn it, and jump back
//! to the level where it becomes unit. Each part is a file, to be read in this order:
//!
//! | file | content |
//! |---|---|
//! | `trail` | which literals are true, at which level and why |
//! | `arena` | clauses in one array |
//! | `watches` | unit propagation |
//! | `exclusive` | groups with at most one true literal, without clauses |
//! | `decide` | the next decision |
//! | `analyse` | the clause learned from a conflict |
//! | `restart` | when to restart |
//! | `reduce` | which learned clauses to delete |
//! | `proof` | callbacks for the clauses of a proof |
//! | `explain` | the clauses from which a learned clause follows |
//! | `written` | the proof as text |
//! | `search` | the main loop |
//! | `search/trace_steps` | the steps that a traced search reports |
//! | `assume` | solving under assumptions |
//! | `groups` | the search without a formula, on groups with exactly one true literal; `sat-auto` uses it for Sudoku |
//! | `solver` | the search as one of several solvers, `sat:solver=cdcl` |
//!
//! # Enumerating models
//!
//! `models=block` excludes each model by a clause, treats it as a conflict, and keeps all learned clauses.
//! This is best for a second model or the proof that there is none. The clauses of excluded models
//! accumulate, so counting millions of models takes memory and time. `models=backtrack` flips the last
//! decision instead and never jumps back over a flipped one. This needs no further memory, but the search can
//! never revise its first decisions. It is used only where every variable distinguishes solutions; there,
//! `learn=no` implies it.
//!
//! # Cost
//!
//! A node is one complete propagation, so there is one for the root and one for each decision, conflict and
//! model. Nearly all of the time is propagation. On twenty quasigroups of order 30 (`coverlab compare
//! sat:solver=batsat cdcl 'quasigroup:30:316:{1..20}'`) this solver takes 0.88 of batsat's time, and 0.50 and
//! 0.35 on five formulas each of SATLIB's uf250 and uuf250.
//!
//! # What did not work
//!
//! Every idea is a switch, and `coverlab run ablation` measures the effect of each. On quasigroups of order
//! 30 a search has at least 17.8 times as many conflicts without `vsids` and 21.5 times as many without
//! `learn`. Saved phases, restarts and minimization have an effect only on larger formulas. Measurements and
//! failed attempts are in docs/STRATEGY-NOTES.md.

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

use crate::sat_solvers::Numbering;
use crate::support::literal::{self, Lit};
use coverlab_model::random::word;
use coverlab_model::{
    About, Cnf, Event, Flow, Literal, Model, Observer, Parameter, Purpose, Refusal, Script, Step, Strategy,
    Values,
};
pub use groups::Groups;
use proof::NoProof;
use restart::Rule;
use search::{Answer, Listener, Models, Names, Search, Switches, Work};
pub(crate) use solver::CdclSolver;

const YES_NO: Values = Values::OneOf(&["yes", "no"]);

/// The strategy, with its switches.
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
        sentence: "Conflict-driven clause learning, written to be read: a switch for each of its ideas",
        source: "N. Eén and N. Sörensson, An Extensible SAT-solver, 2003; G. Audemard and L. Simon, Predicting Learnt Clauses Quality in Modern SAT Solvers, 2009",
        node: "one complete propagation: at the root, or after a decision, a conflict or a model",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess, Event::Backtrack],
        parameters: &[
            Parameter {
                name: "learn",
                meaning: "whether to learn a clause from each conflict; if not, the last decision is flipped",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "minimise",
                meaning: "whether to remove literals of learned clauses that the other literals imply",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "vsids",
                meaning: "whether to decide variables of recent conflicts first; if not, the first variable",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "phase",
                meaning: "whether to decide a variable with its last value; if not, false",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "restarts",
                meaning: "when to restart: when learned clauses become worse, after Luby's sequence, or never",
                values: Values::OneOf(&["glucose", "luby", "no"]),
                default: "glucose",
            },
            Parameter {
                name: "delete",
                meaning: "whether to delete learned clauses that span many levels",
                values: YES_NO,
                default: "yes",
            },
            Parameter {
                name: "models",
                meaning: "how to continue after a model: exclude it by a clause, or flip the last decision",
                values: Values::OneOf(&["block", "backtrack"]),
                default: "block",
            },
        ],
        note: "A single propagation is not interrupted. Without learning, minimization, deletion and restarts have \
               no effect. On formulas of more than 2^24 variables, or of 2^31 literals including learned clauses, \
               the search ends with `memory`.",
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
        ("watch two literals of each clause, also of a learned one", &["watch"]),
        ("loop:", &["node"]),
        ("  propagate: while a clause has one literal left, it follows", &["visit", "propagate"]),
        ("  if a clause is false:", &["conflict"]),
        ("    on level 0 there is no model, or no further one", &["fail"]),
        ("    learn the clause at the first unique implication point", &["learn", "fail"]),
        ("    jump back to where it is unit", &["backjump", "fail"]),
        ("  else if all variables have values: a model; exclude it", &["solution", "exclude"]),
        ("  now and then restart, or forget what was of little use", &["restart", "forget"]),
        ("  else decide: the literal of highest activity, by its last value", &["decide"]),
    ];

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        literal::accepts(cnf)
    }

    fn solve(&self, cnf: &Cnf, seed: u64, scratch: &mut Scratch, observer: &mut impl Observer<Cnf>) -> Flow {
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

/// The search of one formula, with the translation between its variables and the search's.
struct Solve<'a> {
    cnf: &'a Cnf,
    /// Variables that occur in no clause get no number and cost nothing.
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
            self.search.add(self.clause)?;
            if observer.watches() {
                self.search.report_added(
                    self.clause,
                    before,
                    &mut ObserverListener { observer, numbering: &self.numbering },
                );
            }
        }
        if observer.watches() {
            self.search.report_watched(&mut ObserverListener { observer, numbering: &self.numbering });
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
                self.search.exclude(self.clause, listener)?;
            }
        }
        Flow::Continue(())
    }

    /// Whether every variable distinguishes solutions, so that any two models are two solutions.
    fn every_variable_counts(&self) -> bool {
        self.cnf.decisive().is_none_or(|decisive| {
            let mut counts = vec![false; self.cnf.variables()];
            decisive.iter().for_each(|&v| counts[v as usize - 1] = true);
            counts.iter().all(|&counts| counts)
        })
    }

    /// Translates `clause` into the search's numbers, in [`Self::clause`]. Variables that are new to the
    /// search are added.
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

    /// The current model; a variable that occurs in no clause is false.
    fn model(&self) -> Model {
        let value = |variable: Literal| {
            let number = self.numbering.known(variable);
            number.is_some_and(|number| self.search.value(Lit::new(number, true)))
        };
        Model::new((1..=self.cnf.variables() as Literal).map(value).collect())
    }

    /// Decides that those of `variables` that occurred in no clause are false, as in the model just found.
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

/// Initial activities of variables: all 0 if the seed is 0, otherwise random.
struct Activities {
    /// The state of the generator.
    random: Option<u64>,
}

impl Activities {
    fn new(seed: u64) -> Activities {
        Activities { random: Some(seed).filter(|&seed| seed != 0) }
    }

    /// An activity far below that of a variable that took part in a conflict.
    fn next(&mut self) -> f64 {
        self.random.as_mut().map_or(0.0, |state| (word(state) >> 11) as f64 * 1e-5 / (1_u64 << 53) as f64)
    }
}

/// Reports the work of the search as event counts.
fn count_events(work: &Work, observer: &mut impl Observer<Cnf>) {
    observer.count(Event::Conflict, work.conflicts);
    observer.count(Event::Propagate, work.propagations);
    observer.count(Event::Guess, work.decisions);
    observer.count(Event::Backtrack, work.backtracks);
}

/// Adapts an observer to the callbacks of the search.
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

    fn step(&mut self, build: impl FnOnce(Names<'_>) -> Step) {
        self.observer.step(|| build(Names(self.numbering)));
    }
}
