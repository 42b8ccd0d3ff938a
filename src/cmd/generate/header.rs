//! The comment above the puzzles: the command that reproduces them, their kind and their bias.

use super::GenerateArgs;
use super::factory::{Factory, PuzzleSource};
use crate::cmd::{flag, option_words};
use coverlab_bench::error::quoted;
use coverlab_bench::generate::{Sampling, SolutionCount};
use coverlab_model::Shape;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Lines that begin with `#`. They do not depend on the number of threads.
pub(super) fn header(arguments: &GenerateArgs, factory: &Factory) -> String {
    let mut text = format!("# {}\n# seed {}; ", command(arguments), factory.seed);
    match &factory.source {
        PuzzleSource::Images(_) => text += "symmetric images, each symmetry equally likely\n",
        PuzzleSource::Generator(generator) => {
            let sampling = generator.request().sampling;
            let _ = writeln!(text, "{}", generator.request());
            let _ = write!(text, "# sampling {}: {}", sampling.word(), sampling.bias());
            let is_by_house = !generator.request().is_small();
            // The committed corpora contain these words.
            text += if is_by_house { "; clues were taken away house by house\n" } else { "\n" };
        }
    }
    let (shape, isomorphs) = (arguments.shape, arguments.isomorphs_of.is_some());
    if !isomorphs && Shape::of_side(shape.side()) != Some(shape) {
        let _ = writeln!(text, "# lines do not record the layout of boxes: read them with --shape {shape}");
    }
    let columns: String = columns(arguments).iter().map(|column| format!(" {column}")).collect();
    let _ = writeln!(text, "# puzzle:solutions # name{columns}");
    text
}

/// The names of the measurements after a puzzle.
pub(super) fn columns(arguments: &GenerateArgs) -> Vec<String> {
    let weights = if arguments.sampling == Sampling::Quick { &[][..] } else { &["log-weight", "tries"] };
    let weights = weights.iter().map(|word| (*word).to_string());
    let nodes = arguments.nodes.iter().map(|range| range.strategy.to_string());
    let rating = arguments.rating.iter().map(|_| "rating".to_string());
    weights.chain(nodes).chain(rating).collect()
}

/// The command as a user would type it, without most default options.
fn command(arguments: &GenerateArgs) -> String {
    let source = match &arguments.isomorphs_of {
        Some(path) => option_words([
            ("--isomorphs-of", Some(quoted_on_one_line(&path.to_string_lossy()))),
            ("--only", arguments.only.as_deref().map(quoted_on_one_line)),
            ("--each", Some(arguments.each.unwrap_or(1).to_string())),
        ]),
        None => request_options(arguments),
    };
    let sampling = Some(arguments.sampling).filter(|sampling| *sampling != Sampling::Quick);
    let common = option_words([
        ("--sampling", sampling.map(|sampling| sampling.word().to_string())),
        ("--tries", arguments.tries.map(|tries| tries.to_string())),
        ("--seed", Some(arguments.seed.to_string())),
        ("--verify", arguments.verify.as_deref().map(quoted)),
        ("--name", arguments.name.clone()),
    ]);
    [vec!["coverlab generate".to_string()], source, common].concat().join(" ")
}

/// The options that describe the requested puzzles.
fn request_options(arguments: &GenerateArgs) -> Vec<String> {
    let symmetry = arguments.symmetry.iter().map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(",");
    let solutions = match arguments.solutions {
        SolutionCount::None => Some("0".to_string()),
        SolutionCount::One => None,
        SolutionCount::Many { most } => Some(format!("2..{most}")),
    };
    let kind = option_words([
        ("--shape", Some(arguments.shape.to_string())),
        ("--puzzles", Some(arguments.puzzles.to_string())),
        ("--clues", arguments.clues.as_ref().map(range)),
        ("--minimal", flag(arguments.minimal)),
        ("--symmetry", Some(symmetry).filter(|names| !names.is_empty())),
        ("--solutions", solutions),
    ]);
    let nodes = option_words(arguments.nodes.iter().map(|range| ("--nodes", Some(range.to_string()))));
    let difficulty = option_words([
        ("--rating", arguments.rating.as_ref().map(ToString::to_string)),
        ("--technique", arguments.technique.clone()),
        ("--hardest", arguments.hardest.clone()),
    ]);
    [kind, nodes, difficulty].concat()
}

/// `word` quoted for a command in a comment. A line break would end the comment, so it is replaced.
fn quoted_on_one_line(word: &str) -> String {
    quoted(&word.replace(['\n', '\r'], "?"))
}

fn range(clues: &RangeInclusive<usize>) -> String {
    match (*clues.start(), *clues.end()) {
        (low, high) if low == high => low.to_string(),
        (low, usize::MAX) => format!("{low}.."),
        (low, high) => format!("{low}..{high}"),
    }
}
