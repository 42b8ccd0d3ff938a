//! Single chains and loops: an assumption that implies its opposite, and loops of alternating strong and
//! weak links.
//!
//! **Origin.** "Forcing chains and cycles" of N. Juillerat, *Sudoku Explainer*, 2007, with its order:
//! chains of one digit (X), loops within cells (Y), then both. Links that need a cell are Y-links, and
//! strong links of a house are X-links.
//!
//! **Idea.** Each useful chain or loop uses some strong link, between candidates *a* and *b* of which one
//! is true. So what it removes follows from *a* and from *b* alike. Two quick walks for each link, which
//! keep no paths, rule out most links; only the others are walked with paths. Inside an assumption, only
//! new links are considered: what the older ones imply was found before.

use super::hint::{Hint, Proof, ProofNode, ProofReason, Shape};
use super::numbering::{Assertion, Mark, MarkSet, Shared};
use super::position::Position;
use super::strong::StrongLinks;
use std::collections::HashSet;

/// The links of a pass: X-links only, Y-links only, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    X,
    Y,
    Both,
}

impl Pass {
    /// Whether a cell excludes its other digits, and its last digit is true.
    fn cells(self) -> bool {
        self != Pass::X
    }

    /// Whether the last place of a digit in a house is true.
    fn houses(self) -> bool {
        self != Pass::Y
    }

    fn rank(self) -> u8 {
        match self {
            Pass::X => 2,
            Pass::Y => 3,
            Pass::Both => 4,
        }
    }
}

/// A hint with its place in the order.
pub(crate) struct Rated {
    /// The rating, in the arithmetic of the origin: its rounding decides ties.
    pub(crate) difficulty: f64,
    rank: u8,
    pub(crate) hint: Hint,
}

/// The addition to a rating for the length of a chain: a tenth for each of 4, 6, 8, 12, 16, 24, … that
/// `complexity - 2` exceeds.
pub(crate) fn length_difficulty(complexity: u32) -> f64 {
    let (mut added, mut ceiling, mut odd) = (0.0, 4, false);
    while i64::from(complexity) - 2 > ceiling {
        added += 0.1;
        ceiling = if odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        odd = !odd;
    }
    added
}

/// Two candidates of which one is true.
#[derive(Clone, Copy)]
struct StrongLink([Mark; 2]);

/// The search. Its memory is reused from position to position.
pub(crate) struct SingleSearch<const WORDS: usize> {
    strong: StrongLinks<WORDS>,
    /// The links to be used.
    links: Vec<StrongLink>,
    /// The result of [`SingleSearch::reach`].
    reached: Vec<Option<[MarkSet<WORDS>; 2]>>,
    open: Vec<Mark>,
    walk: Walk<WORDS>,
}

impl<const WORDS: usize> Default for SingleSearch<WORDS> {
    fn default() -> SingleSearch<WORDS> {
        SingleSearch {
            strong: StrongLinks::default(),
            links: Vec::new(),
            reached: vec![None; MarkSet::<WORDS>::CAPACITY],
            open: Vec::new(),
            walk: Walk::default(),
        }
    }
}

/// The candidates from which a walk with paths may lead to a hint.
struct Starts<const WORDS: usize> {
    on: MarkSet<WORDS>,
    off: MarkSet<WORDS>,
}

impl<const WORDS: usize> SingleSearch<WORDS> {
    /// The chains and loops on `now`, the easiest first, one for each set of removals.
    pub(crate) fn rated(&mut self, now: &Position<'_, WORDS>) -> Vec<Rated> {
        self.search(now, None)
    }

    /// The chains and loops that use a link that did not exist on `before`.
    pub(crate) fn hints_depending_on(
        &mut self,
        before: &Position<'_, WORDS>,
        now: &Position<'_, WORDS>,
    ) -> Vec<Hint> {
        self.search(now, Some(before)).into_iter().map(|rated| rated.hint).collect()
    }

    fn search(&mut self, now: &Position<'_, WORDS>, before: Option<&Position<'_, WORDS>>) -> Vec<Rated> {
        self.link(now, before);
        let starts = self.starts(now);
        if starts.on.is_empty() && starts.off.is_empty() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for pass in [Pass::X, Pass::Y, Pass::Both] {
            for cell in now.open_cells().filter(|&cell| now.digits(cell).count() > 1) {
                if pass == Pass::Y && now.digits(cell).count() > 2 {
                    continue;
                }
                for mark in now.in_cell(cell) {
                    self.search_mark(now, mark, pass, &starts, &mut all);
                }
            }
        }
        all.sort_by(|a: &Rated, b: &Rated| {
            let key = |rated: &Rated| (rated.hint.complexity, rated.rank);
            a.difficulty.total_cmp(&b.difficulty).then_with(|| key(a).cmp(&key(b)))
        });
        let mut seen = HashSet::new();
        all.retain(|rated| seen.insert(rated.hint.removals.clone()));
        all
    }

    /// Collects the strong links, and among them those that are new since `before`.
    fn link(&mut self, now: &Position<'_, WORDS>, before: Option<&Position<'_, WORDS>>) {
        let SingleSearch { strong, links, reached, .. } = self;
        strong.linked.iter().for_each(|mark| reached[mark.index()] = None);
        links.clear();
        strong.collect(now, |link, shared| {
            let existed = before.is_some_and(|before| {
                let mut gone = now.gone(before, link[0], shared);
                gone.next().is_none()
            });
            if !existed {
                links.push(StrongLink(link));
            }
        });
    }

    /// The candidates that are on, and off, if `start` is on.
    fn reach(&mut self, now: &Position<'_, WORDS>, start: Mark) -> [MarkSet<WORDS>; 2] {
        if let Some(known) = self.reached[start.index()] {
            return known;
        }
        let [mut on, mut off] = [MarkSet::EMPTY; 2];
        on.insert(start);
        self.open.push(start);
        while let Some(mark) = self.open.pop() {
            let mut excluded = now.numbering.excluded_set(mark, true).intersect(now.marks());
            excluded.subtract(&off);
            off.unite(&excluded);
            for absent in excluded.intersect(&self.strong.linked).iter() {
                for &(other, _) in self.strong.of(absent) {
                    if !on.has(other) {
                        on.insert(other);
                        self.open.push(other);
                    }
                }
            }
        }
        self.reached[start.index()] = Some([on, off]);
        [on, off]
    }

    fn starts(&mut self, now: &Position<'_, WORDS>) -> Starts<WORDS> {
        let mut starts = Starts { on: MarkSet::EMPTY, off: MarkSet::EMPTY };
        for k in 0..self.links.len() {
            let [[on_a, off_a], [on_b, off_b]] = self.links[k].0.map(|end| self.reach(now, end));
            starts.off.unite(&on_a.intersect(&on_b));
            let excluded = off_a.intersect(&off_b);
            if !excluded.is_empty() {
                starts.on.unite(&excluded);
                starts.on.unite(&on_a.intersect(&off_b));
                starts.on.unite(&on_b.intersect(&off_a));
            }
        }
        starts
    }

    fn search_mark(
        &mut self,
        now: &Position<'_, WORDS>,
        mark: Mark,
        pass: Pass,
        starts: &Starts<WORDS>,
        all: &mut Vec<Rated>,
    ) {
        let base = |loops: bool| match pass {
            Pass::Both => 7.0,
            _ if loops => 6.5,
            _ => 6.6,
        };
        let mut add = |base: f64, hint: Hint| {
            if !hint.removals.is_empty() {
                let difficulty = base + length_difficulty(hint.complexity);
                all.push(Rated { difficulty, rank: pass.rank(), hint });
            }
        };
        if starts.on.has(mark) {
            self.walk.go(now, &self.strong, mark.on(), pass);
            self.walk.loops(now, mark, pass).into_iter().for_each(|hint| add(base(true), hint));
            if pass.houses() {
                self.walk.opposite(now, mark.on()).into_iter().for_each(|hint| add(base(false), hint));
            }
        }
        if pass.houses() && starts.off.has(mark) {
            self.walk.go(now, &self.strong, mark.off(), pass);
            self.walk.opposite(now, mark.off()).into_iter().for_each(|hint| add(base(false), hint));
        }
    }
}

/// An assertion that a walk reached.
#[derive(Clone, Copy)]
struct Reached {
    assertion: Assertion,
    by: Option<(Shared, u32)>,
    /// The number of assertions from the start to this one.
    length: u32,
}

/// A breadth-first walk with paths.
struct Walk<const WORDS: usize> {
    reached: Vec<Reached>,
    /// The place of each assertion in `reached`.
    at: Vec<u32>,
    /// The candidates that are off, except a start that is off.
    off: MarkSet<WORDS>,
}

const ABSENT: u32 = u32::MAX;

impl<const WORDS: usize> Default for Walk<WORDS> {
    fn default() -> Walk<WORDS> {
        Walk { reached: Vec::new(), at: vec![ABSENT; 2 * MarkSet::<WORDS>::CAPACITY], off: MarkSet::EMPTY }
    }
}

impl<const WORDS: usize> Walk<WORDS> {
    fn go(&mut self, now: &Position<'_, WORDS>, strong: &StrongLinks<WORDS>, start: Assertion, pass: Pass) {
        for reached in self.reached.drain(..) {
            self.at[reached.assertion.index()] = ABSENT;
        }
        self.off = MarkSet::EMPTY;
        self.reach(start, None);
        let mut next = 0;
        while next < self.reached.len() {
            let mark = self.reached[next].assertion.mark();
            if self.reached[next].assertion.is_on() {
                let mut news = now.numbering.excluded_set(mark, pass.cells()).intersect(now.marks());
                news.subtract(&self.off);
                if !news.is_empty() {
                    self.off.unite(&news);
                    for &(other, shared) in now.numbering.excluded(mark, pass.cells()) {
                        if news.has(other) {
                            self.reach(other.off(), Some((shared, next as u32)));
                        }
                    }
                }
            } else {
                for &(other, shared) in strong.of(mark) {
                    if if shared == Shared::Cell { pass.cells() } else { pass.houses() } {
                        self.reach(other.on(), Some((shared, next as u32)));
                    }
                }
            }
            next += 1;
        }
    }

    fn reach(&mut self, assertion: Assertion, by: Option<(Shared, u32)>) {
        if self.at[assertion.index()] == ABSENT {
            self.at[assertion.index()] = self.reached.len() as u32;
            let length = by.map_or(0, |(_, before)| self.reached[before as usize].length) + 1;
            self.reached.push(Reached { assertion, by, length });
        }
    }

    /// The path from the start to a place in `reached`, last first.
    fn path(&self, end: u32) -> impl Iterator<Item = Reached> + '_ {
        let place = |k: u32| self.reached[k as usize];
        std::iter::successors(Some(place(end)), move |reached| reached.by.map(|(_, before)| place(before)))
    }

    fn proof(&self, end: u32) -> Proof {
        let mut path: Vec<Reached> = self.path(end).collect();
        path.reverse();
        let node = |(k, reached): (usize, &Reached)| ProofNode {
            assertion: reached.assertion,
            reason: match reached.by {
                None => ProofReason::Assumed,
                Some((shared, _)) if reached.assertion.is_on() => ProofReason::Last(shared),
                Some((shared, _)) => ProofReason::Excluded(shared),
            },
            parents: (k > 0).then(|| k as u16 - 1).into_iter().collect(),
        };
        path.iter().enumerate().map(node).collect()
    }

    /// The conclusion if the start implies its opposite.
    fn opposite(&self, now: &Position<'_, WORDS>, start: Assertion) -> Option<Hint> {
        let mark = start.mark();
        let target = if start.is_on() { mark.off() } else { mark.on() };
        let end = Some(self.at[target.index()]).filter(|end| *end != ABSENT)?;
        Some(Hint {
            shape: Shape::Contradiction(start),
            removals: now.removals(target),
            placement: target.is_on().then_some(mark),
            complexity: self.reached[end as usize].length,
            proofs: vec![self.proof(end)],
        })
    }

    /// The loops that return to the start, which is on.
    fn loops(&self, now: &Position<'_, WORDS>, start: Mark, pass: Pass) -> Vec<Hint> {
        let partners = now.forced_by_absence(start, pass.cells(), pass.houses());
        let partners = partners.as_slice();
        let mut loops = Vec::new();
        for (k, last) in self.reached.iter().enumerate().skip(1).filter(|(_, last)| last.assertion.is_on()) {
            let excluded = now.numbering.excluded_set(last.assertion.mark(), true);
            if !partners.iter().any(|(partner, _)| excluded.has(*partner)) {
                continue;
            }
            for &(partner, shared) in now.numbering.excluded(last.assertion.mark(), pass.cells()) {
                let closing = partners.iter().find(|(other, _)| *other == partner);
                let Some(&(_, back)) = closing else { continue };
                if self.path(k as u32).skip(1).all(|reached| reached.assertion != partner.off()) {
                    loops.push(self.close(now, k as u32, (partner, shared), (start, back)));
                }
            }
        }
        loops
    }

    /// The loop of the path to `end`, then `partner`, then `start` again.
    fn close(
        &self,
        now: &Position<'_, WORDS>,
        end: u32,
        partner: (Mark, Shared),
        start: (Mark, Shared),
    ) -> Hint {
        let mut proof = self.proof(end);
        let last = |reason, assertion, k: usize| ProofNode { assertion, reason, parents: vec![k as u16 - 1] };
        proof.push(last(ProofReason::Excluded(partner.1), partner.0.off(), proof.len()));
        let complexity = proof.len() as u32;
        proof.push(last(ProofReason::Last(start.1), start.0.on(), proof.len()));
        let [mut by_on, mut by_off] = [MarkSet::<WORDS>::EMPTY; 2];
        for node in &proof {
            let same_digit = &now.numbering.same_digit[node.assertion.mark().index()];
            if node.assertion.is_on() { by_on.unite(same_digit) } else { by_off.unite(same_digit) }
        }
        let both = by_on.intersect(&by_off).intersect(now.marks());
        let cells: Vec<usize> = proof.iter().map(|node| now.numbering.cell(node.assertion.mark())).collect();
        Hint {
            shape: Shape::Loop(start.0),
            removals: both.iter().filter(|mark| !cells.contains(&now.numbering.cell(*mark))).collect(),
            placement: None,
            complexity,
            proofs: vec![proof],
        }
    }
}
