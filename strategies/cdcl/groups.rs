//! The search on groups of which exactly one literal is true, for a strategy without a formula.
//!
//! A group is a clause (at least one is true) and an entry of `exclusive` (at most one is true). Variables
//! are numbers from 0, literals are not translated, and there is no proof, so loading a board takes about as
//! long as writing its groups. A model is excluded by its decisions, because they determine all other values.

use super::Activities;
use super::proof::NoProof;
use super::search::{Answer, Listener, Search, Switches};
use crate::support::literal::Lit;
use coverlab_model::{Event, Flow, Observer, Problem, Stop};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Groups, and the search for models in which exactly one variable of each group is true.
#[derive(Debug, Default)]
pub struct Groups {
    search: Search<NoProof>,
    literals: Vec<Lit>,
}

impl Groups {
    /// Creates `variables` variables without groups.
    #[must_use]
    pub fn new(variables: usize) -> Groups {
        let mut groups = Groups::default();
        groups.begin(variables, 0);
        groups
    }

    /// Starts over with `variables` variables and no groups.
    pub(crate) fn begin(&mut self, variables: usize, seed: u64) {
        self.search.clear(&Switches::default());
        let mut activities = Activities::new(seed);
        (0..variables).for_each(|_| self.search.add_variable(activities.next()));
    }

    /// Adds a group: exactly one of `variables` is true. All groups must be added before the search begins,
    /// and a variable can be in at most four.
    ///
    /// # Panics
    /// If a variable is in more than four groups.
    pub fn exactly_one(&mut self, variables: &[u32]) -> Flow {
        self.literals.clear();
        self.literals.extend(variables.iter().map(|&variable| Lit::new(variable as usize, true)));
        self.search.add(&self.literals)?;
        self.search.add_group(&self.literals);
        Flow::Continue(())
    }

    /// Reports every model; `decode` converts it to a solution. A node is a conflict.
    pub(crate) fn solve<P: Problem>(
        &mut self,
        observer: &mut impl Observer<P>,
        decode: impl Fn(&Groups) -> P::Solution,
    ) -> Flow {
        let flow = self.models(observer, decode);
        let work = &self.search.work;
        observer.count(Event::Guess, work.decisions);
        observer.count(Event::Propagate, work.propagations);
        flow
    }

    fn models<P: Problem>(
        &mut self,
        observer: &mut impl Observer<P>,
        decode: impl Fn(&Groups) -> P::Solution,
    ) -> Flow {
        while self.search.next(&mut ObserverListener::to(observer))? == Answer::Model {
            observer.solution(|| decode(self))?;
            observer.poll()?;
            self.literals.clear();
            self.literals.extend(self.search.trail.decisions().map(|decision| !decision));
            self.search.exclude(&self.literals, &mut ObserverListener::to(observer))?;
        }
        Flow::Continue(())
    }

    /// Whether there is a model under the assumptions: pairs of a variable and its value. Learned clauses are
    /// kept for the next query.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the learned clauses do not fit.
    pub fn allow(&mut self, assumed: impl IntoIterator<Item = (usize, bool)>) -> ControlFlow<Stop, bool> {
        self.literals.clear();
        self.literals.extend(assumed.into_iter().map(|(variable, value)| Lit::new(variable, value)));
        self.search.assume(&self.literals);
        ControlFlow::Continue(self.search.next(&mut ())? == Answer::Model)
    }

    /// The value of `variable`, in a solution that is being built or after [`Self::allow`] found one.
    #[must_use]
    pub fn value(&self, variable: usize) -> bool {
        self.search.value(Lit::new(variable, true))
    }
}

/// Adapts an observer to the callbacks of the search; a conflict is a node.
struct ObserverListener<'a, P, O>(&'a mut O, PhantomData<P>);

impl<'a, P, O> ObserverListener<'a, P, O> {
    fn to(observer: &'a mut O) -> Self {
        ObserverListener(observer, PhantomData)
    }
}

impl<P: Problem, O: Observer<P>> Listener for ObserverListener<'_, P, O> {
    fn node(&mut self, _level: usize) -> Flow {
        self.0.poll()
    }

    fn conflict(&mut self) -> Flow {
        self.0.node(0)?;
        self.0.count(Event::Conflict, 1);
        Flow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Cnf, Literal, Model, forward};
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};
    use std::collections::HashSet;

    const VARIABLES: usize = 10;

    /// The reported models, each as a set of variables.
    #[derive(Default)]
    struct Seen<O> {
        models: HashSet<usize>,
        to: O,
    }

    impl<O: Observer<Cnf>> Observer<Cnf> for Seen<O> {
        const WATCHES: bool = O::WATCHES;

        forward!(self => self.to; Cnf: start node unwatched entered poll ahead limits chose count step);
        forward!(self => self.to; Cnf: only_counts will_only_count solutions partial);
        forward!(self => self.to; Cnf: branch follows_branches);

        fn solution(&mut self, build: impl FnOnce() -> Model) -> Flow {
            let model = build();
            let is_true = |v: &usize| model.value(*v as Literal + 1);
            let bits = (0..VARIABLES).filter(is_true).fold(0, |bits, v| bits | 1 << v);
            assert!(self.models.insert(bits), "{bits:b} twice");
            Flow::Continue(())
        }
    }

    /// The models of random groups, within the limit per variable, agree with brute force.
    #[test]
    fn models_are_those_of_the_groups() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut groups = Groups::default();
        let mut numbers = [0; 4];
        for round in 0..400 {
            let mut room = [4; VARIABLES];
            let mut group = || -> Vec<u32> {
                let some = (0..VARIABLES).filter(|_| random.next_u64().is_multiple_of(3));
                let some: Vec<usize> = some.filter(|&variable| room[variable] > 0).collect();
                some.iter().for_each(|&variable| room[variable] -= 1);
                some.into_iter().map(|variable| variable as u32).collect()
            };
            let all: Vec<_> = (0..2 + round % 5).map(|_| group()).collect();
            let holds =
                |bits: usize| all.iter().all(|g| g.iter().filter(|v| bits >> **v & 1 == 1).count() == 1);
            let expected: HashSet<usize> = (0..1 << VARIABLES).filter(|&bits| holds(bits)).collect();
            groups.begin(VARIABLES, round % 3);
            assert!(all.iter().try_for_each(|group| groups.exactly_one(group)).is_continue());
            let mut seen = Seen::<()>::default();
            let decode = |groups: &Groups| Model::new((0..VARIABLES).map(|v| groups.value(v)).collect());
            assert!(groups.solve(&mut seen, decode).is_continue());
            assert_eq!(seen.models, expected);
            numbers[expected.len().min(3)] += 1;
        }
        assert!(numbers.iter().all(|&times| times > 5), "{numbers:?}");
    }
}
