//! The state of a search as JSON, for web pages and `coverlab trace state`.

use crate::fold::board::Board;
use crate::fold::cover::{ItemUse, PartialCover, UndoableStep};
use crate::fold::formula::{Assigned, Trail};
use crate::fold::{Fold, State};
use crate::head::{Head, Native};
use coverlab_model::{Item, Literal, OptionId, Shape, Sudoku};
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
            State::Cover(covering) => covering.show(&head.instance, puzzle.as_ref(), &mut shown),
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
    fn show(&self, native: &Native, puzzle: Option<&Sudoku>, shown: &mut Map<String, Value>) {
        let cover = self.cover();
        let uses = self.uses();
        let mut known_covered = vec![false; cover.items()];
        for done in self.done() {
            if let UndoableStep::Covered(item) = done
                && let Some(is_covered) = known_covered.get_mut(*item as usize)
            {
                *is_covered = true;
            }
        }
        let mut taken = vec![false; cover.options()];
        self.taken().iter().for_each(|&option| taken[option as usize] = true);
        let open: Vec<bool> = (0..cover.options() as OptionId)
            .map(|option| !taken[option as usize] && self.is_open(option, &uses, &known_covered))
            .collect();
        let mut sizes = vec![0_u32; cover.items()];
        for option in (0..cover.options()).filter(|&option| open[option]) {
            cover.option(option as OptionId).iter().for_each(|&(item, _)| sizes[item as usize] += 1);
        }
        let covered = |item: usize| known_covered[item] || self.is_full(item as Item, uses[item]);
        let item = |item| json!({ "covered": covered(item), "options": sizes[item] });
        shown.insert("items".to_string(), (0..cover.items()).map(item).collect());
        let word = |option: usize| match (taken[option], open[option]) {
            (true, _) => "taken",
            (_, true) => "in",
            _ => "hidden",
        };
        shown.insert("options".to_string(), (0..cover.options()).map(word).collect());
        shown.insert("taken".to_string(), json!(self.taken()));
        if let Some(puzzle) = puzzle {
            shown.insert("cells".to_string(), self.show_cells(native, puzzle, &open));
        }
    }

    /// The cells of the puzzle that the cover encodes. `open` says of each option whether it may still be taken.
    fn show_cells(&self, native: &Native, puzzle: &Sudoku, open: &[bool]) -> Value {
        let mut cells = Cells::of(puzzle);
        for option in 0..open.len() as OptionId {
            let place = cells.named(native.meaning(option));
            if let Some((cell, digit)) = place.filter(|_| open[option as usize]) {
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

    /// Whether an option may still be taken, according to the events so far.
    fn is_open(&self, option: OptionId, uses: &[ItemUse], known_covered: &[bool]) -> bool {
        // An option with the same color stays possible.
        let shares = |item: Item, color| color > 0 && uses[item as usize].color == color;
        let blocked = |&(item, color)| {
            self.is_gone(option, item) || known_covered[item as usize] && !shares(item, color)
        };
        !self.cover().option(option).iter().any(blocked) && self.clash(option, uses).is_none()
    }

    /// Whether the taken options use up an item, so that no other option can cover it.
    fn is_full(&self, item: Item, of: ItemUse) -> bool {
        match (item as usize) < self.cover().primary() {
            true => of.times >= self.cover().multiplicity(item).most,
            false => of.times > 0,
        }
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
