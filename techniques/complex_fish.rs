//! Franken and mutant fish: fish whose houses may include boxes, or mix rows and columns, with or
//! without fins.
//!
//! **Origin.** The names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** Choose a digit, some houses (the base) that each need the digit in a different place, and
//! equally many houses (the cover). If all places in the base are within the cover, the cover's digits
//! are all in the base, so a place in the cover outside the base is not the digit. In a franken fish
//! the base consists of rows and boxes and the cover of columns and boxes, or vice versa. In a mutant
//! fish all kinds may be mixed. Places of the base that are in no house of the cover, or in two houses
//! of the base, are fins, as in `finned_fish.rs`: the fish then eliminates only places that see all fins.
//! A place of the base that is in more houses of the cover than of the base is eliminated too.
//!
//! **Cost.** Enumerating bases and covers would try hundreds of millions of pairs of four houses each.
//! Starting from the place to eliminate is cheaper. If it were the digit, its peers would not be, and a
//! base of *n* houses would have to fit all its remaining places into *n* - 1 houses. So for each
//! place, all covers of *n* - 1 houses are tried (at most 2024 for *n* = 4), each for *n* disjoint
//! houses within it. The remaining places fit into a word up to side 9; larger boards are declined.
//!
//! **What did not work.** Fish of five and six houses have 10626 and 42504 covers per place. HoDoKu's
//! library has only two cases of them, so they are left out.

use crate::board::{Board, Candidate};
use crate::combinations::choose;
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;
use coverlab_model::House;

/// The kind with rows and boxes by columns and boxes, or vice versa.
pub(crate) const FRANKEN: usize = 0;
/// The kind with all houses mixed.
pub(crate) const MUTANT: usize = 1;

/// The largest supported side.
const MAX_SIDE: usize = 9;
/// Maximum number of houses of a base.
const MAX_HOUSES: usize = 4;

/// The technique for fish of `KIND`.
pub(crate) struct ComplexFish<const KIND: usize>;

impl<const KIND: usize> Technique for ComplexFish<KIND> {
    const ABOUT: About = match KIND {
        FRANKEN => About {
            name: "franken-fish",
            title: "Franken fish (two to four houses, with fins)",
            sentence: "A fish whose lines may be boxes as well",
            source: SOURCE,
        },
        _ => About {
            name: "mutant-fish",
            title: "Mutant fish (two to four houses, with fins)",
            sentence: "A fish of rows, columns and boxes in any mixture",
            source: SOURCE,
        },
    };

    fn skips(board: &Board) -> bool {
        board.side() > MAX_SIDE
    }

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for size in 2..=MAX_HOUSES {
            for number in 0..board.side() {
                for cell in board.empty_cells().filter(|&cell| board.candidates(cell).has(number)) {
                    RemainingPlaces::new(board, number, cell).fish(size, KIND, found)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (base, cover) = step.houses.split_at(step.houses.len() / 2);
        let digit = step.pattern[0].digit;
        let reason = format!("In {}, {digit} occurs only in {}", words::houses(base), words::houses(cover));
        if step.fins.is_empty() {
            return reason;
        }
        let with = |houses: &[House], cell: usize| -> Vec<House> {
            houses.iter().copied().filter(|house| house.has(board.layout().shape(), cell)).collect()
        };
        let fins = || step.fins.iter().map(|fin| fin.cell);
        let outside = words::cells(board, fins().filter(|&cell| with(cover, cell).is_empty()));
        // A fin may also lie in the cover, if it is in several houses of the base.
        let inside = fins().filter(|&cell| !with(cover, cell).is_empty());
        let inside: String = inside
            .map(|cell| format!("; {} is in {}", words::cell(board, cell), words::houses(&with(base, cell))))
            .collect();
        let except = if outside.is_empty() { String::new() } else { format!(", except in {outside}") };
        match (&inside[..], step.removals.len()) {
            ("", _) => format!("{reason}{except}, {}", words::seen_by(&step.removals)),
            (_, 1) => {
                format!("{reason}{except}{inside}. The affected cell sees {}", words::cells(board, fins()))
            }
            _ => format!(
                "{reason}{except}{inside}. All the affected cells see {}",
                words::cells(board, fins())
            ),
        }
    }
}

const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

/// The remaining places of a digit if `target` is that digit.
struct RemainingPlaces<'a> {
    board: &'a Board,
    number: usize,
    target: usize,
    /// The houses that still need the digit, with their remaining places as a set.
    houses: Vec<(usize, u64)>,
}

impl RemainingPlaces<'_> {
    fn new(board: &Board, number: usize, target: usize) -> RemainingPlaces<'_> {
        let layout = board.layout();
        let has = |cell: &usize| board.candidates(*cell).has(number);
        let left: Vec<usize> = board
            .empty_cells()
            .filter(|cell| has(cell) && *cell != target && !layout.sees(*cell, target))
            .collect();
        let own = layout.houses_of(target);
        let set = |house: usize| {
            let within = |cell: &usize| layout.houses_of(*cell).contains(&house);
            left.iter().enumerate().filter(|(_, cell)| within(cell)).fold(0, |set, (k, _)| set | 1 << k)
        };
        let houses = (0..layout.house_count()).filter(|house| !own.contains(house));
        let houses = houses.map(|house| (house, set(house))).filter(|(_, set)| *set != 0).collect();
        RemainingPlaces { board, number, target, houses }
    }

    /// The ways to form a fish of `kind`: whether a base house may be a row, a column or a box, and
    /// whether a cover house may.
    fn ways(kind: usize) -> &'static [[[bool; 3]; 2]] {
        match kind {
            FRANKEN => {
                &[[[true, false, true], [false, true, true]], [[false, true, true], [true, false, true]]]
            }
            _ => &[[[true; 3]; 2]],
        }
    }

    fn fish(&self, size: usize, kind: usize, found: Sink<'_>) -> Flow {
        let side = self.board.side();
        for [base, cover] in RemainingPlaces::ways(kind) {
            let of = |allowed: &[bool; 3]| -> Vec<(usize, u64)> {
                self.houses.iter().copied().filter(|(house, _)| allowed[house / side]).collect()
            };
            let (bases, covers) = (of(base), of(cover));
            choose(
                &covers,
                size - 1,
                |_| true,
                |cover_houses| {
                    let union = cover_houses.iter().fold(0, |union, (_, set)| union | set);
                    let within = |base: &&(usize, u64)| base.1 & !union == 0 && !cover_houses.contains(base);
                    // Most covers have no base; avoid an allocation for them.
                    if bases.iter().filter(within).count() < size {
                        return Flow::Continue(());
                    }
                    let within: Vec<(usize, u64)> = bases.iter().filter(within).copied().collect();
                    choose(&within, size, is_last_disjoint, |base| {
                        let houses =
                            |of: &[(usize, u64)]| of.iter().map(|(house, _)| *house).collect::<Vec<_>>();
                        offer(self.step(&houses(base), &houses(cover_houses), cover), found)
                    })
                },
            )?;
        }
        Flow::Continue(())
    }

    /// The step of `base`, and of `cover` with a house of the target added. That house is of an `allowed` kind; if
    /// several are, the one that leaves the fewest fins is taken.
    fn step(&self, base: &[usize], cover: &[usize], allowed: &[bool; 3]) -> Option<Step> {
        let layout = self.board.layout();
        let own = layout.houses_of(self.target).into_iter().zip(allowed).filter(|(_, allowed)| **allowed);
        let whole = own.map(|(house, _)| [cover, &[house]].concat());
        let fish = whole.map(|cover| Fish::new(self.board, self.number, base, cover));
        let fish = fish.min_by_key(|fish| fish.fins.len())?;
        let candidate = |&cell: &usize| Candidate::new(cell, self.number + 1);
        let step = Step::removing(self.board, fish.cleared(self.board, self.number).iter().map(candidate))?;
        let houses = base.iter().chain(&fish.cover).map(|&house| layout.name(house));
        let step = step.by(fish.body.iter().map(candidate)).within(houses);
        Some(Step { fins: fish.fins.iter().map(candidate).collect(), ..step })
    }
}

/// Whether the last of these houses is disjoint from the others.
fn is_last_disjoint(houses: &[(usize, u64)]) -> bool {
    let Some(((_, last), others)) = houses.split_last() else { return true };
    others.iter().all(|(_, set)| set & last == 0)
}

/// A base, and a cover of equally many houses.
struct Fish {
    base: Vec<usize>,
    cover: Vec<usize>,
    /// The places in exactly one house of the base, and in the cover.
    body: Vec<usize>,
    /// The other places of the base, the fins.
    fins: Vec<usize>,
}

impl Fish {
    fn new(board: &Board, number: usize, base: &[usize], cover: Vec<usize>) -> Fish {
        let mut places: Vec<usize> = base.iter().flat_map(|&house| board.cells_for(house, number)).collect();
        places.sort_unstable();
        places.dedup();
        let in_body = |&cell: &usize| count(board, base, cell) == 1 && count(board, &cover, cell) > 0;
        let (body, fins) = places.into_iter().partition(in_body);
        Fish { base: base.to_vec(), cover, body, fins }
    }

    /// The places that are in more houses of the cover than of the base, and see all fins.
    fn cleared(&self, board: &Board, number: usize) -> Vec<usize> {
        let layout = board.layout();
        let mut places: Vec<usize> =
            self.cover.iter().flat_map(|&house| board.cells_for(house, number)).collect();
        places.retain(|&cell| {
            count(board, &self.cover, cell) > count(board, &self.base, cell)
                && self.fins.iter().all(|&fin| layout.sees(cell, fin))
        });
        places
    }
}

/// The number of these houses that contain a cell.
fn count(board: &Board, houses: &[usize], cell: usize) -> usize {
    board.layout().houses_of(cell).into_iter().filter(|house| houses.contains(house)).count()
}
