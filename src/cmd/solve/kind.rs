//! The kind of problem that an input holds.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;

/// A kind of problem, and for Sudoku perhaps its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sudoku; `None`: the notation is found by looking.
    Sudoku(Option<Notation>),
    /// Exact cover, in Knuth's format or as sets over numbers.
    ExactCover,
    /// DIMACS.
    Cnf,
    /// A list of instances of families.
    Families,
}

impl Kind {
    /// By the ending of a name; Sudoku unless it says otherwise.
    pub(super) fn of_extension(extension: &str) -> Kind {
        match extension {
            "dlx" | "xc" | "xcc" | "ec" => Kind::ExactCover,
            "cnf" | "dimacs" => Kind::Cnf,
            "families" => Kind::Families,
            _ => Kind::Sudoku(None),
        }
    }

    fn of_name(name: &str) -> Kind {
        match name {
            "exact-cover" => Kind::ExactCover,
            "cnf" => Kind::Cnf,
            "families" => Kind::Families,
            notation => Kind::Sudoku(notation.parse().ok()),
        }
    }
}

/// Takes the name of a kind or of a notation of Sudoku.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    let kinds = ["sudoku", "exact-cover", "cnf", "families"];
    PossibleValuesParser::new(kinds.into_iter().chain(NOTATIONS.iter().map(Notation::name)))
        .map(|name| Kind::of_name(&name))
}
