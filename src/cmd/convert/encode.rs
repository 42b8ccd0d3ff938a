//! Instances as formulas and exact covers: `coverlab convert --to cnf` and `--to dlx`.

use crate::support::Failure;
use crate::support::instance::{check_memory, warn_of_merged_models};
use coverlab_bench::input::kind_of_text;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_model::encoding::{CnfCover, SudokuCnf, SudokuCover, SudokuRules};
use coverlab_model::format::{dimacs, knuth};
use coverlab_model::step::Instance;
use coverlab_model::{BadSpec, Cnf, Encoding, ExactCover, Spec, Sudoku, TextKind};
use coverlab_strategies::encodings;

/// The instance as a formula in DIMACS. A formula is written as it is.
pub(super) fn formula(instance: &Instance, encoding: Option<&Spec>) -> Result<String, Failure> {
    let default = "extended".parse().expect("the default is a specification");
    match instance {
        Instance::Sudoku(puzzle) => of_puzzle(puzzle, encoding.unwrap_or(&default)),
        Instance::ExactCover(cover) => of_cover(cover, encoding.unwrap_or(&default)),
        Instance::Cnf(_) if encoding.is_some() => Err(Failure::usage(
            "--encoding applies only to puzzles and exact covers, but the input is a formula",
            "omit --encoding",
        )),
        Instance::Cnf(cnf) => Ok(dimacs_text(cnf, Vec::new())),
    }
}

/// The instance as an exact cover in Knuth's format. An exact cover is written as it is.
pub(super) fn exact_cover(instance: &Instance, name: &str, terminal: &Terminal) -> Result<String, Failure> {
    match instance {
        Instance::Sudoku(puzzle) => {
            check_memory(SudokuCover.bound(puzzle))?;
            Ok(knuth_text(&SudokuCover.named(puzzle)))
        }
        Instance::ExactCover(cover) => Ok(knuth_text(cover)),
        Instance::Cnf(cnf) => {
            check_memory(CnfCover.bound(cnf))?;
            warn_of_merged_models(name, cnf, terminal);
            Ok(knuth_text(&CnfCover.encode(cnf)))
        }
    }
}

fn of_puzzle(puzzle: &Sudoku, spec: &Spec) -> Result<String, Failure> {
    let (encoding, rest) = encodings::of_sudoku(&by_parameter(spec)).map_err(|bad| unknown(&bad))?;
    reject_leftover(&rest.parameters)?;
    check_memory(encoding.bound(puzzle))?;
    let cnf = encoding.encode(puzzle);
    let mut comments = vec![
        format!("Sudoku of {}, boxes of {}, as {spec}", counted(puzzle.clue_count() as u64, "clue", "clues"), puzzle.shape()),
        "r1c2=3: row 1, column 2 contains 3; r1b2=3: in minirow 2 of row 1; c1b2=3: in minicolumn 2 of column 1".to_string(),
    ];
    comments.extend(encoding.names(puzzle).iter().map(|(variable, name)| format!("{variable} {name}")));
    Ok(dimacs_text(&cnf, comments))
}

fn of_cover(cover: &ExactCover, spec: &Spec) -> Result<String, Failure> {
    if spec.name != SudokuCnf::NAME {
        let what = format!("there is no encoding `{}` of exact covers", spec.name);
        return Err(Failure::usage(
            what,
            "known: extended, with the parameter amo, as in extended:amo=product",
        ));
    }
    let (encoding, rest) = encodings::of_cover(spec).map_err(|bad| unknown(&bad))?;
    reject_leftover(&rest.parameters)?;
    check_memory(encoding.bound(cover))?;
    let cnf = encoding.encode(cover);
    let mut comments = vec![size_in_words(cover)];
    comments.extend(
        (0..cover.options() as u32).map(|option| format!("{} {}", option + 1, cover.option_text(option))),
    );
    Ok(dimacs_text(&cnf, comments))
}

/// The exact cover in Knuth's format. If its items look like rows of a board, it begins with a comment of the format, by which
/// the next command recognizes it.
fn knuth_text(cover: &ExactCover) -> String {
    let text = knuth::write(cover);
    match kind_of_text(&text) {
        Some(TextKind::KnuthCover) => text,
        _ => format!("| {}\n{text}", size_in_words(cover)),
    }
}

fn size_in_words(cover: &ExactCover) -> String {
    let items = counted(cover.items() as u64, "item", "items");
    let options = counted(cover.options() as u64, "option", "options");
    format!("exact cover of {items} and {options}")
}

fn dimacs_text(cnf: &Cnf, mut comments: Vec<String>) -> String {
    // An empty list would say that all models count as one, so a formula without a list gets none.
    if let Some(shown) = cnf.decisive() {
        let words: Vec<String> = shown.iter().map(ToString::to_string).chain(["0".to_string()]).collect();
        // Short lines are easier to read.
        comments.extend(words.chunks(15).map(|words| {
            let end = if words.last().is_some_and(|word| word == "0") { "" } else { " 0" };
            format!("p show {}{end}", words.join(" "))
        }));
    }
    let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
    dimacs::write(cnf, &comments)
}

/// Converts `augmented:amo=product` to a strategy's parameters: `:encoding=augmented,amo=product`.
fn by_parameter(spec: &Spec) -> Spec {
    let rules = ("encoding".to_string(), spec.name.clone());
    let parameters = std::iter::once(rules).chain(spec.parameters.iter().cloned()).collect();
    Spec { name: "sat".to_string(), parameters }
}

fn unknown(bad: &BadSpec) -> Failure {
    let names_encoding = SudokuRules::NAMES.iter().all(|name| bad.known.iter().any(|known| known == name));
    let what = if names_encoding { format!("there is no encoding `{}`", bad.word) } else { bad.what.clone() };
    Failure::usage(what, bad.remedy().unwrap_or_default())
}

/// Fails if any parameters are left that the encoding does not have.
fn reject_leftover(parameters: &[(String, String)]) -> Result<(), Failure> {
    let Some((name, _)) = parameters.first() else { return Ok(()) };
    let what = format!("the encoding has no parameter `{name}`");
    Err(Failure::usage(what, "formulas from Sudokus take amo and clues, from exact covers amo"))
}
