//! Ranks variables so that early decisions split the formula: those in the middle of a tree decomposition
//! come first.
//!
//! **Origin.** T. Korhonen and M. Järvisalo, *Integrating Tree Decompositions into Decision Heuristics of
//! Propositional Model Counters*, 2021.
//!
//! **Idea.** Variables are eliminated one by one, always one with the fewest neighbors (minimum degree),
//! whose neighbors then become neighbors of each other. A variable and its neighbors form a bag, and the bags
//! form a tree. Once the bag in the middle of the tree is decided, no clause connects the two sides. The rank
//! of a variable falls with the distance of its bags from the middle, steeply if bags are small relative to
//! the formula. If they are large, the distance says almost nothing.

use super::formula::Formula;
use coverlab_model::{Cnf, Observer, Stop};
use std::ops::ControlFlow::{self, Continue};

/// Decompositions with a larger bag are not used.
const MAX_WIDTH: usize = 120;

/// Decompositions with a bag of more than one in this many variables are not used.
const MAX_SHARE: usize = 3;

/// Longer parts are divided in the middle repeatedly. Otherwise each decision towards their ends would leave
/// a component nearly as large as the previous one.
const LONG_TREE: usize = 4096;

/// The neighbors of the remaining variables, and the bags of the eliminated ones.
struct Elimination {
    neighbors: Vec<Vec<u32>>,
    /// By variable: when it was eliminated.
    times: Vec<u32>,
    order: Vec<u32>,
}

/// The rank of each variable, which is added to its score.
pub(super) fn ranks(formula: &Formula, observer: &mut impl Observer<Cnf>) -> ControlFlow<Stop, Vec<f32>> {
    let variables = formula.variables();
    let none = vec![0.0; variables];
    if formula.clauses().any(|clause| clause.len() > MAX_WIDTH) {
        return Continue(none);
    }
    let mut elimination = Elimination::new(formula);
    let Some(width) = elimination.run(observer)? else { return Continue(none) };
    if width > variables / MAX_SHARE {
        return Continue(none);
    }
    let distances = elimination.distances();
    let most = distances.iter().copied().max().unwrap_or(0).max(1);
    let n = variables as f32;
    let weight = (100.0 * (n / width.max(1) as f32).exp() / n).min(1e6);
    Continue(distances.iter().map(|&distance| -weight * distance as f32 / most as f32).collect())
}

impl Elimination {
    fn new(formula: &Formula) -> Elimination {
        let mut neighbors = vec![Vec::new(); formula.variables()];
        for clause in formula.clauses() {
            for lit in clause {
                let others = clause.iter().map(|other| other.variable() as u32);
                neighbors[lit.variable()].extend(others.filter(|&other| other as usize != lit.variable()));
            }
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        Elimination { neighbors, times: vec![u32::MAX; formula.variables()], order: Vec::new() }
    }

    /// Eliminates all variables; returns the size of the largest bag, unless it is too large.
    fn run(&mut self, observer: &mut impl Observer<Cnf>) -> ControlFlow<Stop, Option<usize>> {
        let variables = self.neighbors.len();
        let mut queues: Vec<Vec<u32>> = vec![Vec::new(); MAX_WIDTH + 1];
        for (variable, list) in self.neighbors.iter().enumerate().rev() {
            if let Some(queue) = queues.get_mut(list.len()) {
                queue.push(variable as u32);
            }
        }
        let (mut width, mut least) = (0, 0);
        while self.order.len() < variables {
            observer.poll()?;
            let Some(queue) = queues.get_mut(least) else { return Continue(None) };
            let Some(variable) = queue.pop() else {
                least += 1;
                continue;
            };
            // A queue entry is stale if the number of neighbors has changed.
            if self.times[variable as usize] != u32::MAX || self.neighbors[variable as usize].len() != least {
                continue;
            }
            width = width.max(least);
            self.times[variable as usize] = self.order.len() as u32;
            self.order.push(variable);
            let bag = std::mem::take(&mut self.neighbors[variable as usize]);
            for &member in &bag {
                self.join(member, variable, &bag);
                let degree = self.neighbors[member as usize].len();
                if let Some(queue) = queues.get_mut(degree) {
                    queue.push(member);
                    least = least.min(degree);
                }
            }
            self.neighbors[variable as usize] = bag;
        }
        Continue(Some(width + 1))
    }

    /// Makes the other members of `bag` neighbors of `member`, and removes `gone`.
    fn join(&mut self, member: u32, gone: u32, bag: &[u32]) {
        let list = &mut self.neighbors[member as usize];
        list.extend_from_slice(bag);
        list.sort_unstable();
        list.dedup();
        list.retain(|&other| other != member && other != gone);
    }

    /// By variable: the distance of its nearest bag from the middle of the tree.
    fn distances(&self) -> Vec<u32> {
        let mut tree = vec![Vec::new(); self.order.len()];
        for &variable in &self.order {
            // The parent of a bag is the bag of its member that is eliminated first.
            let bag = self.neighbors[variable as usize].iter();
            if let Some(&parent) = bag.min_by_key(|&&member| self.times[member as usize]) {
                tree[variable as usize].push(parent);
                tree[parent as usize].push(variable);
            }
        }
        let mut middles = Middles {
            tree: &tree,
            distances: vec![u32::MAX; tree.len()],
            sizes: vec![0; tree.len()],
            walk: Vec::new(),
            parts: Vec::new(),
        };
        for &variable in &self.order {
            middles.part(variable);
        }
        self.nearest(&middles.distances)
    }

    /// By variable: the least distance of a bag that contains it.
    fn nearest(&self, distances: &[u32]) -> Vec<u32> {
        let mut nearest = distances.to_vec();
        for &variable in &self.order {
            for &member in &self.neighbors[variable as usize] {
                let least = &mut nearest[member as usize];
                *least = (*least).min(distances[variable as usize]);
            }
        }
        nearest
    }
}

/// A traversal of a forest that assigns a distance to each bag.
struct Middles<'a> {
    tree: &'a [Vec<u32>],
    /// By bag; `u32::MAX` if not yet known.
    distances: Vec<u32>,
    /// By bag: the size of its subtree in the current traversal.
    sizes: Vec<u32>,
    /// The bags of the current traversal, with their predecessors.
    walk: Vec<(u32, u32)>,
    /// Bags of parts still to be processed, with the distance of their middle.
    parts: Vec<(u32, u32)>,
}

impl Middles<'_> {
    /// Assigns distances to the part of `bag`, unless it has them. A long part is divided at its middle, and
    /// the middle's neighbors start parts of their own; otherwise distances are counted from the middle.
    fn part(&mut self, bag: u32) {
        self.parts.push((bag, 0));
        while let Some((bag, from)) = self.parts.pop() {
            if self.distances[bag as usize] != u32::MAX {
                continue;
            }
            let middle = self.middle(bag);
            if self.walk.len() > LONG_TREE {
                self.distances[middle as usize] = from;
                self.parts.extend(self.tree[middle as usize].iter().map(|&next| (next, from + 1)));
                continue;
            }
            self.walk_from(middle);
            self.distances[middle as usize] = from;
            for &(bag, before) in &self.walk[1..] {
                self.distances[bag as usize] = self.distances[before as usize] + 1;
            }
        }
    }

    /// The centroid of a part: the bag whose removal leaves pieces of which the largest is smallest.
    fn middle(&mut self, bag: u32) -> u32 {
        self.walk_from(bag);
        let all = self.walk.len() as u32;
        self.walk.iter().for_each(|&(bag, _)| self.sizes[bag as usize] = 1);
        for &(bag, before) in self.walk[1..].iter().rev() {
            self.sizes[before as usize] += self.sizes[bag as usize];
        }
        // The last bag on the path down whose subtree has at least half of all bags.
        let half = |&&(bag, _): &&(u32, u32)| 2 * self.sizes[bag as usize] >= all;
        self.walk
            .iter()
            .filter(half)
            .min_by_key(|&&(bag, _)| self.sizes[bag as usize])
            .map_or(bag, |&(bag, _)| bag)
    }

    fn walk_from(&mut self, bag: u32) {
        self.walk.clear();
        self.walk.push((bag, bag));
        let mut at = 0;
        while let Some(&(bag, before)) = self.walk.get(at) {
            at += 1;
            for &next in &self.tree[bag as usize] {
                if next != before && self.distances[next as usize] == u32::MAX {
                    self.walk.push((next, bag));
                }
            }
        }
    }
}
