//! The options for reading puzzles: notation, symbols and shape, and the kinds of input.

use super::{Exit, Failure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::Input;
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;
use coverlab_model::format::sudoku::Options;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Shape, TextKind};

/// Options for reading puzzles.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadOptions {
    /// The notation of the input [default: detected from the text]
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    pub format: Option<Notation>,
    /// Options for reading puzzles in any notation.
    #[command(flatten)]
    pub boards: BoardOptions,
}

/// Options for reading puzzles in any notation.
#[derive(Clone, Debug, Default, Args)]
pub struct BoardOptions {
    /// The symbols of digits 1, 2, 3, …: TONYBLAIR
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<String>,
    /// Rows and columns of a box: 2x3
    #[arg(long, value_name = "RxC")]
    pub shape: Option<Shape>,
    /// Stop at the first malformed puzzle
    #[arg(long)]
    pub fail_fast: bool,
}

/// A parser for names of notations. Explains why kinds of problems other than Sudoku are not among them.
pub(crate) fn notations() -> impl TypedValueParser<Value = Notation> {
    let others = ["cnf", "dlx", "exact-cover"].map(|name| PossibleValue::new(name).hide(true));
    let names = NOTATIONS.iter().map(|notation| PossibleValue::new(notation.name()));
    PossibleValuesParser::new(names.chain(others)).try_map(|name| {
        name.parse::<Notation>().map_err(|_| {
            "a notation of Sudoku puzzles is needed; formulas and exact covers are recognized by their text, and \
             `coverlab convert --to cnf` or `--to dlx` writes them"
        })
    })
}

/// A kind of problem, and for Sudoku perhaps its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Sudoku; `None`: the text shows the notation.
    Sudoku(Option<Notation>),
    /// Exact cover, in Knuth's format or as sets over numbers.
    ExactCover,
    /// DIMACS.
    Cnf,
    /// A list of instances of families.
    Families,
}

impl InputKind {
    /// The kind of `input`, unless `--format` says that it is Sudoku.
    pub(crate) fn of_input(input: &Input, format: Option<Notation>) -> InputKind {
        if format.is_some() { InputKind::Sudoku(format) } else { InputKind::of(input.kind) }
    }

    /// The kind of problem in a text.
    pub(crate) fn of(kind: TextKind) -> InputKind {
        match kind {
            TextKind::EcCover | TextKind::KnuthCover => InputKind::ExactCover,
            TextKind::Formula => InputKind::Cnf,
            TextKind::Family => InputKind::Families,
            TextKind::Sudoku => InputKind::Sudoku(None),
        }
    }

    /// The end of a sentence about an input of this kind; `None` for puzzles.
    pub(crate) fn other_than_puzzles(self) -> Option<&'static str> {
        match self {
            InputKind::Sudoku(_) => None,
            InputKind::ExactCover => Some("is an exact cover"),
            InputKind::Cnf => Some("is a formula"),
            InputKind::Families => Some("names instances of families"),
        }
    }
}

/// A parser for names of kinds and of notations of Sudoku.
pub(crate) fn kinds() -> impl TypedValueParser<Value = InputKind> {
    let kinds = ["sudoku", "exact-cover", "cnf", "families"];
    let names = PossibleValuesParser::new(kinds.into_iter().chain(NOTATIONS.iter().map(Notation::name)));
    names.map(|name| match name.as_str() {
        "exact-cover" => InputKind::ExactCover,
        "cnf" => InputKind::Cnf,
        "families" => InputKind::Families,
        notation => InputKind::Sudoku(notation.parse().ok()),
    })
}

impl ReadOptions {
    /// The first option given.
    pub(crate) fn option(&self) -> Option<&'static str> {
        match self {
            ReadOptions { format: Some(_), .. } => Some("--format"),
            ReadOptions { boards: BoardOptions { fail_fast: true, .. }, .. } => Some("--fail-fast"),
            ReadOptions { boards, .. } => boards.option(),
        }
    }

    /// Converts the options for the reader.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        self.boards.options(self.format)
    }
}

impl BoardOptions {
    /// The first of `--symbols` and `--shape` that is given.
    fn option(&self) -> Option<&'static str> {
        self.symbols.as_ref().map(|_| "--symbols").or(self.shape.map(|_| "--shape"))
    }

    /// Converts the options for the reader of a `notation`, or of all.
    pub(crate) fn options(&self, notation: Option<Notation>) -> Result<Options, Failure> {
        let symbols = self
            .symbols
            .as_deref()
            .map(Symbols::new)
            .transpose()
            .map_err(|error| Failure::new(Exit::Usage, Diagnostic::of_input("--symbols", &error)))?;
        Ok(Options { symbols: symbols.unwrap_or_default(), shape: self.shape, notation })
    }

    /// Fails if `--symbols` or `--shape` is given. For an instance that is not a Sudoku.
    pub(crate) fn reject(&self) -> Result<(), Failure> {
        let Some(option) = self.option() else { return Ok(()) };
        Err(Failure::usage(format!("{option} applies only to Sudoku puzzles"), format!("omit {option}")))
    }
}
