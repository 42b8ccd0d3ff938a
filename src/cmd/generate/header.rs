//! The comment above the puzzles: the command that reproduces them, their kind and their bias.

use super::GenerateArgs;
use super::factory::{Factory, Source};
use coverlab_bench::error::quoted;
use coverlab_bench::generate::{Sampling, Solutions};
use coverlab_model::Shape;
use std::fmt::Write;

/// Lines that begin with `#`. They do not depend on the number of threads.
pub(super) fn header(arguments: &GenerateArgs, factory: &Factory) -> String {
    let mut text = format!("# {}\n# seed {}; ", command(arguments), factory.seed);
    match &factory.source {
        Source::Images(_) => text += "symmetric images, each symmetry equally likely\n",
        Source::Plan(plan) => {
            let sampling = plan.request().sampling;
            let _ = writeln!(text, "{}", plan.request());
            let _ = write!(text, "# sampling {}: {}", sampling.name(), sampling.bias());
            let fast = !plan.request().is_small();
            text += if fast { "; clues were taken away house by house\n" } else { "\n" };
        }
    }
    let (shape, isomorphs) = (arguments.shape, arguments.isomorphs_of.is_some());
    if !isomorphs && Shape::of_side(shape.side()) != Some(shape) {
        let _ = writeln!(text, "# a line does not say how boxes lie: read these with --shape {shape}");
    }
    let columns: String = columns(arguments).iter().map(|column| format!(" {column}")).collect();
    let _ = writeln!(text, "# puzzle:solutions # name{columns}");
    text
}

/// The names of the measurements after a puzzle.
pub(super) fn columns(arguments: &GenerateArgs) -> Vec<String> {
    let weights = if arguments.sampling == Sampling::Quick { &[][..] } else { &["log-weight", "tries"] };
    let weights = weights.iter().map(|word| (*word).to_string());
    let nodes = arguments.nodes.iter().map(|effort| effort.strategy.to_string());
    let rating = arguments.rating.iter().map(|_| "rating".to_string());
    weights.chain(nodes).chain(rating).collect()
}

/// The command as a user would type it, without default options.
fn command(arguments: &GenerateArgs) -> String {
    let mut words = vec!["coverlab generate".to_string()];
    let mut say = |word: String| words.push(word);
    if let Some(path) = &arguments.isomorphs_of {
        // A line break would end the comment.
        let path = path.to_string_lossy().replace(['\n', '\r'], "?");
        say(format!("--isomorphs-of {}", quoted(&path)));
        if let Some(name) = &arguments.only {
            say(format!("--only {}", quoted(&name.replace(['\n', '\r'], "?"))));
        }
        say(format!("--each {}", arguments.each.unwrap_or(1)));
    } else {
        say(format!("--shape {} --puzzles {}", arguments.shape, arguments.puzzles));
        if let Some(clues) = &arguments.clues {
            say(format!("--clues {}", range(*clues.start() as u64, *clues.end() as u64, usize::MAX as u64)));
        }
        if arguments.minimal {
            say("--minimal".to_string());
        }
        if !arguments.symmetry.is_empty() {
            let names: Vec<&str> = arguments.symmetry.iter().map(|symmetry| symmetry.name()).collect();
            say(format!("--symmetry {}", names.join(",")));
        }
        match arguments.solutions {
            Solutions::None => say("--solutions 0".to_string()),
            Solutions::One => {}
            Solutions::Many { most } => say(format!("--solutions 2..{most}")),
        }
        arguments.nodes.iter().for_each(|effort| say(format!("--nodes {effort}")));
        if let Some(rating) = &arguments.rating {
            say(format!("--rating {rating}"));
        }
        if let Some(technique) = &arguments.technique {
            say(format!("--technique {technique}"));
        }
        if arguments.sampling != Sampling::Quick {
            say(format!("--sampling {}", arguments.sampling.name()));
        }
    }
    if let Some(tries) = arguments.tries {
        say(format!("--tries {tries}"));
    }
    say(format!("--seed {}", arguments.seed));
    if let Some(spec) = &arguments.verify {
        say(format!("--verify {}", quoted(spec)));
    }
    if let Some(name) = &arguments.name {
        say(format!("--name {name}"));
    }
    words.join(" ")
}

fn range(low: u64, high: u64, open: u64) -> String {
    match (low, high) {
        (low, high) if low == high => low.to_string(),
        (low, high) if high == open => format!("{low}.."),
        (low, high) => format!("{low}..{high}"),
    }
}
