//! The record of what follows from one assumption.

use super::hint::{Hint, Proof, ProofNode, ProofReason};
use super::numbering::{Assertion, MarkSet, Shared};
use super::pattern::Pattern;
use std::rc::Rc;

/// Why an assertion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It is the assumption.
    Assumed,
    /// A candidate that is on excludes it.
    Excluded(Shared),
    /// It is all that is left of a cell or of a digit in a house.
    Last(Shared),
    /// This pattern of the run excludes it.
    Pattern(u32),
    /// This inner chain of the run excludes it.
    Inner(u32),
}

/// An assertion that was derived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) assertion: Assertion,
    pub(crate) cause: Cause,
    first_parent: u32,
    parents: u16,
}

/// The assertions that follow from one assumption, in the order of derivation. Each occurs once, except that a clash
/// at the end may repeat one.
#[derive(Clone)]
pub(crate) struct Run<const WORDS: usize> {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each assertion that was derived.
    at: Vec<u16>,
    /// The candidates that are on, and off.
    pub(crate) on: MarkSet<WORDS>,
    pub(crate) off: MarkSet<WORDS>,
    /// The nodes of a candidate that is both on and off.
    pub(crate) clash: Option<[u16; 2]>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) inner: Vec<Rc<Hint>>,
}

impl<const WORDS: usize> Default for Run<WORDS> {
    fn default() -> Run<WORDS> {
        Run {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: vec![0; 2 * MarkSet::<WORDS>::CAPACITY],
            on: MarkSet::EMPTY,
            off: MarkSet::EMPTY,
            clash: None,
            patterns: Vec::new(),
            inner: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Run<WORDS> {
    /// Starts again from `assumption`, and keeps the memory.
    pub(crate) fn restart(&mut self, assumption: Assertion) {
        self.nodes.clear();
        self.parents.clear();
        self.patterns.clear();
        self.inner.clear();
        (self.on, self.off, self.clash) = (MarkSet::EMPTY, MarkSet::EMPTY, None);
        self.derive(assumption, Cause::Assumed, []);
    }

    /// Adds an assertion that follows from `parents`, which were derived, and returns its node.
    #[inline]
    pub(crate) fn derive(
        &mut self,
        assertion: Assertion,
        cause: Cause,
        parents: impl IntoIterator<Item = Assertion>,
    ) -> u16 {
        let (node, first_parent) = (self.nodes.len() as u16, self.parents.len() as u32);
        let Run { parents: all, at, .. } = self;
        all.extend(parents.into_iter().map(|parent| at[parent.index()]));
        let parents = (self.parents.len() - first_parent as usize) as u16;
        self.nodes.push(Node { assertion, cause, first_parent, parents });
        if !self.has(assertion) {
            self.at[assertion.index()] = node;
        }
        match assertion.is_on() {
            true => self.on.insert(assertion.mark()),
            false => self.off.insert(assertion.mark()),
        }
        node
    }

    /// Adds `assertion`, which contradicts an assertion already derived.
    pub(crate) fn clash(
        &mut self,
        assertion: Assertion,
        cause: Cause,
        parents: impl IntoIterator<Item = Assertion>,
    ) {
        let mark = assertion.mark();
        let (on, off) = (self.on, self.off);
        let node = self.derive(assertion, cause, parents);
        // Intersections of runs do not see the second half of a clash.
        (self.on, self.off) = (on, off);
        self.clash = Some(match assertion.is_on() {
            true => [node, self.node_of(mark.off())],
            false => [self.node_of(mark.on()), node],
        });
    }

    /// The cause with the reason of a proof.
    pub(crate) fn cause(&mut self, reason: &ProofReason) -> Cause {
        match reason {
            ProofReason::Assumed => Cause::Assumed,
            ProofReason::Excluded(shared) => Cause::Excluded(*shared),
            ProofReason::Last(shared) => Cause::Last(*shared),
            ProofReason::Pattern(pattern) => {
                self.patterns.push(pattern.clone());
                Cause::Pattern(self.patterns.len() as u32 - 1)
            }
            ProofReason::Inner(hint) => {
                self.inner.push(hint.clone());
                Cause::Inner(self.inner.len() as u32 - 1)
            }
        }
    }

    /// The node of an assertion that was derived.
    #[inline]
    pub(crate) fn node_of(&self, assertion: Assertion) -> u16 {
        debug_assert!(self.has(assertion), "the assertion was not derived");
        self.at[assertion.index()]
    }

    /// The node of an assertion, if it was derived.
    pub(crate) fn find(&self, assertion: Assertion) -> Option<u16> {
        self.has(assertion).then(|| self.at[assertion.index()])
    }

    /// Whether an assertion was derived.
    #[inline]
    fn has(&self, assertion: Assertion) -> bool {
        let set = if assertion.is_on() { &self.on } else { &self.off };
        set.has(assertion.mark())
    }

    #[inline]
    pub(crate) fn node(&self, node: u16) -> Node {
        self.nodes[usize::from(node)]
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    #[inline]
    pub(crate) fn parents(&self, node: u16) -> &[u16] {
        let Node { first_parent, parents, .. } = self.node(node);
        &self.parents[first_parent as usize..first_parent as usize + usize::from(parents)]
    }

    /// Collects the nodes from which `target` follows.
    pub(crate) fn proof(&self, target: u16) -> Proof {
        let mut needed = vec![false; usize::from(target) + 1];
        needed[usize::from(target)] = true;
        let mut number = vec![0u16; needed.len()];
        for node in (0..=target).rev() {
            if needed[usize::from(node)] {
                self.parents(node).iter().for_each(|&parent| needed[usize::from(parent)] = true);
            }
        }
        let mut proof = Proof::new();
        for node in (0..=target).filter(|&node| needed[usize::from(node)]) {
            number[usize::from(node)] = proof.len() as u16;
            let parents = self.parents(node).iter().map(|&parent| number[usize::from(parent)]).collect();
            let reason = match self.node(node).cause {
                Cause::Assumed => ProofReason::Assumed,
                Cause::Excluded(shared) => ProofReason::Excluded(shared),
                Cause::Last(shared) => ProofReason::Last(shared),
                Cause::Pattern(k) => ProofReason::Pattern(self.patterns[k as usize].clone()),
                Cause::Inner(k) => ProofReason::Inner(self.inner[k as usize].clone()),
            };
            proof.push(ProofNode { assertion: self.node(node).assertion, reason, parents });
        }
        proof
    }
}
