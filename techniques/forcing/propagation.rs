//! Follows an assumption, and records what it implies.

use super::hint::{Hint, ProofReason};
use super::level::Level;
use super::numbering::{Mark, MarkSet, Shared};
use super::pattern;
use super::position::Position;
use super::run::{Cause, Run};
use super::single::SingleSearch;
use super::strong::StrongLinks;
use std::rc::Rc;

/// Follows an assumption: first all that is on, then what is off one by one, then patterns, then inner
/// chains. Stops at the first contradiction.
pub(super) struct Propagation<'a, const WORDS: usize> {
    level: Level,
    start: &'a Position<'a, WORDS>,
    /// `start` without the candidates that are off.
    now: Position<'a, WORDS>,
    run: &'a mut Run<WORDS>,
    /// The nodes that are off, and those that are on; each list is followed up to its index in `next`.
    pending: &'a mut Pending,
    next: [usize; 2],
    /// The strong links of `start`.
    strong: &'a StrongLinks<WORDS>,
}

/// Nodes that are off, and nodes that are on.
pub(super) type Pending = [Vec<u16>; 2];

/// A search for inner chains.
pub(super) trait InnerChains<const WORDS: usize> {
    /// The conclusions on `position` that exclude a candidate beyond `off`, with their proofs.
    fn hints(&mut self, position: &Position<'_, WORDS>, off: &MarkSet<WORDS>) -> Vec<Hint>;
}

/// An exclusion of a proof: once all of `parents` are off, so is `removal`.
///
/// It holds only while none of `needed` is off: if the premises exclude more than its parents, the pattern or the
/// inner chain from which the removal follows may no longer exist.
pub(super) struct Rule {
    pub(super) parents: Vec<Mark>,
    pub(super) needed: Vec<Mark>,
    pub(super) removal: Mark,
    pub(super) reason: ProofReason,
}

impl<'a, const WORDS: usize> Propagation<'a, WORDS> {
    /// Starts from the assumption of `run`. `pending` is memory that is reused.
    pub(super) fn new(
        level: Level,
        start: &'a Position<'a, WORDS>,
        run: &'a mut Run<WORDS>,
        pending: &'a mut Pending,
        strong: &'a StrongLinks<WORDS>,
    ) -> Propagation<'a, WORDS> {
        let assumption = run.nodes()[0].assertion;
        pending.iter_mut().for_each(Vec::clear);
        pending[usize::from(assumption.is_on())].push(0);
        Propagation { level, start, now: start.clone(), run, pending, next: [0, 0], strong }
    }

    /// Derives all that the level allows.
    pub(super) fn complete(
        mut self,
        single: &mut SingleSearch<WORDS>,
        mut inner: Option<&mut impl InnerChains<WORDS>>,
    ) {
        while self.follow(&MarkSet::EMPTY)
            && (self.apply_patterns() || self.apply_inner(single, inner.as_deref_mut()))
        {}
    }

    /// Derives what singles and `rules` yield. No candidate of `banned` is inferred to be on.
    pub(super) fn replay(mut self, rules: &[Rule], banned: &MarkSet<WORDS>) {
        while self.follow(banned) && self.apply_rules(rules) {}
    }

    /// Follows singles to their end. Returns `false` on a contradiction.
    fn follow(&mut self, banned: &MarkSet<WORDS>) -> bool {
        loop {
            if let Some(node) = self.pop(true) {
                if !self.follow_on(node) {
                    return false;
                }
            } else if let Some(node) = self.pop(false) {
                if !self.follow_off(node, banned) {
                    return false;
                }
            } else {
                return true;
            }
        }
    }

    fn pop(&mut self, on: bool) -> Option<u16> {
        let side = usize::from(on);
        let node = self.pending[side].get(self.next[side]).copied();
        self.next[side] += usize::from(node.is_some());
        node
    }

    /// Excludes what a candidate that is on excludes. Returns `false` on a contradiction.
    fn follow_on(&mut self, node: u16) -> bool {
        let mark = self.run.node(node).assertion.mark();
        let (numbering, cells) = (self.start.numbering, self.level != Level::Nishio);
        let mut news = numbering.excluded_set(mark, cells).intersect(self.now.marks());
        news.subtract(&self.run.off);
        if news.is_empty() {
            return true;
        }
        for &(other, shared) in numbering.excluded(mark, cells).iter().filter(|(other, _)| news.has(*other)) {
            if self.run.on.has(other) {
                self.run.clash(other.off(), Cause::Excluded(shared), [mark.on()]);
                return false;
            }
            let off = self.run.derive(other.off(), Cause::Excluded(shared), [mark.on()]);
            self.pending[0].push(off);
        }
        true
    }

    /// Places the candidates that are left alone once a candidate is off. Returns `false` on a contradiction.
    fn follow_off(&mut self, node: u16, banned: &MarkSet<WORDS>) -> bool {
        let mark = self.run.node(node).assertion.mark();
        if !self.level.is_dynamic() {
            return self
                .strong
                .of(mark)
                .iter()
                .all(|&(other, shared)| self.place(mark, other, shared, banned));
        }
        let forced = self.now.forced_by_absence(mark, self.level != Level::Nishio, true);
        for &(other, shared) in forced.as_slice() {
            if !self.place(mark, other, shared, banned) {
                return false;
            }
        }
        self.now.remove(mark);
        true
    }

    /// Infers that `other` is on since `mark` is off. Returns `false` on a contradiction.
    fn place(&mut self, mark: Mark, other: Mark, shared: Shared, banned: &MarkSet<WORDS>) -> bool {
        let clashes = self.run.off.has(other);
        if banned.has(other) || (!clashes && self.run.on.has(other)) {
            return true;
        }
        let gone = self.now.gone(self.start, other, shared).map(Mark::off);
        let parents = std::iter::once(mark.off()).chain(gone);
        if clashes {
            self.run.clash(other.on(), Cause::Last(shared), parents);
        } else {
            let on = self.run.derive(other.on(), Cause::Last(shared), parents);
            self.pending[1].push(on);
        }
        !clashes
    }

    /// Excludes what patterns exclude; returns whether anything is new.
    fn apply_patterns(&mut self) -> bool {
        if !self.level.has_patterns() {
            return false;
        }
        for exclusion in pattern::exclusions(self.start, &self.now) {
            let cause = Cause::Pattern(self.run.patterns.len() as u32);
            if self.exclude(&exclusion.removals, cause, &exclusion.parents) {
                self.run.patterns.push(exclusion.pattern);
            }
        }
        self.next[0] < self.pending[0].len()
    }

    /// Applies the first of `rules` that excludes something new; returns whether there is one.
    fn apply_rules(&mut self, rules: &[Rule]) -> bool {
        let run = &*self.run;
        let applies = |rule: &&Rule| {
            !run.off.has(rule.removal)
                && rule.parents.iter().all(|&parent| run.off.has(parent))
                && !rule.needed.iter().any(|&needed| run.off.has(needed))
        };
        let Some(rule) = rules.iter().find(applies) else { return false };
        let cause = self.run.cause(&rule.reason);
        self.exclude(&[rule.removal], cause, &rule.parents)
    }

    /// Excludes what inner chains exclude; returns whether anything is new.
    fn apply_inner(
        &mut self,
        single: &mut SingleSearch<WORDS>,
        inner: Option<&mut impl InnerChains<WORDS>>,
    ) -> bool {
        if self.level.has_single_chains()
            && self.apply_hints(single.hints_depending_on(self.start, &self.now))
        {
            return true;
        }
        let Some(inner) = inner else { return false };
        let hints = inner.hints(&self.now, &self.run.off);
        self.apply_hints(hints)
    }

    fn apply_hints(&mut self, hints: Vec<Hint>) -> bool {
        for hint in hints {
            let parents = hint.depends_on(self.start, &self.now);
            let cause = Cause::Inner(self.run.inner.len() as u32);
            if !parents.is_empty() && self.exclude(&hint.removals, cause, &parents) {
                self.run.inner.push(Rc::new(hint));
            }
        }
        self.next[0] < self.pending[0].len()
    }

    /// Turns off those of `marks` that are not; returns whether there are any.
    fn exclude(&mut self, marks: &[Mark], cause: Cause, parents: &[Mark]) -> bool {
        let mut any = false;
        for &mark in marks {
            if self.run.off.has(mark) {
                continue;
            }
            let off = self.run.derive(mark.off(), cause, parents.iter().map(|parent| parent.off()));
            self.pending[0].push(off);
            any = true;
        }
        any
    }
}
