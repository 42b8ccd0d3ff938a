//! `model-count`: counts the models of a formula by components, without finding each model.
//!
//! # Origin
//!
//! R. J. Bayardo and J. D. Pehoushek, *Counting Models Using Connected Components*, 2000, count components
//! without common variables separately. T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, *Combining
//! Component Caching and Clause Learning for Effective Model Counting*, 2004 (Cachet), cache the counts and
//! learn clauses. M. Thurley, *sharpSAT: Counting Models with Advanced Component Caching and Implicit BCP*,
//! 2006, has the form that most counters adopted. Further: T. Korhonen and M. Järvisalo, *Integrating Tree
//! Decompositions into Decision Heuristics of Propositional Model Counters*, 2021.
//!
//! # Idea
//!
//! Decide a variable and propagate. The remaining formula often splits into components without common
//! variables; the number of models is the product of theirs. A component is looked up in a cache. If it is
//! new, it is counted by deciding one of its variables and adding the counts for both values. So there are
//! only numbers, never a model. Each part is a file, to be read in this order:
//!
//! | file | content |
//! |---|---|
//! | `formula` | the clauses to be searched |
//! | `simplify` | inference before the search |
//! | `propagate` | the assignment with its reasons; unit propagation |
//! | `component` | the components of the remaining formula |
//! | `table` | components of few variables, counted by truth tables |
//! | `cache` | counts of components met before |
//! | `count` | numbers of any size |
//! | `tree_decomposition` | the variables that divide the formula |
//! | `analyse` | the clause learned from a conflict |
//! | `search` | the main loop |
//!
//! **Learned clauses** propagate but belong to no component. A clause learned in another component follows
//! from the whole formula. It follows from this component alone only if the other components have models. If
//! one has none, the counts of its siblings may be too small. So all cache entries made under such a branch
//! are removed. They are the newest, so this truncates an array. A conflict backtracks at once to the
//! decision at fault.
//!
//! **Projection.** If only some variables distinguish solutions, they are decided first, in each component. A
//! component without any has one solution or none; once a model is known to exist, its other branch is
//! skipped.
//!
//! **The order.** The score of a variable is the number of its occurrences in the component, plus its
//! activity in recent conflicts (VSADS, as in sharpSAT), plus its rank in a tree decomposition, which has
//! more weight if the bags are small.
//!
//! # Cost
//!
//! A node is a component that is decided on. Two thirds of the time is spent on finding components, a seventh
//! on propagation, and nearly all the rest on cache misses in the table of counts.
//!
//! CPU time on an Emerald Rapids under other load: independent sets of a 5x40 grid take 5 milliseconds, as do
//! those of a 10x10 grid. Random clauses of three literals, two for each of 60 variables, take 0.2 to 0.8
//! seconds. Domino tilings of 8x8, as a formula, take 12 milliseconds. A chain of 100 000 implications takes
//! 3 seconds.
//!
//! # What did not work
//!
//! The tree decomposition on formulas with large bags, larger truth tables for small components, and the
//! division of short trees. Measurements are in docs/STRATEGY-NOTES.md.

mod analyse;
mod cache;
mod component;
mod count;
mod formula;
mod propagate;
mod search;
mod simplify;
mod table;
#[cfg(test)]
mod tests;
mod tree_decomposition;

use crate::cdcl::Cdcl;
use crate::support::few::first_few;
use crate::support::literal;
use crate::support::memory_limit;
use coverlab_model::memory::Extent;
use coverlab_model::{
    About, Cnf, Event, Flow, Natural, Observer, Parameter, Problem, Purpose, Refusal, Size, Stop, Strategy,
    Values,
};
use search::{Search, Switches};
use simplify::{Simplified, simplify};
use std::ops::ControlFlow::{self, Continue};

/// Maximum number of literals in all clauses together.
const MAX_LITERALS: usize = 1 << 28;

/// The strategy, with its parameters.
#[derive(Clone)]
pub(crate) struct ModelCount {
    switches: Switches,
    /// Whether the choice of variables uses a tree decomposition.
    tree: bool,
}

impl Default for ModelCount {
    fn default() -> Self {
        ModelCount { switches: Switches { learn: true, cache: true, tables: 8, bytes: 1 << 30 }, tree: true }
    }
}

impl Strategy for ModelCount {
    type Problem = Cnf;
    type Scratch = <Cdcl as Strategy>::Scratch;

    const ABOUT: About = About {
        name: ModelCount::NAME,
        purpose: Purpose::Fast,
        sentence: "Counts the models of a formula by components, without finding each model",
        source: "R. J. Bayardo and J. D. Pehoushek, Counting Models Using Connected Components, 2000; M. Thurley, sharpSAT, 2006",
        node: "a component that is decided on; the formula itself is one",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess],
        parameters: &[
            Parameter {
                name: "memory",
                meaning: "maximum memory for counts of components, in MiB",
                values: Values::Integer(1, 1 << 20),
                default: "1024",
            },
            Parameter {
                name: "order",
                meaning: "the variables to decide first: those that divide a tree decomposition, or those with the \
                          most occurrences and recent conflicts",
                values: Values::OneOf(&["tree", "occurrences"]),
                default: "tree",
            },
            Parameter {
                name: "learn",
                meaning: "whether to learn a clause from each conflict; if not, the last decision is flipped",
                values: Values::OneOf(&["yes", "no"]),
                default: "yes",
            },
            Parameter {
                name: "cache",
                meaning: "whether to cache counts of components",
                values: Values::OneOf(&["yes", "no"]),
                default: "yes",
            },
            Parameter {
                name: "tables",
                meaning: "maximum number of variables of a component that is counted by its truth table",
                values: Values::Integer(0, 9),
                default: "8",
            },
        ],
        note: "If models are to be listed, it uses cdcl. Waiting components may take as much memory as counts. On formulas of more than 2^24 variables or 2^28 literals the search ends with `memory`.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        let switches = &mut self.switches;
        match parameter {
            "learn" => switches.learn = value == "yes",
            "order" => self.tree = value == "tree",
            "cache" => switches.cache = value == "yes",
            "tables" => switches.tables = value.parse().expect("a checked number"),
            _ => switches.bytes = memory_limit(value),
        }
    }

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        Refusal::above(MAX_LITERALS, cnf.literals(), "literals")?;
        literal::accepts(cnf)
    }

    fn bytes(&self, size: Size) -> u64 {
        // Watches, links from variables to clauses, and two copies of the clauses.
        size.bytes().saturating_mul(4 * Cnf::SEARCH)
    }

    fn solve(
        &self,
        cnf: &Cnf,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Cnf>,
    ) -> Flow {
        let known = match first_few(&Cdcl::default(), cnf, seed, scratch, observer) {
            Ok(known) => known,
            Err(flow) => return flow,
        };
        let mut all = self.count(cnf, observer)?;
        all -= known;
        observer.solutions(&all)
    }
}

impl ModelCount {
    pub(crate) const NAME: &str = "model-count";

    /// The number of solutions.
    pub(crate) fn count(&self, cnf: &Cnf, observer: &mut impl Observer<Cnf>) -> ControlFlow<Stop, Natural> {
        if let Err(refusal) = self.accepts(cnf) {
            return ControlFlow::Break(refusal.stop());
        }
        observer.node(0)?;
        let Some(Simplified { formula, free }) = simplify(cnf, observer)? else {
            return Continue(Natural::default());
        };
        let ranks = if self.tree {
            tree_decomposition::ranks(&formula, observer)?
        } else {
            vec![0.0; formula.variables()]
        };
        let mut search = Search::new(&formula, ranks, self.switches);
        let flow = search.run(observer);
        search.count_events(observer);
        let mut count = flow?;
        count.double(free);
        Continue(count.natural())
    }
}
