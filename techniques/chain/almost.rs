//! Links through almost locked sets.

use super::links::{LinkKind, Links, Node};
use crate::almost_locked::{self, AlmostLocked};
use crate::board::{Board, Candidate};
use std::collections::HashMap;

/// Maximum number of cells of a set. With a larger limit, no further case of HoDoKu's library passes; with five,
/// one case fewer.
const MAX_CELLS: usize = 6;

/// Adds the almost locked sets of `board` to `links`. For each digit of a set, its places there are a
/// node. Strong links join these nodes, and weak links lead to the nodes they exclude.
pub(super) fn add(board: &Board, links: &mut Links) {
    let mut known: HashMap<Vec<Candidate>, u32> = HashMap::new();
    for (k, node) in links.nodes.iter().enumerate() {
        known.insert(node.candidates.clone(), k as u32);
    }
    let before = links.nodes.len();
    // A single cell with two candidates is a set, but its link already exists.
    for almost in almost_locked::sets(board, MAX_CELLS).into_iter().filter(|almost| almost.cells.len() > 1) {
        let digits = almost.digits.iter();
        let nodes: Vec<u32> = digits.map(|number| node(board, links, &mut known, &almost, number)).collect();
        let set = links.almost.len() as u32;
        links.almost.push(almost.cells);
        for &a in &nodes {
            links.strong[a as usize]
                .extend(nodes.iter().filter(|&&b| b != a).map(|&b| (b, LinkKind::Almost(set))));
        }
    }
    exclude(board, links, before);
}

/// The node of a digit's places in `cells`; reuses an existing one.
fn node(
    board: &Board,
    links: &mut Links,
    known: &mut HashMap<Vec<Candidate>, u32>,
    almost: &AlmostLocked,
    number: usize,
) -> u32 {
    let holding = almost.cells_for(board, number);
    let candidates: Vec<Candidate> = holding.map(|cell| Candidate::new(cell, number + 1)).collect();
    *known.entry(candidates).or_insert_with_key(|candidates| {
        links.nodes.push(Node { candidates: candidates.clone() });
        links.strong.push(Vec::new());
        links.weak.push(Vec::new());
        links.nodes.len() as u32 - 1
    })
}

/// Adds the weak links of the nodes from `first` on: nodes of one digit whose places all see each
/// other.
fn exclude(board: &Board, links: &mut Links, first: usize) {
    let layout = board.layout();
    let mut by_digit: Vec<Vec<usize>> = vec![Vec::new(); board.side() + 1];
    for (k, node) in links.nodes.iter().enumerate() {
        by_digit[usize::from(node.candidates[0].digit)].push(k);
    }
    for nodes in &by_digit {
        for &a in nodes.iter().filter(|&&a| a >= first) {
            for &b in nodes.iter().filter(|&&b| b != a) {
                let (one, other) = (&links.nodes[a].candidates, &links.nodes[b].candidates);
                let sees = |x: &Candidate| other.iter().all(|y| layout.sees(x.cell, y.cell));
                if !one.iter().all(sees) {
                    continue;
                }
                let shared = layout
                    .houses_of(one[0].cell)
                    .into_iter()
                    .find(|house| one.iter().chain(other).all(|c| layout.houses_of(c.cell).contains(house)));
                let why = shared.map_or(LinkKind::Peers, |house| LinkKind::House(house as u32));
                links.weak[a].push((b as u32, why));
                if b < first {
                    links.weak[b].push((a as u32, why));
                }
            }
        }
    }
}
