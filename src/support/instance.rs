//! One instance that an argument names: a puzzle, an exact cover or a formula.

use super::family::FamilyInput;
use super::inputs;
use super::puzzle_input::PuzzleInput;
use super::read_options::{InputKind, ReadOptions};
use super::{Exit, Failure, show_diagnostic};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::{Input, kind_of_text};
use coverlab_bench::terminal::Terminal;
use coverlab_model::encoding::CnfCover;
use coverlab_model::format;
use coverlab_model::format::dimacs::{self, IgnoredComment, RelevantComments};
use coverlab_model::format::sudoku::{self, Place, Puzzle};
use coverlab_model::memory::{Extent, TooLarge, fits};
use coverlab_model::step::Instance;
use coverlab_model::{Cnf, Encoding, ExactCover};

/// The name of a puzzle that is given as an argument.
const LITERAL_NAME: &str = "the puzzle";

/// Memory of an instance with its text and names, as a multiple of the instance's own.
const MEMORY_FACTOR: u64 = 5;

/// An instance, and where it comes from.
pub struct NamedInstance {
    /// Its name in messages: that of the family member, or that of the input, with the number of the puzzle.
    pub name: String,
    /// The name of the input.
    pub source: String,
    /// The line of a puzzle, and its own name, if it has any.
    pub puzzle: Option<(usize, Option<String>)>,
    /// The instance itself.
    pub instance: Instance,
}

impl NamedInstance {
    /// An instance that is its whole source.
    fn whole(name: String, instance: Instance) -> NamedInstance {
        NamedInstance { source: name.clone(), name, puzzle: None, instance }
    }

    /// Puzzle `number` of the input `source`.
    fn puzzle(source: String, number: Option<u64>, puzzle: Puzzle) -> NamedInstance {
        let name = number.map_or_else(|| LITERAL_NAME.to_string(), |number| format!("{source}#{number}"));
        let Puzzle { puzzle: board, line, name: own, .. } = puzzle;
        NamedInstance { name, source, puzzle: Some((line, own)), instance: Instance::Sudoku(board) }
    }
}

/// Reads instance `number`, from 1, of those that `argument` names.
///
/// # Errors
/// The input is missing or malformed.
pub fn read(
    argument: &str,
    number: u64,
    reading: &ReadOptions,
    terminal: &Terminal,
) -> Result<NamedInstance, Failure> {
    let options = reading.options()?;
    let source = inputs::source(argument, &options)?;
    if let Source::Family(_) = &source {
        reading.boards.reject()?;
        return member(&FamilyInput::of(&source)?, number);
    }
    // A typed puzzle is parsed in place, because a stream would allocate a window of megabytes for it.
    if let (Source::Text(text), 1) = (&source, number)
        && kind_of_text(text).is_none()
        && let Some(Ok(puzzle)) = sudoku::Reader::new(text.as_bytes(), &options).next()
    {
        return Ok(NamedInstance::puzzle(source.name(), None, puzzle));
    }
    let input = source.open()?;
    if InputKind::of_input(&input, options.notation).other_than_puzzles().is_some() {
        reading.boards.reject()?;
    }
    from_input(input, number, &options, terminal)
}

/// Instance `number` of `input`.
///
/// # Errors
/// The input is malformed.
pub fn from_input(
    mut input: Input,
    number: u64,
    options: &sudoku::Options,
    terminal: &Terminal,
) -> Result<NamedInstance, Failure> {
    let kind = InputKind::of_input(&input, options.notation);
    if matches!(kind, InputKind::ExactCover | InputKind::Cnf) && number != 1 {
        let what = format!("there is no instance {number} in {}: it has 1", input.name);
        return Err(Failure::input(what, "omit the number, or write 1"));
    }
    match kind {
        InputKind::ExactCover => {
            let cover = read_cover(&mut input, None)?;
            Ok(NamedInstance::whole(input.name, Instance::ExactCover(cover)))
        }
        InputKind::Cnf => {
            let cnf = read_formula(&mut input, None, terminal, RelevantComments::ALL)?;
            Ok(NamedInstance::whole(input.name, Instance::Cnf(cnf)))
        }
        InputKind::Families => member(&FamilyInput::read(input)?, number),
        InputKind::Sudoku(_) => {
            let mut input = PuzzleInput::of(input, options, true, terminal);
            let puzzle = nth(&mut input, number)?;
            let number = (!input.is_literal()).then_some(number);
            Ok(NamedInstance::puzzle(input.name.clone(), number, puzzle))
        }
    }
}

/// Instance `number` of families.
fn member(members: &FamilyInput, number: u64) -> Result<NamedInstance, Failure> {
    let spec = members.nth(number)?;
    let instance = match members.are_formulas {
        true => Instance::Cnf(members.formula(spec)?),
        false => Instance::ExactCover(members.open(spec)?.problem()),
    };
    Ok(NamedInstance::whole(spec.to_string(), instance))
}

/// Puzzle `number` of the input, from 1.
fn nth(input: &mut PuzzleInput, number: u64) -> Result<Puzzle, Failure> {
    let bar = input.bar();
    while let Some(puzzle) = input.next(&bar)? {
        if input.read == number {
            return Ok(puzzle);
        }
    }
    let what = match input.read {
        0 => format!("there is no puzzle in {}", input.name),
        read => format!("there is no puzzle {number} in {}: it has {read}", input.name),
    };
    Err(Failure::input(what, "`coverlab list corpora FILE` counts the puzzles of a file"))
}

/// Warns that an exact cover may have several solutions for models of `cnf` that count as one.
pub(crate) fn warn_of_merged_models(name: &str, cnf: &Cnf, terminal: &Terminal) {
    if CnfCover.merges(cnf) {
        let what =
            format!("{name}: models that agree on the shown variables (`c p show`) count as one solution");
        let help = "the exact cover may count them separately; `coverlab solve` merges them";
        show_diagnostic(&Diagnostic::warning(what).help(help), terminal);
    }
}

/// Reads the formula in `input`. Shows a note on a comment that requests another count of models, if it is `relevant`.
pub(crate) fn read_formula(
    input: &mut Input,
    memory_limit: Option<u64>,
    terminal: &Terminal,
    relevant: RelevantComments,
) -> Result<Cnf, Failure> {
    let ignored = |text: &[u8]| if terminal.quiet { None } else { relevant.find(text).next() };
    let (cnf, ignored) = read_one(input, memory_limit, |text| Ok((dimacs::read(text)?, ignored(text))))?;
    if let Some(IgnoredComment { line, text, what, help }) = ignored {
        let place = Place { line, column: 1, width: text.chars().count() };
        let note = Diagnostic::note(what).at(&input.name, line, &text, &[(place, "")]);
        show_diagnostic(&note.help(help), terminal);
    }
    Ok(cnf)
}

/// Reads the exact cover in `input`, in the format of its kind, or else Knuth's.
pub(crate) fn read_cover(input: &mut Input, memory_limit: Option<u64>) -> Result<ExactCover, Failure> {
    let kind = input.kind;
    read_one(input, memory_limit, |text| format::read_cover(kind, text))
}

/// Reads the instance of a file that holds one. The file may be as long as `memory_limit` allows.
fn read_one<P>(
    input: &mut Input,
    memory_limit: Option<u64>,
    read: impl Fn(&[u8]) -> Result<P, format::Error>,
) -> Result<P, Failure> {
    let text = input.bytes(memory_limit)?;
    read(&text).map_err(|error| Failure::malformed(&input.name, &error))
}

/// The failure of a command that needs more memory than this machine has: `name` and `large` form a sentence.
pub(crate) fn too_large(name: &str, large: &TooLarge) -> Failure {
    let error = Diagnostic::error(format!("{name} {large}"));
    Failure::of_instance(
        Exit::Limit,
        error.help("a smaller instance needs less memory, and another encoding may need less, too"),
    )
}

/// Fails if an instance of this size and its text do not fit into memory.
pub(crate) fn check_memory(size: impl Extent) -> Result<(), Failure> {
    let bytes = size.bytes().saturating_mul(MEMORY_FACTOR);
    fits(bytes, size).map_err(|large| too_large("its text", &large))
}
