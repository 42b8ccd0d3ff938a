//! Strong and weak links between candidates.

use super::GROUPED;
use crate::bits::Bits;
use crate::board::{Board, Candidate};

/// A candidate, or several candidates of one digit in a common house, of which at most one is true.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) candidates: Vec<Candidate>,
}

/// Why two nodes are linked.
#[derive(Clone, Copy, Debug)]
pub(super) enum LinkKind {
    /// They are in the same cell.
    Cell,
    /// Their cells all see each other, but no house contains all of them.
    Peers,
    /// They are in this house.
    House(u32),
    /// They are in this almost locked set.
    Almost(u32),
}

/// The strong and weak links of a board between its nodes.
pub(super) struct Links {
    pub(super) nodes: Vec<Node>,
    /// For each node, the nodes of which one is true if it is false, with the reason.
    pub(super) strong: Vec<Vec<(u32, LinkKind)>>,
    /// For each node, the nodes that are false if it is true.
    pub(super) weak: Vec<Vec<(u32, LinkKind)>>,
    /// The cells of each almost locked set.
    pub(super) almost: Vec<Vec<usize>>,
    /// The node of each single candidate: `single[cell * side + number]`.
    single: Vec<u32>,
}

impl Links {
    pub(super) fn new(board: &Board, kind: usize) -> Links {
        let side = board.side();
        let mut links = Links {
            nodes: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            almost: Vec::new(),
            single: vec![u32::MAX; side * side * side],
        };
        for cell in board.empty_cells() {
            for number in board.candidates(cell).iter() {
                links.single[cell * side + number] = links.nodes.len() as u32;
                links.nodes.push(Node { candidates: vec![Candidate::new(cell, number + 1)] });
            }
        }
        let singles = links.nodes.len();
        if kind >= GROUPED {
            links.add_groups(board);
        }
        links.strong.resize(links.nodes.len(), Vec::new());
        links.weak.resize(links.nodes.len(), Vec::new());
        links.within_cells(board);
        links.within_houses(board, singles);
        links
    }

    /// The node of a single candidate.
    pub(super) fn of(&self, board: &Board, candidate: Candidate) -> usize {
        self.single[candidate.cell * board.side() + usize::from(candidate.digit) - 1] as usize
    }

    fn add_groups(&mut self, board: &Board) {
        let layout = board.layout();
        for within in layout.boxes() {
            for number in 0..board.side() {
                for kind in [0, 1] {
                    let mut lines: Vec<usize> =
                        board.cells_for(within, number).map(|cell| layout.houses_of(cell)[kind]).collect();
                    lines.sort_unstable();
                    lines.dedup();
                    for line in lines {
                        let on_line = |cell: &usize| layout.houses_of(*cell)[kind] == line;
                        let cells: Vec<usize> = board.cells_for(within, number).filter(on_line).collect();
                        if cells.len() > 1 {
                            let candidates = cells.into_iter().map(|cell| Candidate::new(cell, number + 1));
                            self.nodes.push(Node { candidates: candidates.collect() });
                        }
                    }
                }
            }
        }
    }

    fn within_cells(&mut self, board: &Board) {
        for cell in board.empty_cells() {
            let nodes: Vec<u32> =
                board.candidates(cell).iter().map(|n| self.single[cell * board.side() + n]).collect();
            for &a in &nodes {
                for &b in nodes.iter().filter(|&&b| b != a) {
                    self.weak[a as usize].push((b, LinkKind::Cell));
                    if nodes.len() == 2 {
                        self.strong[a as usize].push((b, LinkKind::Cell));
                    }
                }
            }
        }
    }

    fn within_houses(&mut self, board: &Board, singles: usize) {
        let layout = board.layout();
        // The groups within a house, by digit.
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); layout.house_count() * board.side()];
        for (k, node) in self.nodes.iter().enumerate().skip(singles) {
            let number = usize::from(node.candidates[0].digit) - 1;
            let houses = |c: &Candidate| layout.houses_of(c.cell);
            let of_first = houses(&node.candidates[0]);
            for house in
                of_first.into_iter().filter(|h| node.candidates.iter().all(|c| houses(c).contains(h)))
            {
                groups[house * board.side() + number].push(k as u32);
            }
        }
        for house in 0..layout.house_count() {
            for number in 0..board.side() {
                let alone =
                    board.cells_for(house, number).map(|cell| self.single[cell * board.side() + number]);
                let nodes: Vec<u32> =
                    alone.chain(groups[house * board.side() + number].iter().copied()).collect();
                self.link(board, house, number, &nodes);
            }
        }
    }

    /// Links the nodes of one digit in one house.
    fn link(&mut self, board: &Board, house: usize, number: usize, nodes: &[u32]) {
        let all = board.places(house, number);
        let cells = board.layout().cells(house);
        let places = |node: u32| -> Bits {
            let place = |c: &Candidate| cells.iter().position(|&cell| cell == c.cell);
            self.nodes[node as usize].candidates.iter().filter_map(place).collect()
        };
        let places: Vec<Bits> = nodes.iter().map(|&node| places(node)).collect();
        for (i, &a) in nodes.iter().enumerate() {
            for (j, &b) in nodes.iter().enumerate() {
                if i == j || !(places[i] & places[j]).is_empty() {
                    continue;
                }
                self.weak[a as usize].push((b, LinkKind::House(house as u32)));
                if (places[i] | places[j]) == all {
                    self.strong[a as usize].push((b, LinkKind::House(house as u32)));
                }
            }
        }
    }
}
