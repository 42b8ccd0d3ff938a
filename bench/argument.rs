//! Resolves an argument to the source that it names, before anything is read.
//!
//! An argument is, in this order: `-` for standard input, an existing file, the name of a family, the name of a
//! built-in corpus, or a corpus path of a built-in experiment. Anything else is the text itself, unless it looks like a
//! mistyped name.

mod spool;

use crate::corpus::{Builtin, builtins, files_of_folder, is_family, is_sudoku};
use crate::error::Error;
use crate::experiment::corpus_file;
use crate::input::{Accept, ByteCounter, Input, detect_format, extension, format_of, open, unpacked};
use crate::neighbour::neighbour;
use coverlab_model::nearest;
use std::fs::Metadata;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// The source that an argument names.
#[derive(Clone)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file, or a pipe with a path.
    File(PathBuf),
    /// A built-in corpus, and the extension of its format.
    Corpus(&'static Builtin, &'static str),
    /// Instances of a family: `queens:12`, `queens:{6..14}`.
    Family(String),
    /// The text itself.
    Text(String),
}

/// Maximum length of the name of a corpus.
const MAX_NAME: usize = 100;

impl Source {
    /// The source that `argument` names. `is_text` decides whether an argument that looks like a name is text after
    /// all.
    ///
    /// # Errors
    /// The argument is a folder, or looks like a name that does not exist.
    pub fn of(argument: &str, is_text: impl Fn(&str) -> bool) -> Result<Source, Error> {
        let path = Path::new(argument);
        if argument == "-" {
            return Ok(Source::Stdin);
        }
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                return Err(
                    Error::new(format!("`{argument}` is a folder")).help("give one of the files in it")
                );
            }
            Ok(_) => return Ok(Source::File(path.to_path_buf())),
            Err(_) => {}
        }
        // No corpus has the name of a family, and families are found faster. A board or a graph may be drawn at any
        // length.
        if is_family(argument) {
            return Ok(Source::Family(argument.to_string()));
        }
        if argument.len() <= MAX_NAME
            && argument.contains(char::is_alphabetic)
            && let Some(named) = named(argument)
        {
            return named;
        }
        let is_line = !argument.contains('\n');
        if is_line && (argument.contains(['/', '\\']) || looks_like_name(argument) && !is_text(argument)) {
            return Err(missing(argument));
        }
        Ok(Source::Text(argument.to_string()))
    }

    /// Standard input for `-`, or else the file `argument`, for commands that take nothing else. `wanted` describes the file
    /// in an error, such as `a trace`.
    ///
    /// # Errors
    /// The argument is a folder, or no such file exists.
    pub fn file(argument: &str, wanted: &str) -> Result<Source, Error> {
        match Source::of(argument, |_| true) {
            Ok(source @ (Source::Stdin | Source::File(_))) => Ok(source),
            Err(error) if Path::new(argument).exists() => Err(error),
            _ => Err(missing_file(argument, wanted)),
        }
    }

    /// The files with an instance in the folder `argument`; `None` if it is no folder.
    ///
    /// # Errors
    /// The folder cannot be read, or has no instances.
    pub fn in_folder(argument: &str) -> Result<Option<Vec<Source>>, Error> {
        let folder = Path::new(argument);
        let files = folder.is_dir().then(|| files_of_folder(folder)).transpose()?;
        Ok(files.map(|files| files.into_iter().map(Source::File).collect()))
    }

    /// The name of the source in diagnostics.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "<stdin>".to_string(),
            Source::File(path) => path.display().to_string(),
            Source::Corpus(entry, _) => entry.name.to_string(),
            Source::Family(spec) => spec.clone(),
            Source::Text(_) => "<argument>".to_string(),
        }
    }

    /// Opens the source.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn open(&self) -> Result<Input, Error> {
        let name = self.name();
        let in_memory = |text: &[u8], extension: &str, literal| {
            let source = Box::new(Cursor::new(text.to_vec()));
            let (extension, counter) = (extension.to_string(), ByteCounter::new(Some(text.len() as u64)));
            Ok(Input { name: name.clone(), source, extension, literal, counter })
        };
        let unreadable = |e: io::Error| Error::new(format!("{name} cannot be read: {e}"));
        match self {
            Source::Stdin => {
                let counter = ByteCounter::default();
                let source = unpacked(counter.count(io::stdin()));
                let source = source.and_then(|source| with_extension(String::new(), source));
                let (extension, source) =
                    source.map_err(|e| Error::new(format!("standard input cannot be read: {e}")))?;
                Ok(Input { name, source, extension, literal: false, counter })
            }
            Source::File(path) => {
                let file = open(path, Accept::FilesAndPipes).map_err(unreadable)?;
                let length = file.metadata().ok().filter(Metadata::is_file).map(|facts| facts.len());
                let counter = ByteCounter::new(length);
                let source =
                    unpacked(counter.count(file)).and_then(|source| with_extension(extension(path), source));
                let (extension, source) = source.map_err(unreadable)?;
                Ok(Input { name, source, extension, literal: false, counter })
            }
            Source::Corpus(entry, extension) => in_memory(entry.text.as_bytes(), extension, false),
            Source::Family(spec) => in_memory(spec.as_bytes(), "families", false),
            Source::Text(text) => match format_of(text) {
                Some(extension) => in_memory(text.as_bytes(), extension, false),
                None => in_memory(text.as_bytes(), "", true),
            },
        }
    }

    /// Opens the source for two readers; the second starts after the first has finished. A file is opened twice. A
    /// source that can be read only once is copied to a temporary file.
    ///
    /// # Errors
    /// Those of [`Source::open`], or no temporary file can be created.
    pub fn open_twice(&self) -> Result<(Input, Input), Error> {
        let input = self.open()?;
        // A source with a known length can be read again.
        if input.counter.total.is_some() {
            return Ok((input, self.open()?));
        }
        let failed = |e: io::Error| Error::new(format!("{} cannot be read twice: {e}", self.name()));
        let Input { name, source, extension, literal, counter } = input;
        let (first, second) = spool::twice(source).map_err(failed)?;
        let (again, source) = (Box::new(second), Box::new(first));
        let second = Input {
            name: name.clone(),
            source: again,
            extension: extension.clone(),
            literal,
            counter: ByteCounter::default(),
        };
        Ok((Input { name, source, extension, literal, counter }, second))
    }
}

/// A text and its extension. If the extension is unknown, it is detected from the text.
fn with_extension(
    extension: String,
    source: Box<dyn Read + Send>,
) -> io::Result<(String, Box<dyn Read + Send>)> {
    if !is_sudoku(&extension) {
        return Ok((extension, source));
    }
    let (seen, source) = detect_format(source)?;
    Ok((seen.map_or(extension, str::to_string), source))
}

/// The corpus called `name`, if it exists.
fn named(name: &str) -> Option<Result<Source, Error>> {
    if let Some((entry, extension)) = builtins().find(|(entry, _)| entry.name == name) {
        return Some(Ok(Source::Corpus(entry, extension)));
    }
    corpus_file(name).map(|file| match file.place {
        Some(path) => Ok(Source::File(path)),
        None => Err(Error::new(format!(
            "the corpus `{name}` of the experiment `{}` is not here",
            file.experiment
        ))
        .help(format!(
            "put it at `{}` in the folder that the environment variable COVERLAB_CORPORA names",
            file.written
        ))),
    })
}

/// Whether an argument is probably meant as a name: it ends in a file extension, resembles the name of a file or
/// corpus, or consists mostly of letters.
fn looks_like_name(argument: &str) -> bool {
    let ending = argument.rsplit_once('.').is_some_and(|(stem, ending)| {
        let letters = ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.chars().all(char::is_alphanumeric);
        letters && ending.len() <= 5 && stem.contains(|c: char| c.is_ascii_alphabetic())
    });
    // `x` may also be an empty cell.
    let letter = |c: &char| c.is_ascii_alphabetic() && !"xX".contains(*c);
    let letters = || 2 * argument.chars().filter(letter).count() > argument.chars().count();
    let near = || neighbour(Path::new(argument)).is_some() || near_corpus(argument).is_some();
    argument.len() < 60 && !argument.contains(char::is_whitespace) && (ending || letters() || near())
}

/// A corpus with a similar name.
fn near_corpus(argument: &str) -> Option<&'static str> {
    nearest(argument, builtins().map(|(entry, _)| entry.name))
}

/// The error for a file that does not exist, from a command that takes only `wanted`.
pub fn missing_file(argument: &str, wanted: &str) -> Error {
    let error = Error::new(format!("there is no file `{argument}`"));
    error.help(match neighbour(Path::new(argument)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give {wanted}, or - for standard input"),
    })
}

/// The error for a file or corpus that does not exist.
fn missing(argument: &str) -> Error {
    let path = Path::new(argument);
    let kind = if argument.contains(['/', '\\', '.']) { "file" } else { "file or corpus" };
    let error = Error::new(format!("there is no {kind} `{argument}`"));
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir());
    let near = neighbour(path).or_else(|| near_corpus(argument).map(str::to_string));
    match (near, folder) {
        (Some(near), _) => error.help(format!("did you mean `{near}`?")),
        (None, Some(folder)) => error.help(format!("there is no folder `{}` either", folder.display())),
        (None, None) => error.help(
            "give a file, - for standard input, a corpus (`coverlab list corpora` lists them), or the text itself",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(argument: &str) -> Result<Source, String> {
        Source::of(argument, |text| text.chars().all(|c| "1234.".contains(c))).map_err(|e| e.to_string())
    }

    #[test]
    fn a_name_is_looked_up_before_an_argument_is_a_text() {
        assert!(matches!(of("-"), Ok(Source::Stdin)));
        assert!(matches!(of("Cargo.toml"), Ok(Source::File(_))));
        assert!(matches!(of("unique-9x9"), Ok(Source::Corpus(entry, "txt")) if entry.name == "unique-9x9"));
        assert!(matches!(of("pigeonholes"), Ok(Source::Corpus(_, "families"))));
        assert!(matches!(of("queens:6..8"), Ok(Source::Family(_))));
        assert!(matches!(of(&format!("dominoes:####{}", "/#..#".repeat(2000))), Ok(Source::Family(_))));
        assert!(matches!(of("12..3..4....1..."), Ok(Source::Text(_))));
        assert!(matches!(of("c of a/b.cnf\np cnf 1 1\n1 0\n"), Ok(Source::Text(_))));
        assert!(
            matches!(of("y2..3..4....1..."), Ok(Source::Text(_))),
            "the reader says what is wrong with it"
        );
    }

    #[test]
    fn a_mistyped_name_gets_the_nearest() {
        let said = |argument| of(argument).err().unwrap_or_default();
        assert_eq!(
            said("unqiue-9x9"),
            "there is no file or corpus `unqiue-9x9` (did you mean `unique-9x9`?)"
        );
        assert_eq!(said("Cargo.tmol"), "there is no file `Cargo.tmol` (did you mean `Cargo.toml`?)");
        assert!(said("puzzles").contains("`coverlab list corpora` lists them"), "{}", said("puzzles"));
        assert!(said("statistics").contains("is a folder"));
    }
}
