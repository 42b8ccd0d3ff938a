//! Finned and sashimi fish: a fish with a few extra places, all in one box.
//!
//! **Origin.** The names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** Except for some places in one box, the fins, all places of a digit in a few rows are
//! within equally many columns. Either a fin is the digit, or the fish is complete. So a place that the
//! fish would eliminate and that sees all fins is eliminated in any case; it is in the box of the fins.
//! A sashimi fish, in which some row has a single place besides the fins, has the same effect.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::combinations::choose;
use crate::layout::Layout;
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;
use std::ops::RangeInclusive;

/// The technique for `SIZE` lines.
pub(crate) struct FinnedFish<const SIZE: usize>;

impl<const SIZE: usize> Technique for FinnedFish<SIZE> {
    const ABOUT: About = match SIZE {
        2 => About {
            name: "finned-x-wing",
            title: "Finned or sashimi X-wing",
            sentence: SENTENCE,
            source: SOURCE,
        },
        3 => About {
            name: "finned-swordfish",
            title: "Finned or sashimi swordfish",
            sentence: SENTENCE,
            source: SOURCE,
        },
        _ => About {
            name: "finned-jellyfish",
            title: "Finned or sashimi jellyfish",
            sentence: SENTENCE,
            source: SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let layout = board.layout();
        for number in 0..board.side() {
            for (kind, lines) in [layout.rows(), layout.columns()].into_iter().enumerate() {
                let boxes: Vec<FinBox> =
                    layout.boxes().map(|house| FinBox::new(layout, house, kind)).collect();
                let sets: Vec<(usize, Bits)> = lines
                    .map(|line| (line, board.places(line, number)))
                    .filter(|(_, places)| !places.is_empty())
                    .collect();
                let fits = |base: &[(usize, Bits)]| boxes.iter().any(|fins| fins.left(base).count() <= SIZE);
                choose(&sets, SIZE, fits, |base| {
                    let union = base.iter().fold(Bits::NONE, |all, (_, places)| all | *places);
                    let crossing: Vec<usize> = union.iter().collect();
                    if crossing.len() <= SIZE {
                        return Flow::Continue(());
                    }
                    choose(&crossing, SIZE, |_| true, |cover| offer(step(board, number, base, cover), found))
                })?;
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let (base, cover) = step.houses.split_at(step.houses.len() / 2);
        let digit = step.pattern[0].digit;
        let fins = words::list(step.fins.iter().map(|fin| words::cell(board, fin.cell)));
        let (base, cover) = (words::houses(base), words::houses(cover));
        let seen = words::seen_by(&step.removals);
        format!("In {base}, {digit} occurs only in {cover}, except in {fins}, {seen}")
    }
}

const SENTENCE: &str =
    "A fish with extra places in one box, the fins, removes only candidates that see all fins";
const SOURCE: &str = "B. Hobiger, HoDoKu, 2008";

/// A box that may hold fins.
struct FinBox {
    /// The lines through it.
    lines: RangeInclusive<usize>,
    /// Its places in each of these lines.
    places: Bits,
}

impl FinBox {
    /// Creates the box `house`, as crossed by rows (`kind` 0) or columns (1).
    fn new(layout: &Layout, house: usize, kind: usize) -> FinBox {
        let cells = layout.cells(house);
        let line = |cell: usize| layout.houses_of(cell)[kind];
        FinBox {
            lines: line(cells[0])..=line(cells[cells.len() - 1]),
            places: cells.iter().map(|&cell| layout.places_of(cell)[kind]).collect(),
        }
    }

    /// The places of the lines of `base` that are not fins here: all of them must be covered.
    fn left(&self, base: &[(usize, Bits)]) -> Bits {
        base.iter().fold(Bits::NONE, |left, &(line, places)| {
            left | if self.lines.contains(&line) { places - self.places } else { places }
        })
    }
}

fn step(board: &Board, number: usize, base: &[(usize, Bits)], cover: &[usize]) -> Option<Step> {
    let layout = board.layout();
    let covered: Bits = cover.iter().copied().collect();
    // A line without a place outside the fins contributes nothing.
    if base.iter().any(|(_, places)| (*places & covered).is_empty()) {
        return None;
    }
    let fin_cells = base
        .iter()
        .flat_map(|&(line, places)| (places - covered).iter().map(move |place| layout.cells(line)[place]));
    let fins: Vec<usize> = fin_cells.collect();
    let within = layout.houses_of(fins[0])[2];
    if !fins.iter().all(|&fin| layout.houses_of(fin)[2] == within) {
        return None;
    }
    let (rows, kind) = (layout.rows(), usize::from(base[0].0 < layout.side()));
    let crossing = if kind == 1 { layout.columns().start } else { rows.start };
    let candidate = |cell| Candidate::new(cell, number + 1);
    let in_base = |cell: usize| base.iter().any(|(line, _)| layout.houses_of(cell).contains(line));
    let cleared = board
        .cells_for(within, number)
        .filter(|&cell| covered.has(layout.houses_of(cell)[kind] - crossing) && !in_base(cell));
    let step = Step::removing(board, cleared.map(candidate))?;
    let pattern = base.iter().flat_map(|&(line, places)| {
        (places & covered).iter().map(move |place| candidate(layout.cells(line)[place]))
    });
    let houses = base.iter().map(|(line, _)| *line).chain(cover.iter().map(|place| crossing + place));
    let step = step.by(pattern).within(houses.map(|house| layout.name(house)));
    Some(Step { fins: fins.into_iter().map(candidate).collect(), ..step })
}
