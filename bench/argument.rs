//! Finds the source that a command-line argument names, without reading it.
//!
//! An argument is the first of these that fits: `-` for standard input, an existing file, a family, a built-in corpus,
//! or the path of a corpus in a built-in experiment. Anything else is the text itself, unless it looks like a mistyped
//! name.

use crate::corpus::{BuiltinCorpus, builtins, files_of_folder, is_family};
use crate::error::Error;
use crate::experiment::find_corpus_file;
use crate::input::{Accept, ByteCounter, Input, decompress, detect_kind, kind_of_file, kind_of_text, open};
use crate::similar_file::similar_file;
use coverlab_model::{TextKind, nearest};
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
    /// A built-in corpus.
    Corpus(&'static BuiltinCorpus),
    /// Instances of a family: `queens:12`, `queens:{6..14}`.
    Family(String),
    /// The text itself.
    Text(String),
}

/// Maximum length of the name of a corpus, in bytes.
const MAX_CORPUS_NAME: usize = 100;

impl Source {
    /// Finds the source that `argument` names. `is_text` decides whether an argument that looks like a name is text
    /// after all.
    ///
    /// # Errors
    /// The argument is a folder, or looks like a name that does not exist.
    pub fn resolve(argument: &str, is_text: impl Fn(&str) -> bool) -> Result<Source, Error> {
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
            Err(_) if path.is_symlink() => return Err(broken_link(argument)),
            Err(_) => {}
        }
        // Families are looked up first because that is faster, and no corpus has the name of one. A family may be longer
        // than any corpus name, because it may contain the drawing of a board or a graph.
        if is_family(argument) {
            return Ok(Source::Family(argument.to_string()));
        }
        if argument.len() <= MAX_CORPUS_NAME
            && argument.contains(char::is_alphabetic)
            && let Some(corpus) = corpus(argument)
        {
            return corpus;
        }
        let is_line = !argument.contains('\n');
        if is_line && (argument.contains(['/', '\\']) || looks_like_name(argument) && !is_text(argument)) {
            return Err(missing(argument));
        }
        Ok(Source::Text(argument.to_string()))
    }

    /// Standard input for `-`, or else the file `argument`. `wanted` describes the file in errors: `a trace`.
    ///
    /// # Errors
    /// The argument is a folder, or no such file exists.
    pub fn stdin_or_file(argument: &str, wanted: &str) -> Result<Source, Error> {
        match Source::resolve(argument, |_| true) {
            Ok(source @ (Source::Stdin | Source::File(_))) => Ok(source),
            Err(error) if Path::new(argument).exists() => Err(error),
            _ => Err(missing_file(argument, wanted)),
        }
    }

    /// The files in the folder `argument` that contain an instance; `None` if it is not a folder.
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
            Source::Corpus(entry) => entry.name.to_string(),
            Source::Family(spec) => spec.clone(),
            Source::Text(_) => "<argument>".to_string(),
        }
    }

    /// Opens the source.
    ///
    /// # Errors
    /// The source cannot be read, or its compressed data is damaged.
    pub fn open(&self) -> Result<Input, Error> {
        let unreadable = |e: io::Error| Error::new(format!("{} cannot be read: {e}", self.name()));
        match self {
            Source::Stdin => self
                .stream(io::stdin(), None, TextKind::Sudoku)
                .map_err(|e| Error::new(format!("standard input cannot be read: {e}"))),
            Source::File(path) => {
                let file = open(path, Accept::FilesAndPipes).map_err(unreadable)?;
                let length = file.metadata().ok().filter(Metadata::is_file).map(|facts| facts.len());
                self.stream(file, length, kind_of_file(path)).map_err(unreadable)
            }
            Source::Corpus(entry) => Ok(self.in_memory(entry.text, entry.kind, false)),
            Source::Family(spec) => Ok(self.in_memory(spec, TextKind::Family, false)),
            Source::Text(text) => {
                let kind = kind_of_text(text);
                Ok(self.in_memory(text, kind.unwrap_or(TextKind::Sudoku), kind.is_none()))
            }
        }
    }

    /// Opens `bytes`, the whole content of standard input, as an input.
    ///
    /// # Errors
    /// Compressed data is damaged.
    pub fn stdin_of_bytes(bytes: Vec<u8>) -> Result<Input, Error> {
        let opened = Source::Stdin.stream(Cursor::new(bytes), None, TextKind::Sudoku);
        opened.map_err(|e| Error::new(format!("standard input cannot be read: {e}")))
    }

    /// Opens the stream `source`, which has `length` bytes if that is known. Decompresses it. If its name does not show
    /// another kind than Sudoku, its text may.
    fn stream(
        &self,
        source: impl Read + Send + 'static,
        length: Option<u64>,
        kind: TextKind,
    ) -> io::Result<Input> {
        let counter = ByteCounter::new(length);
        let source = decompress(counter.count(source))?;
        let (kind, source) = match kind {
            TextKind::Sudoku => detect_kind(source)?,
            kind => (kind, source),
        };
        Ok(Input { name: self.name(), source, kind, literal: false, counter })
    }

    fn in_memory(&self, text: &str, kind: TextKind, literal: bool) -> Input {
        Input {
            name: self.name(),
            source: Box::new(Cursor::new(text.to_string())),
            kind,
            literal,
            counter: ByteCounter::new(Some(text.len() as u64)),
        }
    }
}

/// The built-in corpus `name`, or the corpus with this name or path in a built-in experiment. `None` if there is
/// neither. The file of an experiment's corpus may be missing.
fn corpus(name: &str) -> Option<Result<Source, Error>> {
    if let Some(entry) = builtins().find(|entry| entry.name == name) {
        return Some(Ok(Source::Corpus(entry)));
    }
    find_corpus_file(name).map(|file| match file.found {
        Some(path) => Ok(Source::File(path)),
        None => {
            Err(Error::new(format!("the corpus `{name}` of the experiment `{}` is missing", file.experiment))
                .help(format!(
                    "put it at `{}` in the folder that the environment variable COVERLAB_CORPORA names",
                    file.written
                )))
        }
    })
}

/// Whether an argument is probably meant as a name: it ends in a file extension, consists mostly of letters, or
/// resembles the name of a file or corpus.
fn looks_like_name(argument: &str) -> bool {
    let has_extension = argument.rsplit_once('.').is_some_and(|(stem, ending)| {
        let is_alphanumeric = ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.chars().all(char::is_alphanumeric);
        is_alphanumeric && ending.len() <= 5 && stem.contains(|c: char| c.is_ascii_alphabetic())
    });
    // `x` may also be an empty cell.
    let is_letter = |c: &char| c.is_ascii_alphabetic() && !"xX".contains(*c);
    let is_mostly_letters = || 2 * argument.chars().filter(is_letter).count() > argument.chars().count();
    let resembles_name = || similar_file(Path::new(argument)).is_some() || similar_corpus(argument).is_some();
    argument.len() < 60
        && !argument.contains(char::is_whitespace)
        && (has_extension || is_mostly_letters() || resembles_name())
}

/// The built-in corpus whose name is similar to `argument`.
fn similar_corpus(argument: &str) -> Option<&'static str> {
    nearest(argument, builtins().map(|entry| entry.name))
}

/// The error for a file that does not exist. `wanted` describes the file that the command takes: `a trace`.
pub fn missing_file(argument: &str, wanted: &str) -> Error {
    if Path::new(argument).is_symlink() {
        return broken_link(argument);
    }
    let error = Error::new(format!("there is no file `{argument}`"));
    error.help(match similar_file(Path::new(argument)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give {wanted}, or - for standard input"),
    })
}

/// The error for a symbolic link to a file that does not exist.
fn broken_link(argument: &str) -> Error {
    let error = Error::new(format!("the symbolic link `{argument}` leads nowhere"));
    match std::fs::read_link(argument) {
        Ok(target) => error.help(format!("it points to {}", target.display())),
        Err(_) => error,
    }
}

/// The error for a file or corpus that does not exist.
fn missing(argument: &str) -> Error {
    let path = Path::new(argument);
    let kind = if argument.contains(['/', '\\', '.']) { "file" } else { "file or corpus" };
    let error = Error::new(format!("there is no {kind} `{argument}`"));
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir());
    let near = similar_file(path).or_else(|| similar_corpus(argument).map(str::to_string));
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

    fn resolve(argument: &str) -> Result<Source, String> {
        Source::resolve(argument, |text| text.chars().all(|c| "1234.".contains(c))).map_err(|e| e.to_string())
    }

    #[test]
    fn an_argument_is_text_only_if_it_names_nothing() {
        assert!(matches!(resolve("-"), Ok(Source::Stdin)));
        assert!(matches!(resolve("Cargo.toml"), Ok(Source::File(_))));
        assert!(matches!(resolve("unique-9x9"), Ok(Source::Corpus(entry)) if entry.name == "unique-9x9"));
        assert!(
            matches!(resolve("pigeonholes"), Ok(Source::Corpus(entry)) if entry.kind == TextKind::Family)
        );
        assert!(matches!(resolve("queens:6..8"), Ok(Source::Family(_))));
        assert!(matches!(resolve(&format!("dominoes:####{}", "/#..#".repeat(2000))), Ok(Source::Family(_))));
        assert!(matches!(resolve("12..3..4....1..."), Ok(Source::Text(_))));
        assert!(matches!(resolve("c of a/b.cnf\np cnf 1 1\n1 0\n"), Ok(Source::Text(_))));
        assert!(
            matches!(resolve("y2..3..4....1..."), Ok(Source::Text(_))),
            "the reader reports the error in it"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["loop1", "loop2"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&one, &other).unwrap();
        std::os::unix::fs::symlink(&other, &one).unwrap();
        let (one, other) = (one.display().to_string(), other.display());
        let expected = format!("the symbolic link `{one}` leads nowhere (it points to {other})");
        assert_eq!(resolve(&one).err(), Some(expected.clone()));
        assert_eq!(missing_file(&one, "a trace").to_string(), expected);
    }

    #[test]
    fn a_mistyped_name_gets_the_nearest() {
        let expected = "there is no file or corpus `unqiue-9x9` (did you mean `unique-9x9`?)";
        assert_eq!(resolve("unqiue-9x9").err().as_deref(), Some(expected));
        let expected = "there is no file `Cargo.tmol` (did you mean `Cargo.toml`?)";
        assert_eq!(resolve("Cargo.tmol").err().as_deref(), Some(expected));
    }
}
