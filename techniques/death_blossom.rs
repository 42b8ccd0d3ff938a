//! Death blossom: a cell, each of whose candidates takes a digit away from an almost locked set.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "Death Blossom".
//!
//! **Idea.** The stem is a cell. Each of its candidates has a petal: an almost locked set
//! (`almost_locked.rs`) whose places for that candidate the stem sees. If the stem takes the candidate,
//! the petal takes all its other digits. If all petals share a digit *z*, one of them takes it, so a
//! cell that sees the places for *z* in all petals is not *z*. The stem may also have *z* itself if the
//! cell sees the stem as well.
//!
//! **Cost.** Starting from stems, all combinations of petals would have to be tried. Starting from the
//! candidate to eliminate, there is no choice. If it were true, each set whose places for *z* it sees would
//! take all its other digits, which are then removed from the cells that see all their places. A cell without
//! candidates is then a stem. Each set is examined once for each candidate that sees its places for a digit.

use crate::almost_locked::{self, AlmostLocked};
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Link, LinkReason, Sink, Step, Technique};
use crate::words;

/// Maximum number of cells of a petal. With five, one case fewer of HoDoKu's library passes; with seven, no more.
const MAX_CELLS: usize = 6;

/// The technique.
pub(crate) struct DeathBlossom;

impl Technique for DeathBlossom {
    const ABOUT: About = About {
        name: "death-blossom",
        title: "Death blossom",
        sentence: "Whichever candidate a cell takes, one of several almost locked sets takes the same digit",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let mut blossoms = Garden::new(board).blossoms();
        blossoms.sort_by_key(|blossom| (blossom.petals.len(), blossom.cells()));
        blossoms.into_iter().filter_map(|blossom| blossom.step(board)).try_for_each(found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let stem = words::cell(board, step.pattern[0].cell);
        let digit = step.removals[0].digit;
        let petals = step.chain.chunks_exact(2).map(|petal| {
            let (taken, link) = (petal[0].candidates[0].digit, &petal[1]);
            let places = words::either(link.candidates.iter().map(|c| words::cell(board, c.cell)));
            let LinkReason::Almost(cells) = &link.by else { return String::new() };
            let left = words::left_for(board, cells, taken);
            format!("if it is {taken}, then {places} is {digit} ({left})")
        });
        let sees =
            if step.removals.len() == 1 { "the affected cell sees" } else { "all the affected cells see" };
        let own = (step.chain.len() % 2 == 1).then(|| format!("if it is {digit}, {sees} it"));
        let petals = petals.chain(own).collect::<Vec<_>>().join("; ");
        format!("Whatever {stem} is, {sees} a {digit}: {petals}")
    }
}

/// A stem and its petals.
struct Blossom {
    /// The digit the petals share, from 0.
    number: usize,
    stem: usize,
    /// For each candidate of the stem except `number`, its petal.
    petals: Vec<(Candidate, AlmostLocked)>,
}

impl Blossom {
    /// The number of cells in the petals.
    fn cells(&self) -> usize {
        self.petals.iter().map(|(_, petal)| petal.cells.len()).sum()
    }

    fn step(&self, board: &Board) -> Option<Step> {
        let layout = board.layout();
        let of_petals = self.petals.iter().flat_map(|(_, petal)| petal.cells_for(board, self.number));
        let own = board.candidates(self.stem).has(self.number).then_some(self.stem);
        let places: Vec<usize> = of_petals.chain(own).collect();
        let sees = |cell: &usize| places.iter().all(|&place| layout.sees(*cell, place));
        let z = |cell: usize| Candidate::new(cell, self.number + 1);
        let step = Step::removing(board, layout.peers(places[0]).iter().copied().filter(sees).map(z))?;
        let mut chain = Vec::new();
        for (candidate, petal) in &self.petals {
            chain.push(Link { candidates: vec![*candidate], on: true, by: LinkReason::Assumed });
            let candidates = petal.cells_for(board, self.number).map(z).collect();
            chain.push(Link { candidates, on: true, by: LinkReason::Almost(petal.cells.clone()) });
        }
        chain.extend(own.map(|cell| Link { candidates: vec![z(cell)], on: true, by: LinkReason::Assumed }));
        let petals = self.petals.iter().flat_map(|(_, petal)| petal.candidates(board));
        Some(Step { chain, ..step.by(board.candidates_of(self.stem).chain(petals)) })
    }
}

/// The almost locked sets of a board.
struct Garden<'a> {
    board: &'a Board,
    /// The sets, the smallest first.
    sets: Vec<AlmostLocked>,
    /// For each set, its digits, each with the cells that have it as a candidate and see all its places
    /// in the set.
    sight: Vec<Vec<(usize, Vec<usize>)>>,
}

impl Garden<'_> {
    fn new(board: &Board) -> Garden<'_> {
        let layout = board.layout();
        let mut sets = almost_locked::sets(board, MAX_CELLS);
        sets.sort_by_key(|set| set.cells.len());
        let seeing = |set: &AlmostLocked, number: usize| -> Vec<usize> {
            let places: Vec<usize> = set.cells_for(board, number).collect();
            let fits = |cell: &usize| {
                board.candidates(*cell).has(number) && places.iter().all(|&place| layout.sees(*cell, place))
            };
            let peers = layout.peers(places[0]).iter().copied().filter(fits);
            peers.filter(|cell| !set.cells.contains(cell)).collect()
        };
        let sight = |set: &AlmostLocked| -> Vec<(usize, Vec<usize>)> {
            set.digits.iter().map(|number| (number, seeing(set, number))).collect()
        };
        let sight = sets.iter().map(sight).collect();
        Garden { board, sets, sight }
    }

    fn blossoms(&self) -> Vec<Blossom> {
        let side = self.board.side();
        // The sets from which each candidate takes a digit.
        let mut robbed: Vec<Vec<usize>> = vec![Vec::new(); side * side * side];
        for (k, sight) in self.sight.iter().enumerate() {
            for (number, cells) in sight {
                cells.iter().for_each(|cell| robbed[cell * side + number].push(k));
            }
        }
        let robbed = robbed.iter().enumerate().filter(|(_, sets)| !sets.is_empty());
        robbed.flat_map(|(k, sets)| self.stems(k / side, k % side, sets)).collect()
    }

    /// The stems left without candidates if `target` is `number`, which takes a digit from these sets.
    fn stems(&self, target: usize, number: usize, robbed: &[usize]) -> Vec<Blossom> {
        let (board, side) = (self.board, self.board.side());
        // The set that eliminates each candidate, the smallest if there are several.
        let mut takers: Vec<Option<usize>> = vec![None; side * side * side];
        for &set in robbed {
            for (digit, cells) in self.sight[set].iter().filter(|(digit, _)| *digit != number) {
                for cell in cells {
                    takers[cell * side + digit].get_or_insert(set);
                }
            }
        }
        let blossom = |stem: usize| {
            let candidates = board.candidates(stem);
            if stem == target || candidates.count() < 2 {
                return None;
            }
            if candidates.has(number) && !board.layout().sees(stem, target) {
                return None;
            }
            let others = board.candidates_of(stem).filter(|c| usize::from(c.digit) != number + 1);
            let petal = |candidate: Candidate| {
                let taker = takers[stem * side + usize::from(candidate.digit) - 1]?;
                Some((candidate, self.sets[taker].clone()))
            };
            Some(Blossom { number, stem, petals: others.map(petal).collect::<Option<_>>()? })
        };
        board.empty_cells().filter_map(blossom).collect()
    }
}
