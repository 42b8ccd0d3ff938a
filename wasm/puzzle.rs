//! Reading text as a puzzle, an exact cover or a formula.

use crate::error::Error;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::format::{dimacs, ec, knuth};
use coverlab_model::step::Instance;
use coverlab_model::{
    Cnf, ExactCover, ExactCoverBuilder, Item, Literal, OptionId, Shape, Sudoku, TextKind, family,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// A part of a solution that is fixed in advance.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Assumption {
    /// A digit in a cell such as `r3c4`.
    Digit { cell: String, digit: u8 },
    /// An option of an exact cover, or a literal.
    Number(i64),
}

/// A kind of problem that a text should be.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ExpectedKind {
    ExactCover,
    Formula,
}

/// An instance of any kind, with its name.
pub(crate) struct Puzzle {
    pub(crate) name: String,
    pub(crate) problem: Instance,
    /// The number of further puzzles in the text.
    others: usize,
}

impl Puzzle {
    /// Reads the spec of a family, a formula in DIMACS, an exact cover, or a Sudoku. If the text contains several
    /// Sudokus, reads the first.
    pub(crate) fn read(text: &str) -> Result<Puzzle, Error> {
        let mut others = 0;
        let (name, problem) = match TextKind::of(text) {
            TextKind::Family => {
                let spec = text.trim();
                (spec, family::instance(spec).map_err(|bad| Error::of_family(&bad))?)
            }
            TextKind::Formula => ("the formula", dimacs::read(text)?.into()),
            TextKind::EcCover => ("the exact cover", ec::read(text)?.into()),
            TextKind::KnuthCover => ("the exact cover", knuth::read(text)?.into()),
            TextKind::Sudoku => {
                let mut puzzles = sudoku::read(text.as_bytes(), &Options::default())?;
                others = puzzles.len() - 1;
                ("the puzzle", puzzles.swap_remove(0).puzzle.into())
            }
        };
        Ok(Puzzle { name: name.to_string(), problem, others })
    }

    /// Reads a text as `expected` if it would otherwise be taken for a Sudoku.
    pub(crate) fn read_as(text: &str, expected: Option<ExpectedKind>) -> Result<Puzzle, Error> {
        let (name, problem) = match (TextKind::of(text), expected) {
            (TextKind::Sudoku, Some(ExpectedKind::ExactCover)) => {
                ("the exact cover", knuth::read(text)?.into())
            }
            (TextKind::Sudoku, Some(ExpectedKind::Formula)) => ("the formula", dimacs::read(text)?.into()),
            _ => return Puzzle::read(text),
        };
        Ok(Puzzle { name: name.to_string(), problem, others: 0 })
    }

    /// The puzzle with the given digits, options or literals fixed.
    pub(crate) fn assuming(self, assumed: &[Assumption]) -> Result<Puzzle, Error> {
        let problem = match self.problem {
            Instance::Sudoku(puzzle) => Instance::Sudoku(with_digits(puzzle, assumed)?),
            Instance::ExactCover(cover) if assumed.is_empty() => Instance::ExactCover(cover),
            Instance::ExactCover(cover) => Instance::ExactCover(with_options(&cover, assumed)?),
            Instance::Cnf(cnf) => Instance::Cnf(with_literals(cnf, assumed)?),
        };
        Ok(Puzzle { problem, ..self })
    }
}

fn with_digits(puzzle: Sudoku, assumed: &[Assumption]) -> Result<Sudoku, Error> {
    assumed.iter().try_fold(puzzle, |puzzle, assumption| {
        let shape = puzzle.shape();
        let Assumption::Digit { cell, digit } = assumption else {
            return Err(Error::new("a puzzle is fixed by a cell and a digit"));
        };
        let index = cell.parse::<coverlab_model::Cell>().map_err(Error::new)?.index(shape);
        let index = index.ok_or_else(|| Error::new(format!("{cell} is not on the board")))?;
        match (puzzle.clues()[index], *digit) {
            (clue @ 1.., digit) if clue != digit => {
                Err(Error::new(format!("{cell} has the clue {clue}")).help("assume a digit of an empty cell"))
            }
            (_, 1..) if usize::from(*digit) <= shape.side() => Ok(puzzle.with(index, *digit)),
            _ => Err(Error::new(format!("{digit} is not a digit"))
                .help(format!("digits run from 1 to {}", shape.side()))),
        }
    })
}

/// Adds a primary item to each assumed option that no other option has, so that every cover contains the
/// option. Options keep their numbers.
fn with_options(cover: &ExactCover, assumed: &[Assumption]) -> Result<ExactCover, Error> {
    let mut fixed = Vec::new();
    for assumption in assumed {
        let Assumption::Number(number) = assumption else {
            return Err(Error::new("an exact cover is fixed by the numbers of options"));
        };
        let option = OptionId::try_from(*number).ok().filter(|&option| (option as usize) < cover.options());
        let help = format!("options are numbered below {}", cover.options());
        fixed.push(option.ok_or_else(|| Error::new(format!("there is no option {number}")).help(help))?);
    }
    let name = |item| cover.item_name(item);
    let primary = (0..cover.primary() as Item).map(name);
    let primary: Vec<String> =
        primary.chain(fixed.iter().map(|option| format!("assumed {option}"))).collect();
    let secondary: Vec<String> = (cover.primary() as Item..cover.items() as Item).map(name).collect();
    let mut builder = ExactCoverBuilder::named(&primary, &secondary);
    for color in 1..=cover.colors() {
        builder.color(&cover.color_name(color));
    }
    let impossible = |what: &str| Error::new(format!("the exact cover cannot be fixed: {what}"));
    for item in 0..cover.primary() as Item {
        let several = cover.multiplicity(item);
        if (several.least, several.most) != (1, 1) {
            builder
                .multiplicity(item, several.least, several.most)
                .map_err(|_| impossible("multiplicities"))?;
        }
    }
    let shift =
        |item: Item| if (item as usize) < cover.primary() { item } else { item + fixed.len() as Item };
    for option in 0..cover.options() as OptionId {
        let own = cover.option(option).iter().map(|&(item, color)| (shift(item), color));
        let places = fixed.iter().enumerate().filter(|(_, assumed)| **assumed == option);
        let more = places.map(|(place, _)| ((cover.primary() + place) as Item, 0));
        builder.colored_option(own.chain(more)).map_err(|_| impossible("an option"))?;
    }
    Ok(builder.build())
}

fn with_literals(mut cnf: Cnf, assumed: &[Assumption]) -> Result<Cnf, Error> {
    for assumption in assumed {
        let Assumption::Number(number) = assumption else {
            return Err(Error::new("a formula is fixed by literals"));
        };
        let known = |literal: &Literal| *literal != 0 && literal.unsigned_abs() as usize <= cnf.variables();
        let literal = Literal::try_from(*number).ok().filter(known);
        let help = format!("the formula has {} variables", cnf.variables());
        cnf.clause(&[literal.ok_or_else(|| Error::new(format!("there is no literal {number}")).help(help))?]);
    }
    Ok(cnf)
}

/// Converts a puzzle to JSON.
pub(crate) fn show(puzzle: &Puzzle) -> Value {
    match &puzzle.problem {
        Instance::Sudoku(sudoku) => {
            let shape: Shape = sudoku.shape();
            json!({
                "kind": "sudoku", "rows": shape.box_rows(), "columns": shape.box_columns(), "side": shape.side(),
                "clues": sudoku.clues(), "text": sudoku::write(sudoku), "others": puzzle.others,
            })
        }
        Instance::ExactCover(cover) => {
            let item =
                |item| json!({ "name": cover.item_name(item), "primary": (item as usize) < cover.primary() });
            let entry = |&(item, color): &(Item, u32)| match color {
                0 => json!(item),
                color => json!([item, cover.color_name(color)]),
            };
            let option = |option| cover.option(option).iter().map(entry).collect::<Value>();
            json!({
                "kind": "exact-cover",
                "items": (0..cover.items() as Item).map(item).collect::<Vec<_>>(),
                "options": (0..cover.options() as OptionId).map(option).collect::<Vec<_>>(),
            })
        }
        Instance::Cnf(cnf) => {
            json!({ "kind": "formula", "variables": cnf.variables(), "clauses": cnf.clauses().collect::<Vec<_>>() })
        }
    }
}
