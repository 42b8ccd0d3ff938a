//! Searches for forcing chains and nets of a level.
//!
//! Each assumption is followed once per position. Runs of the candidates of a cell, of the places of a
//! digit, or of a candidate and its negation are then intersected: what all of them imply is true.

use super::hint::{Hint, Shape, conclusion};
use super::level::Level;
use super::numbering::{Assertion, Mark, MarkSet};
use super::position::Position;
use super::propagation::{InnerChains, Pending, Propagation};
use super::run::{Cause, Run};
use super::single::SingleSearch;
use super::strong::StrongLinks;
use crate::technique::Step;
use std::collections::HashSet;
use std::rc::Rc;

/// A conclusion without its proof.
#[derive(Clone, Debug)]
pub(crate) struct Conclusion {
    shape: Shape,
    /// The assertion that all branches imply; for a contradiction, the negated assumption.
    pub(super) target: Assertion,
    pub(crate) complexity: u32,
    /// The rank of the shape among conclusions of equal complexity.
    rank: u8,
}

impl Conclusion {
    /// The conclusion as a step without its proof.
    pub(crate) fn step<const WORDS: usize>(&self, start: &Position<'_, WORDS>) -> Step {
        let placement = self.target.is_on().then_some(self.target.mark());
        conclusion(start.numbering, &start.removals(self.target), placement)
    }
}

/// The search of a level. Its memory is reused from position to position.
pub(crate) struct Search<const WORDS: usize> {
    level: Level,
    runs: Vec<Run<WORDS>>,
    /// The run of each assumption; [`UNKNOWN`] before it is followed.
    at: Vec<u16>,
    used: usize,
    counter: Counter,
    /// Memory of [`Propagation`].
    pending: Pending,
    strong: StrongLinks<WORDS>,
    single: SingleSearch<WORDS>,
    /// The search for inner chains with several branches.
    inner: Option<Box<Search<WORDS>>>,
}

const UNKNOWN: u16 = u16::MAX;

impl<const WORDS: usize> Search<WORDS> {
    pub(crate) fn new(level: Level) -> Search<WORDS> {
        Search {
            level,
            runs: Vec::new(),
            at: vec![UNKNOWN; 2 * MarkSet::<WORDS>::CAPACITY],
            used: 0,
            counter: Counter::default(),
            pending: Pending::default(),
            strong: StrongLinks::default(),
            single: SingleSearch::default(),
            inner: level.inner().map(|inner| Box::new(Search::new(inner))),
        }
    }

    /// The conclusions on `start`, the simplest first, one for each set of removals.
    pub(crate) fn find(&mut self, start: &Position<'_, WORDS>) -> Vec<Conclusion> {
        self.at.fill(UNKNOWN);
        self.used = 0;
        if !self.level.is_dynamic() {
            self.strong.collect(start, |_, _| {});
        }
        let mut all = Vec::new();
        for cell in start.open_cells() {
            let count = start.digits(cell).count();
            if count > 2 || (count == 2 && self.level.is_dynamic()) {
                self.search_cell(start, cell, &mut all);
            }
        }
        all.sort_by_key(|found: &Conclusion| (found.complexity, found.rank));
        let mut seen = HashSet::new();
        all.retain(|found| seen.insert(start.removals(found.target)));
        all
    }

    fn search_cell(&mut self, start: &Position<'_, WORDS>, cell: usize, all: &mut Vec<Conclusion>) {
        let marks: Vec<Mark> = start.in_cell(cell).collect();
        for &mark in &marks {
            self.contradictions(start, mark, all);
            if self.level.is_dynamic() && self.level != Level::Nishio && marks.len() > 2 {
                self.both_ways(start, mark, all);
            }
            if self.level != Level::Nishio {
                self.search_houses(start, mark, all);
            }
        }
        if self.level != Level::Nishio {
            self.intersect(start, Shape::Cell(cell), &marks, all);
        }
    }

    /// Adds the assumptions about `mark` that contradict themselves.
    fn contradictions(&mut self, start: &Position<'_, WORDS>, mark: Mark, all: &mut Vec<Conclusion>) {
        if !self.level.is_dynamic() {
            return;
        }
        for (assumption, target) in [(mark.on(), mark.off()), (mark.off(), mark.on())] {
            if self.follow(start, assumption).clash.is_some() {
                self.add(start, Shape::Contradiction(assumption), target, all);
            }
        }
    }

    /// Adds the assertions that follow both from a candidate and from its negation.
    fn both_ways(&mut self, start: &Position<'_, WORDS>, mark: Mark, all: &mut Vec<Conclusion>) {
        let other = self.follow(start, mark.off());
        let (on, off) = (other.on, other.off);
        let run = self.follow(start, mark.on());
        let (on, off) = (on.intersect(&run.on), off.intersect(&run.off));
        self.add_common(start, Shape::Double(mark), mark, &on, &off, all);
    }

    /// Adds what follows from each place of the digit, in the houses whose first place is `mark`.
    fn search_houses(&mut self, start: &Position<'_, WORDS>, mark: Mark, all: &mut Vec<Conclusion>) {
        let number = start.numbering.number(mark);
        for house in start.numbering.houses(mark) {
            let marks: Vec<Mark> = start.in_house(house, number).collect();
            if marks.len() > 1 && marks[0] == mark {
                self.intersect(start, Shape::House { house, number }, &marks, all);
            }
        }
    }

    /// Adds the assertions that follow from each of `marks`.
    fn intersect(
        &mut self,
        start: &Position<'_, WORDS>,
        shape: Shape,
        marks: &[Mark],
        all: &mut Vec<Conclusion>,
    ) {
        let first = self.follow(start, marks[0].on());
        let (mut on, mut off) = (first.on, first.off);
        for mark in &marks[1..] {
            let run = self.follow(start, mark.on());
            (on, off) = (on.intersect(&run.on), off.intersect(&run.off));
        }
        self.add_common(start, shape, marks[0], &on, &off, all);
    }

    /// Adds what is common to several runs, in the order in which the run of `first` derives it.
    fn add_common(
        &mut self,
        start: &Position<'_, WORDS>,
        shape: Shape,
        first: Mark,
        on: &MarkSet<WORDS>,
        off: &MarkSet<WORDS>,
        all: &mut Vec<Conclusion>,
    ) {
        if on.is_empty() && off.is_empty() {
            return;
        }
        let derived: Vec<Assertion> =
            self.follow(start, first.on()).nodes().iter().map(|node| node.assertion).collect();
        let (targets_on, targets_off) =
            (derived.iter().filter(|a| a.is_on()), derived.iter().filter(|a| !a.is_on()));
        for &target in
            targets_on.filter(|a| on.has(a.mark())).chain(targets_off.filter(|a| off.has(a.mark())))
        {
            self.add(start, shape, target, all);
        }
    }

    fn add(
        &mut self,
        start: &Position<'_, WORDS>,
        shape: Shape,
        target: Assertion,
        all: &mut Vec<Conclusion>,
    ) {
        if target.is_on() && start.digits(start.numbering.cell(target.mark())).single().is_some() {
            return;
        }
        let rank = match shape {
            Shape::Double(_) => 1,
            Shape::Cell(_) => 5,
            Shape::House { .. } => 6,
            Shape::Contradiction(_) | Shape::Loop(_) => 7,
        };
        let complexity = self.complexity(start, shape, target);
        all.push(Conclusion { shape, target, complexity, rank });
    }

    /// The run and the last node of each proof.
    fn ends(&mut self, start: &Position<'_, WORDS>, shape: Shape, target: Assertion) -> Vec<(usize, u16)> {
        let branches: Vec<Assertion> = match shape {
            Shape::Contradiction(assumption) => {
                let run = self.index(start, assumption);
                let clash = self.runs[run].clash.expect("a run that ends in a contradiction");
                return clash.map(|node| (run, node)).to_vec();
            }
            Shape::Double(mark) => vec![mark.on(), mark.off()],
            Shape::Cell(cell) => start.in_cell(cell).map(Mark::on).collect(),
            Shape::House { house, number } => start.in_house(house, number).map(Mark::on).collect(),
            Shape::Loop(_) => unreachable!("loops belong to the search for single chains"),
        };
        let end = |assumption| {
            let run = self.index(start, assumption);
            (run, self.runs[run].node_of(target))
        };
        branches.into_iter().map(end).collect()
    }

    /// The number of assertions in the proofs, and in each distinct inner chain.
    fn complexity(&mut self, start: &Position<'_, WORDS>, shape: Shape, target: Assertion) -> u32 {
        let ends = self.ends(start, shape, target);
        let mut counter = std::mem::take(&mut self.counter);
        counter.inner.clear();
        let flat: u32 = ends.into_iter().map(|(run, node)| counter.ancestors(&self.runs[run], node)).sum();
        let inner: u32 = counter.inner.iter().map(|hint| hint.complexity).sum();
        self.counter = counter;
        flat + inner
    }

    /// Adds the proof to a conclusion of the last position.
    pub(crate) fn prove(&mut self, start: &Position<'_, WORDS>, conclusion: &Conclusion) -> Hint {
        let ends = self.ends(start, conclusion.shape, conclusion.target);
        let placement = Some(conclusion.target).filter(|target| target.is_on()).map(Assertion::mark);
        Hint {
            shape: conclusion.shape,
            removals: start.removals(conclusion.target),
            placement,
            complexity: conclusion.complexity,
            proofs: ends.into_iter().map(|(run, node)| self.runs[run].proof(node)).collect(),
        }
    }

    fn follow(&mut self, start: &Position<'_, WORDS>, assumption: Assertion) -> &Run<WORDS> {
        let index = self.index(start, assumption);
        &self.runs[index]
    }

    /// The run of an assumption, which is followed the first time.
    fn index(&mut self, start: &Position<'_, WORDS>, assumption: Assertion) -> usize {
        let known = self.at[assumption.index()];
        if known != UNKNOWN {
            return usize::from(known);
        }
        let index = self.used;
        self.used += 1;
        if index == self.runs.len() {
            self.runs.push(Run::default());
        }
        let mut run = std::mem::take(&mut self.runs[index]);
        run.restart(assumption);
        let propagation = Propagation::new(self.level, start, &mut run, &mut self.pending, &self.strong);
        propagation.complete(&mut self.single, self.inner.as_deref_mut());
        self.runs[index] = run;
        self.at[assumption.index()] = index as u16;
        index
    }
}

impl<const WORDS: usize> InnerChains<WORDS> for Search<WORDS> {
    fn hints(&mut self, position: &Position<'_, WORDS>, off: &MarkSet<WORDS>) -> Vec<Hint> {
        let mut found = self.find(position);
        found.retain(|found| position.removals(found.target).iter().any(|mark| !off.has(*mark)));
        found.iter().map(|found| self.prove(position, found)).collect()
    }
}

/// Counts the nodes from which a node follows, and collects their inner chains.
#[derive(Default)]
struct Counter {
    seen: Vec<u32>,
    round: u32,
    open: Vec<u16>,
    inner: Vec<Rc<Hint>>,
}

impl Counter {
    fn ancestors<const WORDS: usize>(&mut self, run: &Run<WORDS>, node: u16) -> u32 {
        self.round += 1;
        if self.seen.len() < run.nodes().len() {
            self.seen.resize(run.nodes().len(), 0);
        }
        let mut count = 0;
        self.open.push(node);
        self.seen[usize::from(node)] = self.round;
        while let Some(node) = self.open.pop() {
            count += 1;
            if let Cause::Inner(k) = run.node(node).cause {
                let hint = &run.inner[k as usize];
                if !self.inner.iter().any(|other| Rc::ptr_eq(hint, other) || hint.is_same_chain(other)) {
                    self.inner.push(hint.clone());
                }
            }
            for &parent in run.parents(node) {
                if std::mem::replace(&mut self.seen[usize::from(parent)], self.round) != self.round {
                    self.open.push(parent);
                }
            }
        }
        count
    }
}
