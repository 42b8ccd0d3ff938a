//! The state of a search as JSON, for web pages.

use crate::fold::board::Board;
use crate::fold::cover::{ItemUse, PartialCover, UndoableStep};
use crate::fold::formula::{Assigned, Trail};
use crate::fold::{Fold, State};
use crate::head::{Head, Level, Native};
use crate::script::ScriptLine;
use coverlab_model::{Color, Item, Literal, OptionId, Shape, Sudoku};
use serde_json::{Map, Value, json};

impl Fold {
    /// The state as an object. It always has `node`, `depth` and `branch` (the open nodes from the
    /// root). The kind of problem adds `cells` and `boards`; `items`, `options` and `taken`; or
    /// `trail`, `learned` and `level`. Covers and formulas also have `cells` if their options or
    /// variables represent cells.
    pub(crate) fn show(&self, head: &Head) -> Value {
        let mut shown = Map::new();
        let (node, depth) = self.open.last().copied().unzip();
        shown.insert("node".to_string(), json!(node));
        shown.insert("depth".to_string(), json!(depth));
        shown.insert("branch".to_string(), self.open.iter().map(|(id, _)| *id).collect());
        let puzzle = head.board();
        match &self.state {
            State::Board(board) => board.show(&mut shown),
            State::Cover(covering) => covering.show(head, puzzle.as_ref(), &mut shown),
            State::Formula(trail) => trail.show(&head.instance, puzzle.as_ref(), &mut shown),
        }
        Value::Object(shown)
    }
}

impl Board {
    fn show(&self, shown: &mut Map<String, Value>) {
        let cell = |(cell, &clue): (usize, &u8)| match (clue, self.written(cell)) {
            (1.., _) => given(clue),
            (0, 0) => json!({ "candidates": self.left(cell) }),
            (0, digit) => written(digit, self.guessed(cell)),
        };
        shown.insert("cells".to_string(), self.clues().iter().enumerate().map(cell).collect());
        if !self.boards().is_empty() {
            shown.insert("boards".to_string(), json!(self.boards()));
        }
    }
}

impl PartialCover {
    fn show(&self, head: &Head, puzzle: Option<&Sudoku>, shown: &mut Map<String, Value>) {
        let cover = self.cover();
        let covered = Covered::of(self, head);
        let mut taken = vec![false; cover.options()];
        self.taken().iter().for_each(|&option| taken[option as usize] = true);
        let untaken = |option: &OptionId| !taken[*option as usize];
        let open: Vec<bool> = (0..cover.options() as OptionId)
            .map(|option| untaken(&option) && self.is_open(option, &covered, None))
            .collect();
        let mut sizes = vec![0_u32; cover.items()];
        for option in (0..cover.options()).filter(|&option| open[option]) {
            cover.option(option as OptionId).iter().for_each(|&(item, _)| sizes[item as usize] += 1);
        }
        let item =
            |item: usize| json!({ "covered": covered.has(self, item as Item), "options": sizes[item] });
        shown.insert("items".to_string(), (0..cover.items()).map(item).collect());
        let word = |option: usize| match (taken[option], open[option]) {
            (true, _) => "taken",
            (_, true) => "in",
            _ => "hidden",
        };
        shown.insert("options".to_string(), (0..cover.options()).map(word).collect());
        shown.insert("taken".to_string(), json!(self.taken()));
        if let Some(puzzle) = puzzle {
            // The options of a chosen item are hidden from other items before the search tries them.
            let chosen = self.chosen_item();
            let tried = |option: &OptionId| {
                untaken(option)
                    && chosen.is_some_and(|item| cover.option(*option).iter().any(|entry| entry.0 == item))
                    && self.is_open(*option, &covered, chosen)
            };
            let possible = |option: &OptionId| open[*option as usize] || tried(option);
            let possible: Vec<OptionId> = (0..cover.options() as OptionId).filter(possible).collect();
            shown.insert("cells".to_string(), self.show_cells(&head.instance, puzzle, &possible));
        }
    }

    /// The cells of the puzzle that the cover encodes. `possible` are the options that may still be taken.
    fn show_cells(&self, native: &Native, puzzle: &Sudoku, possible: &[OptionId]) -> Value {
        let mut cells = Cells::of(puzzle);
        for &option in possible {
            if let Some((cell, digit)) = cells.named(native.meaning(option)) {
                cells.left[cell].push(digit);
            }
        }
        for (place, &option) in self.taken().iter().enumerate() {
            if let Some((cell, digit)) = cells.named(native.meaning(option)) {
                cells.written[cell] = Some((digit, self.is_guess(place)));
            }
        }
        cells.show()
    }

    /// Whether an option may still be taken, according to the events so far. `chosen` is the item for which the search would take
    /// it; that item does not count as covered.
    fn is_open(&self, option: OptionId, covered: &Covered, chosen: Option<Item>) -> bool {
        let gone = |item| match chosen {
            None => self.is_gone(option, item),
            Some(chosen) => item == chosen && self.is_gone(option, item),
        };
        let blocked = |&(item, color): &(Item, Color)| {
            let used = covered.uses[item as usize];
            // An option with the same color stays possible.
            let shares = color > 0 && used.color == color;
            let clashes = used.times > 0 && used.color > 0 && !shares;
            gone(item) || clashes || chosen != Some(item) && covered.reported[item as usize] && !shares
        };
        let clashes = !covered.by_steps && self.clash(option, &covered.uses).is_some();
        !clashes && !self.cover().option(option).iter().any(blocked)
    }
}

/// The items that are covered.
struct Covered {
    /// Whether the trace has a step for each item that a taken option covers, except for colored ones.
    by_steps: bool,
    /// The items whose covering was reported and not undone.
    reported: Vec<bool>,
    uses: Vec<ItemUse>,
}

impl Covered {
    fn of(state: &PartialCover, head: &Head) -> Covered {
        let covers = |line: &ScriptLine| line.kinds.iter().any(|kind| kind == "cover");
        let by_steps = head.level >= Level::Step && head.script.iter().any(covers);
        let mut reported = vec![false; state.cover().items()];
        for done in state.done() {
            if let UndoableStep::Covered(item) = done
                && let Some(is_covered) = reported.get_mut(*item as usize)
            {
                *is_covered = true;
            }
        }
        Covered { by_steps, reported, uses: state.uses() }
    }

    /// Whether an item is covered, so that only an option that shares its color can have it.
    fn has(&self, state: &PartialCover, item: Item) -> bool {
        let used = self.uses[item as usize];
        let is_full = match (item as usize) < state.cover().primary() {
            true => used.times >= state.cover().multiplicity(item).most,
            false => used.times > 0,
        };
        self.reported[item as usize] || is_full && !(self.by_steps && used.color == 0)
    }
}

impl Trail {
    fn show(&self, native: &Native, puzzle: Option<&Sudoku>, shown: &mut Map<String, Value>) {
        let assigned = |one: &Assigned| {
            let (literal, level) = (one.literal, one.level);
            match &one.reason {
                None => json!({ "literal": literal, "level": level, "decision": true }),
                Some(reason) => {
                    json!({ "literal": literal, "level": level, "decision": false, "reason": reason[..] })
                }
            }
        };
        shown.insert("trail".to_string(), self.trail().iter().map(assigned).collect());
        shown.insert("learned".to_string(), self.learned().iter().map(|clause| json!(clause[..])).collect());
        shown.insert("level".to_string(), json!(self.level()));
        let Some(puzzle) = puzzle else { return };
        let mut cells = Cells::of(puzzle);
        for variable in 1..=self.variables() as Literal {
            let place = cells.named(native.variable(variable));
            if let Some((cell, digit)) = place.filter(|_| self.value(variable) == 0) {
                cells.left[cell].push(digit);
            }
        }
        for one in self.trail().iter().filter(|one| one.literal > 0) {
            if let Some((cell, digit)) = cells.named(native.variable(one.literal)) {
                cells.written[cell] = Some((digit, one.reason.is_none()));
            }
        }
        shown.insert("cells".to_string(), cells.show());
    }
}

/// The cells of a puzzle that was encoded.
struct Cells<'a> {
    shape: Shape,
    clues: &'a [u8],
    /// The digits that are true, and whether they are guesses.
    written: Vec<Option<(u8, bool)>>,
    /// The digits that are still possible, in the order of options or variables.
    left: Vec<Vec<u8>>,
}

impl<'a> Cells<'a> {
    fn of(puzzle: &'a Sudoku) -> Cells<'a> {
        let cells = puzzle.shape().cells();
        Cells {
            shape: puzzle.shape(),
            clues: puzzle.clues(),
            written: vec![None; cells],
            left: vec![vec![]; cells],
        }
    }

    /// Parses a name such as `r1c2=3` into a cell and a digit.
    fn named(&self, name: Option<&str>) -> Option<(usize, u8)> {
        let (cell, digit) = Native::stands_for(name?)?;
        Some((cell.index(self.shape)?, digit))
    }

    fn show(mut self) -> Value {
        self.left.iter_mut().for_each(|digits| digits.sort_unstable());
        let cell = |cell: usize| match (self.clues[cell], self.written[cell]) {
            (clue @ 1.., _) => given(clue),
            (0, Some((digit, guess))) => written(digit, guess),
            (0, None) => json!({ "candidates": self.left[cell] }),
        };
        (0..self.clues.len()).map(cell).collect()
    }
}

fn given(digit: u8) -> Value {
    json!({ "digit": digit, "given": true })
}

fn written(digit: u8, guess: bool) -> Value {
    if guess { json!({ "digit": digit, "guess": true }) } else { json!({ "digit": digit }) }
}
