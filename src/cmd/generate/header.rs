//! The comment above the puzzles: the command that reproduces them, their kind and their bias.

use super::GenerateArgs;
use super::factory::{Factory, Images, PuzzleSource};
use coverlab_model::format::line;
use std::fmt::Write;

const BIAS: &str = "bias: puzzles with few clues are underrepresented to an unknown degree";

/// Lines that begin with `#`. They do not depend on the number of threads.
pub(super) fn header(arguments: &GenerateArgs, factory: &Factory) -> String {
    // A line break in the command would end the comment.
    let command = crate::command_line::without("--threads", true).replace(['\n', '\r'], "?");
    let mut text = format!("# {command}\n# seed {}; ", factory.seed);
    match &factory.source {
        PuzzleSource::Images(_) => text += "symmetric images, each symmetry equally likely\n",
        PuzzleSource::Generator(generator) => {
            let _ = writeln!(text, "{}", generator.request());
            let _ = write!(text, "# {BIAS}");
            let is_by_house = !generator.request().is_small();
            text += if is_by_house { "; clues were removed house by house\n" } else { "\n" };
        }
    }
    let shape = match &factory.source {
        PuzzleSource::Generator(_) => Some(arguments.new_shape()).filter(|shape| !line::shows(*shape)),
        PuzzleSource::Images(Images { originals, .. }) => {
            originals.iter().map(|original| original.puzzle.shape()).find(|shape| !line::shows(*shape))
        }
    };
    if let Some(shape) = shape {
        let _ = writeln!(text, "# lines do not record the layout of boxes: read them with --shape {shape}");
    }
    let columns: String = columns(arguments).iter().map(|column| format!(" {column}")).collect();
    let _ = writeln!(text, "# puzzle:solutions # name{columns}");
    text
}

/// The names of the measurements after a puzzle.
pub(super) fn columns(arguments: &GenerateArgs) -> Vec<String> {
    let nodes = arguments.nodes.iter().map(|range| range.strategy.to_string());
    let rating = arguments.rating.iter().map(|_| "rating".to_string());
    nodes.chain(rating).collect()
}
