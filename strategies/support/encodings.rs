//! Parameters of the encodings by which strategies for formulas solve Sudokus and exact covers.
//!
//! `encoding=` chooses the rules, `amo=` how to express "at most one", and `clues=` how to add the clues, as
//! in `sat:encoding=augmented,amo=product,clues=reduced`. They belong to the encoding and not to a strategy:
//! they are removed from the parameters before the strategy sees them, and for a formula they are an error.

use coverlab_model::encoding::{Amo, Clues, CoverCnf, SudokuCnf, SudokuRules};
use coverlab_model::{BadSpec, Parameter, Spec, Values};

/// Parameters of the encoding of Sudokus, in the order of help.
pub const PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "encoding",
        meaning: "which rules of Sudoku the clauses state",
        values: Values::OneOf(&SudokuRules::NAMES),
        default: "extended",
    },
    Parameter {
        name: "amo",
        meaning: "how clauses express that at most one of several literals is true",
        values: Values::OneOf(&Amo::NAMES),
        default: "pairwise",
    },
    Parameter {
        name: "clues",
        meaning: "how clues enter the formula: as unit clauses, or by omitting everything that they decide",
        values: Values::OneOf(&Clues::NAMES),
        default: "units",
    },
];

/// The Sudoku encoding that `spec` selects, and `spec` without the parameters of the encoding.
///
/// # Errors
/// A value that a parameter of the encoding does not accept.
pub fn of_sudoku(spec: &Spec) -> Result<(SudokuCnf, Spec), BadSpec> {
    let (mut rules, mut amo, mut clues) = (SudokuRules::default(), Amo::default(), Clues::default());
    let mut rest = Spec { name: spec.name.clone(), parameters: Vec::new() };
    for (name, value) in &spec.parameters {
        match name.as_str() {
            "encoding" => rules = SudokuRules::of_name(value).ok_or_else(|| bad(name, value))?,
            "amo" => amo = Amo::of_name(value).ok_or_else(|| bad(name, value))?,
            "clues" => clues = Clues::of_name(value).ok_or_else(|| bad(name, value))?,
            _ => rest.parameters.push((name.clone(), value.clone())),
        }
    }
    Ok((SudokuCnf::new(rules, amo, clues), rest))
}

/// The encoding of exact covers that `spec` selects, and `spec` without the parameters of the encoding.
///
/// # Errors
/// See [`of_sudoku`].
pub fn of_cover(spec: &Spec) -> Result<(CoverCnf, Spec), BadSpec> {
    let mut amo = Amo::default();
    let mut rest = Spec { name: spec.name.clone(), parameters: Vec::new() };
    for (name, value) in &spec.parameters {
        match name.as_str() {
            "amo" => amo = Amo::of_name(value).ok_or_else(|| bad(name, value))?,
            _ => rest.parameters.push((name.clone(), value.clone())),
        }
    }
    Ok((CoverCnf::new(amo), rest))
}

fn bad(name: &str, value: &str) -> BadSpec {
    let known = PARAMETERS.iter().find(|parameter| parameter.name == name).map(|p| p.values);
    let words = match known {
        Some(Values::OneOf(words)) => words.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    BadSpec::new(format!("the encoding's parameter `{name}` does not take `{value}`"), value, words)
}
