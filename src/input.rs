//! What the argument of `solve` means: a file, standard input, or the puzzle itself.

use crate::cmd::Failure;
use crate::diagnostic::Diagnostic;
use crate::error::nearest;
use clap::ValueEnum;
use std::io::Read;
use std::path::Path;

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Sudoku in any of its notations
    Sudoku,
    /// Knuth's format for exact cover (.dlx, .xc, .xcc)
    ExactCover,
    /// DIMACS (.cnf)
    Cnf,
}

impl Kind {
    /// By the name of the file; Sudoku unless it says otherwise.
    fn of_file(path: &Path) -> Kind {
        match path.extension().and_then(|e| e.to_str()) {
            Some("dlx" | "xc" | "xcc") => Kind::ExactCover,
            Some("cnf" | "dimacs") => Kind::Cnf,
            _ => Kind::Sudoku,
        }
    }
}

/// A text and where it is from.
#[derive(Debug)]
pub(super) struct Input {
    /// For diagnostics: a path, `<stdin>`, `<argument>`.
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
    /// The argument itself is the text.
    pub(super) literal: bool,
}

/// Opens what `argument` means.
pub(super) fn open(argument: &str, kind: Option<Kind>) -> Result<Input, Failure> {
    let path = Path::new(argument);
    if argument == "-" {
        let mut text = Vec::new();
        std::io::stdin().lock().read_to_end(&mut text).map_err(|e| unreadable("standard input", &e))?;
        return Ok(Input {
            name: "<stdin>".into(),
            text,
            kind: kind.unwrap_or(Kind::Sudoku),
            literal: false,
        });
    }
    if path.is_file() {
        let text = std::fs::read(path).map_err(|e| unreadable(argument, &e))?;
        let kind = kind.unwrap_or_else(|| Kind::of_file(path));
        return Ok(Input { name: argument.to_string(), text, kind, literal: false });
    }
    if path.is_dir() {
        let folder =
            Diagnostic::error(format!("`{argument}` is a folder")).help("give one of the files in it");
        return Err(Failure::input(folder));
    }
    if argument.contains(['/', '\\']) {
        return Err(missing(argument));
    }
    let text = argument.as_bytes().to_vec();
    Ok(Input { name: "<argument>".into(), text, kind: kind.unwrap_or(Kind::Sudoku), literal: true })
}

/// Whether an argument that is no puzzle was rather to be the name of a file: it ends like one,
/// or a file has nearly that name.
pub(super) fn looks_like_file(argument: &str) -> bool {
    let ending = argument.rsplit_once('.').is_some_and(|(stem, ending)| {
        let letters = ending.starts_with(|c: char| c.is_ascii_alphabetic())
            && ending.chars().all(char::is_alphanumeric);
        letters && ending.len() <= 5 && stem.contains(|c: char| c.is_ascii_alphabetic())
    });
    let short = argument.len() < 60 && !argument.contains(char::is_whitespace);
    short && (ending || neighbour(Path::new(argument)).is_some())
}

/// There is no such file.
pub(super) fn missing(argument: &str) -> Failure {
    let path = Path::new(argument);
    let diagnostic = Diagnostic::error(format!("there is no file `{argument}`"));
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir());
    Failure::input(match (neighbour(path), folder) {
        (Some(near), _) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, Some(folder)) => diagnostic.help(format!("there is no folder `{}` either", folder.display())),
        (None, None) => diagnostic.help("give a file, - for standard input, or the puzzle itself"),
    })
}

/// The file beside it with the nearest name.
fn neighbour(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names: Vec<String> = files.flatten().filter_map(|f| f.file_name().into_string().ok()).collect();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(folder.map_or_else(|| near.to_string(), |folder| folder.join(near).display().to_string()))
}

fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    Failure::input(Diagnostic::error(format!("{name} cannot be read: {error}")))
}
