//! `model-count`: counts the models of a formula without finding each, part by part.
//!
//! # Origin
//!
//! R. J. Bayardo and J. D. Pehoushek, *Counting Models Using Connected Components*, 2000 (from memory), who count apart what has no
//! variable in common; T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, *Combining Component Caching and Clause Learning for
//! Effective Model Counting*, 2004 (Cachet), who keep the counts and learn; M. Thurley, *sharpSAT: Counting Models with
//! Advanced Component Caching and Implicit BCP*, 2006, whose form most counters took over; T. Korhonen and M. Järvisalo, *Integrating
//! Tree Decompositions into Decision Heuristics of Propositional Model Counters*, 2021.
//!
//! # Idea
//!
//! Decide a variable and propagate. What is left of the formula often falls into components that have no variable in common:
//! the number of models is the product of theirs. Each is counted by deciding one of its variables, the number being
//! the sum over both values, and is looked up first among those that were counted before. So a model is never at
//! hand, only numbers. Each part is a file, to be read in this order:
//!
//! | file | what |
//! |---|---|
//! | `formula` | the clauses that are searched |
//! | `simplify` | what follows before the search |
//! | `propagate` | what is true and why; unit propagation |
//! | `component` | what the formula falls into |
//! | `table` | components of few variables, by a bit for each assignment |
//! | `cache` | counts that were found before |
//! | `count` | numbers of any size |
//! | `tree_decomposition` | the variables that divide the formula |
//! | `analyse` | the clause that a conflict teaches |
//! | `search` | the loop over all of them |
//!
//! **Learned clauses** propagate but belong to no component. A clause learned elsewhere follows from the whole formula, and so
//! from a component alone where the others have models. Where one has none, what was counted beside it may be too
//! little: all entries of the cache that were made under such a branch are taken out. They are the newest, so the end of
//! an array is cut off. A conflict goes back at once to the decision at fault.
//!
//! **What is shown.** Where only some variables distinguish models, these are decided first, in each component. One without any
//! has one solution or none, and its other branch is left out once a model is known to exist.
//!
//! **The order.** The score of a variable is how often it occurs in its component, and how often it stood in recent
//! conflicts (VSADS, as in sharpSAT). To it comes the place in a tree decomposition, which weighs more the smaller its bags are.
//!
//! # Cost
//!
//! A node is a component that is decided on. Two thirds of the time goes into finding components, a seventh
//! into propagation, and nearly all the rest into the cache, whose places are not in the processor's.
//!
//! CPU time on an Emerald Rapids in use: independent sets of a grid of 5x40 take 5 milliseconds; of 10x10 the same. Random clauses
//! of three literals, two for each of 60 variables: 0.2 to 0.8 seconds. Tilings of 8x8 by dominoes, as a formula, take 12
//! milliseconds. A chain of 100 000 implications takes 3 seconds.
//!
//! # What did not work
//!
//! The tree decomposition on formulas with large bags, larger tables for small components, and the division of short trees.
//! Measurements and what did not work are in docs/STRATEGY-NOTES.md.

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
use coverlab_model::memory::Extent;
use coverlab_model::{
    About, Cnf, Event, Flow, Natural, Observer, Parameter, Problem, Purpose, Size, Stop, Strategy, Values,
};
use search::{Search, Switches};
use simplify::{Simplified, simplify};
use std::ops::ControlFlow::{self, Continue};

/// The most variables a formula may have, as tables go by variable.
const MOST_VARIABLES: usize = 1 << 24;

/// The strategy.
#[derive(Clone)]
pub(crate) struct ModelCount {
    switches: Switches,
    /// Whether a tree decomposition takes part in the choice of variables.
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
        sentence: "Counts the models of a formula, part by part, without finding each",
        source: "R. J. Bayardo and J. D. Pehoushek, Counting Models Using Connected Components, 2000; M. Thurley, sharpSAT, 2006",
        node: "a component that is decided on; the formula itself is one",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess],
        parameters: &[
            Parameter {
                name: "memory",
                meaning: "the most memory for counts of components, in MiB",
                values: Values::Integer(1, 1 << 20),
                default: "1024",
            },
            Parameter {
                name: "order",
                meaning: "the variables that are decided first: those that divide a tree decomposition, or those that occur most and stood in recent conflicts",
                values: Values::OneOf(&["tree", "occurrences"]),
                default: "tree",
            },
            Parameter {
                name: "learn",
                meaning: "whether a conflict is learned from; if not, the last decision is flipped",
                values: Values::OneOf(&["yes", "no"]),
                default: "yes",
            },
            Parameter {
                name: "cache",
                meaning: "whether counts of components are kept",
                values: Values::OneOf(&["yes", "no"]),
                default: "yes",
            },
            Parameter {
                name: "tables",
                meaning: "the most variables of a component that is counted by its truth table",
                values: Values::Integer(0, 9),
                default: "8",
            },
        ],
        note: "Where models are to be shown it searches as cdcl. Components that wait may take as much memory as counts. A formula of more than 2^24 variables or 2^28 literals is given up for want of memory.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        let switches = &mut self.switches;
        match parameter {
            "learn" => switches.learn = value == "yes",
            "order" => self.tree = value == "tree",
            "cache" => switches.cache = value == "yes",
            "tables" => switches.tables = value.parse().expect("a checked number"),
            _ => switches.bytes = value.parse::<usize>().expect("a checked number") << 20,
        }
    }

    fn bytes(&self, size: Size) -> u64 {
        // Watches, links from variables to clauses, and the clauses themselves twice.
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
        if cnf.variables() > MOST_VARIABLES || cnf.literals() > 1 << 28 {
            return ControlFlow::Break(Stop::Memory);
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
