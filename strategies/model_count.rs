//! `model-count`: counts the models of a formula.

mod analyse;
mod cache;
mod component;
mod count;
mod formula;
mod order;
mod propagate;
mod search;
mod simplify;
mod table;

use crate::cdcl::Cdcl;
use crate::support::few::Few;
use coverlab_model::{
    About, Cnf, Event, Filtered, Flow, Natural, Observer, Parameter, Purpose, Stop, Strategy, Values,
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
        node: "a component that is decided on",
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
                meaning: "Which variables are decided first: those that divide a tree decomposition, or those that occur most and stood in recent conflicts.",
                values: Values::OneOf(&["tree", "occurrences"]),
                default: "tree",
            },
            Parameter {
                name: "learn",
                meaning: "Whether a conflict is learned from; if not, the last decision is flipped.",
                values: Values::OneOf(&["yes", "no"]),
                default: "yes",
            },
            Parameter {
                name: "cache",
                meaning: "Whether counts of components are kept.",
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
        note: "Where models are to be shown it searches as cdcl.",
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

    fn solve(
        &self,
        cnf: &Cnf,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Cnf>,
    ) -> Flow {
        let enumerates = Cdcl::default();
        if !observer.will_only_count() {
            return enumerates.solve(cnf, seed, scratch, observer);
        }
        let mut known = 0;
        if !observer.only_counts() {
            let mut few = Filtered { filter: Few::at_least(1), to: &mut *observer };
            let flow = enumerates.solve(cnf, seed, scratch, &mut few);
            if !few.filter.enough {
                return flow;
            }
            known = few.filter.found;
        }
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
        let ranks =
            if self.tree { order::ranks(&formula, observer)? } else { vec![0.0; formula.variables()] };
        let mut search = Search::new(&formula, ranks, self.switches);
        let flow = search.run(observer);
        search.tell(observer);
        let mut count = flow?;
        count.double(free);
        Continue(count.natural())
    }
}
