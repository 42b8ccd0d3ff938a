//! Turns the arguments into a factory, or an error.

use super::GenerateArgs;
use super::factory::{Factory, Images, PuzzleSource};
use crate::support::inputs;
use crate::support::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::Cancel;
use coverlab_model::did_you_mean;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_puzzles::generate::{Difficulty, Generator, Isomorphs, PuzzleRequest, Verifier};
use std::path::Path;

/// Default number of tries for one puzzle.
const MAX_TRIES: u64 = 10_000_000;

/// Default number of tries for one puzzle of a requested difficulty. Each try takes milliseconds.
const MAX_RATED_TRIES: u64 = 100_000;

/// The factory that `arguments` describe. It ends early when `stop` is raised.
pub(super) fn factory(arguments: &GenerateArgs, stop: Cancel) -> Result<Factory, Failure> {
    let (source, is_small) = match &arguments.isomorphs_of {
        Some(path) => images(path, arguments)?,
        None => new_puzzles(arguments)?,
    };
    let referee = match arguments.verify.as_deref() {
        Some("no") => None,
        Some(spec) => Some(coverlab_strategies::sudoku(&spec.parse()?)?),
        None => {
            let name = match (is_small, arguments.new_shape().side()) {
                (true, _) => "dlx",
                (false, ..=25) => "sat",
                (false, _) => "cdcl:clues=reduced",
            };
            Some(coverlab_strategies::sudoku(&name.parse()?)?)
        }
    };
    if let Some(referee) = &referee {
        // A referee that may fail to decide is rejected before any work begins.
        let request = PuzzleRequest::new(arguments.new_shape());
        Verifier::new(&request, referee)?;
    }
    let stem = arguments.name.clone().unwrap_or_else(|| format!("seed{}", arguments.seed));
    Ok(Factory::new(source, arguments.puzzles, referee, arguments.seed, stem, stop))
}

/// The source of new puzzles, and whether their boards are small.
fn new_puzzles(arguments: &GenerateArgs) -> Result<(PuzzleSource, bool), Failure> {
    let default = PuzzleRequest::new(arguments.new_shape());
    let clues = arguments.clues.clone().unwrap_or_else(|| default.clues.clone());
    let difficulty = Difficulty {
        rating: arguments.rating.clone(),
        technique: arguments.technique.clone(),
        hardest: arguments.hardest.clone(),
    };
    let request = PuzzleRequest {
        clues: *clues.start()..=(*clues.end()).min(arguments.new_shape().cells().max(*clues.start())),
        minimal: arguments.minimal,
        symmetry: arguments.symmetry.clone(),
        solutions: arguments.solutions,
        node_ranges: arguments.nodes.clone(),
        max_tries: arguments.tries.unwrap_or_else(|| default_tries(&difficulty)),
        difficulty,
        ..default
    };
    let is_small = request.is_small();
    let generator = Generator::new(request)?;
    Ok((PuzzleSource::Generator(Box::new(generator)), is_small))
}

fn default_tries(difficulty: &Difficulty) -> u64 {
    if difficulty.is_unrestricted() { MAX_TRIES } else { MAX_RATED_TRIES }
}

/// The help for a name that resembles no other.
fn list_of_names(names: &[String]) -> String {
    const MAX_LISTED: usize = 8;
    match names.len() {
        0 => "its puzzles have no names; omit --only to use all of them".to_string(),
        1..=MAX_LISTED => format!("its named puzzles: {}", names.join(", ")),
        more => format!("the first of its {more} named puzzles: {}", names[..MAX_LISTED].join(", ")),
    }
}

/// The source of symmetric images of every puzzle in the file `path`, or of the one that `arguments` name, and whether all
/// boards are small.
fn images(path: &Path, arguments: &GenerateArgs) -> Result<(PuzzleSource, bool), Failure> {
    let (only, each) = (arguments.only.as_deref(), arguments.each.unwrap_or(1) as usize);
    let argument = path.to_string_lossy();
    let options = Options { shape: arguments.shape, ..Options::default() };
    let source = inputs::source(&argument, &options)?;
    let shown = source.name();
    let text = source.open().and_then(|mut input| input.bytes(None)).map_err(|error| {
        Failure::of_instance(
            Exit::Input,
            Diagnostic::of(&error).help("give a file of puzzles, one per line or drawn as grids"),
        )
    })?;
    let mut puzzles = sudoku::read(&text, &options).map_err(|error| Failure::malformed(&shown, &error))?;
    if let Some(only) = only {
        let names: Vec<String> = puzzles.iter().filter_map(|read| read.name.clone()).collect();
        puzzles.retain(|read| read.name.as_deref() == Some(only));
        if puzzles.is_empty() {
            let help = did_you_mean(only, names.iter().map(String::as_str));
            let what = format!("no puzzle in {shown} is called `{only}`");
            return Err(Failure::input(what, help.unwrap_or_else(|| list_of_names(&names))));
        }
    }
    let is_small = puzzles.iter().all(|read| PuzzleRequest::new(read.puzzle.shape()).is_small());
    let images = Isomorphs::new(puzzles.iter().map(|read| read.puzzle.clone()).collect(), each);
    Ok((PuzzleSource::Images(Images { originals: puzzles, images, each }), is_small))
}
