//! Reads experiments, built-in ones and files. Errors name the line and the key.

use super::claim_rules::check_claims;
use super::toml_reader::parse_toml;
use super::{BUILTIN, Experiment};
use crate::error::Error;
use crate::input::{self, Accept};
use crate::text_error::error_in_text;
use crate::value_set::expand;
use coverlab_model::format;
use coverlab_model::nearest;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// An experiment and the text that defines it.
#[derive(Clone, Debug)]
pub struct LoadedExperiment {
    /// The experiment.
    pub experiment: Experiment,
    /// The text, verbatim.
    pub text: String,
    /// The path of the file, or the name of the built-in experiment.
    pub path: String,
    /// The folder that paths in the text are relative to.
    pub base: PathBuf,
}

impl LoadedExperiment {
    /// Opens the experiment `name`: a file if it ends in `.toml` or contains a folder, or else a built-in experiment.
    ///
    /// # Errors
    /// The experiment does not exist, or its text is malformed. The error has the place and a suggestion.
    pub fn open(name: &str) -> Result<LoadedExperiment, Error> {
        let path = Path::new(name);
        if path.extension().is_some_and(|e| e == "toml") || path.components().count() > 1 {
            let text = input::read_text(path, Accept::FilesAndPipes)
                .map_err(|e| Error::file("read the experiment", path, &e))?;
            let base = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
            return LoadedExperiment::parse(text, name, base);
        }
        let Some((_, text)) = BUILTIN.iter().find(|(builtin, _)| *builtin == name) else {
            let names: Vec<&str> = BUILTIN.iter().map(|(builtin, _)| *builtin).collect();
            return Err(Error::new(format!("there is no experiment `{name}`")).help(
                match nearest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("built in are {}; a file ends in .toml", names.join(", ")),
                },
            ));
        };
        LoadedExperiment::parse((*text).to_string(), name, PathBuf::new())
    }

    /// Parses `text`, which is called `path` in messages. Paths in the text are relative to the folder `base`.
    ///
    /// # Errors
    /// The text is malformed, or a claim violates a rule. The error has the place and a suggestion.
    pub fn parse(text: String, path: &str, base: PathBuf) -> Result<LoadedExperiment, Error> {
        let experiment = parse_toml(&text, path)?;
        check_claims(&text, &experiment).map_err(|error| Error::Input { path: path.to_string(), error })?;
        Ok(LoadedExperiment { experiment, text, path: path.to_string(), base })
    }

    /// An error that marks the first occurrence of `word` after `key`, preferably in quotes. If there is none, the error
    /// has no place.
    pub(crate) fn error_at(
        &self,
        key: &str,
        word: &str,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Error {
        let from = self.text.find(key).unwrap_or(0);
        let found = [format!("\"{word}\""), format!("'{word}'"), word.to_string()]
            .iter()
            .find_map(|quoted| {
                self.text[from..].find(quoted.as_str()).map(|at| from + at..from + at + quoted.len())
            })
            .or_else(|| find_value_set(&self.text, from, word))
            .filter(|_| !word.is_empty());
        let error = match found {
            Some(span) => error_in_text(&self.text, span, what),
            None => format::Error::whole(what),
        };
        Error::Input { path: self.path.clone(), error: error.help(help) }
    }
}

/// The bytes of the first quoted name in `text`, from byte `from` on, whose value sets stand for `word`.
fn find_value_set(text: &str, from: usize, word: &str) -> Option<Range<usize>> {
    let mut start = from;
    text[from..].split('"').find_map(|piece| {
        let span = start..start + piece.len();
        start = span.end + 1;
        let is_set =
            piece.contains('{') && expand(piece).is_ok_and(|names| names.iter().any(|name| name == word));
        is_set.then_some(span)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        LoadedExperiment::parse(text.to_string(), "x.toml", PathBuf::new()).unwrap_err().to_string()
    }

    const HEAD: &str = "name = \"x\"\nquestion = \"?\"\n";

    #[test]
    fn built_in_experiments_are_listed_by_their_names() {
        for (name, _) in BUILTIN {
            let loaded = LoadedExperiment::open(name).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(loaded.experiment.name, *name);
        }
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest_key() {
        let text = format!("{HEAD}strategys = [\"a\"]\ncorpora = []\n");
        assert_eq!(
            message(&text),
            "x.toml: line 3, column 1: unknown key `strategys` (did you mean `strategies`?)"
        );
        let text = format!("{HEAD}strategies = []\n[[corpora]]\nname = \"a\"\nsampel = 3\n");
        assert_eq!(message(&text), "x.toml: line 6, column 1: unknown key `sampel` (did you mean `sample`?)");
    }

    #[test]
    fn a_value_of_the_wrong_type_gets_a_remedy() {
        let valid = format!("{HEAD}strategies = [\"dlx\"]\ncorpora = [\"sources\"]\n");
        let loaded = LoadedExperiment::parse(valid.clone(), "x.toml", PathBuf::new()).unwrap();
        assert_eq!(loaded.experiment.corpora[0].name.as_deref(), Some("sources"));
        for (line, expected) in [
            (
                "limits = { time = 10 }",
                "line 5, column 19: integer `10` is not allowed here (write a duration with its unit: time = \"10s\")",
            ),
            (
                "repetitions = \"3\"",
                "line 5, column 15: string \"3\" is not allowed here (write a whole number from 0 to 4294967295)",
            ),
            (
                "repetitions = 99999999999",
                "line 5, column 15: integer `99999999999` is not allowed here (write a whole number from 0 to 4294967295)",
            ),
            (
                "repetitions = -3",
                "line 5, column 15: integer `-3` is not allowed here (write a whole number from 0 to 4294967295)",
            ),
            ("repetitions = 0", "line 5, column 15: 0 is too small (expected 1 or more)"),
            ("limits = { nodes = 0 }", "line 5, column 20: 0 is too small (expected 1 or more)"),
            ("task = { up-to = 0 }", "line 5, column 8: 0 is too small (expected 1 or more)"),
            (
                "seed = -1",
                "line 5, column 8: integer `-1` is not allowed here (write a whole number from 0 to 9223372036854775807)",
            ),
            (
                "seed = 18446744073709551615",
                "line 5, column 8: the number is too large (write a whole number from 0 to 9223372036854775807; `coverlab run --seed` also takes larger seeds)",
            ),
            (
                "baseline = dlx",
                "line 5, column 12: string values must be quoted (write the text in quotes: \"…\")",
            ),
            ("task = \"uniqe\"", "line 5, column 8: unknown word `uniqe` (did you mean `unique`?)"),
            (
                "limits = 10",
                "line 5, column 10: integer `10` is not allowed here (write a table: { … }; `coverlab help experiment` describes every key)",
            ),
            (
                "compare = [\"a\"]",
                "line 5, column 12: string \"a\" is not allowed here (write a pair: [\"…\", \"…\"])",
            ),
            (
                "colour = 3",
                "line 5, column 1: unknown key `colour` (known: name, question, strategies, optional, solver, corpora, task, limits, repetitions, seeds, seed, compare, baseline, published, instance_measures, claim, law; `coverlab help experiment` describes every key)",
            ),
        ] {
            assert_eq!(message(&format!("{valid}{line}\n")), format!("x.toml: {expected}"), "{line}");
        }
        let wrong = format!("{HEAD}strategies = [\"dlx\"]\ncorpora = [3, {{ nme = \"x\" }}]\n");
        assert_eq!(
            message(&wrong),
            "x.toml: line 4, column 12: integer `3` is not allowed here (write the name of a corpus, or a table: { path = \"…\" })"
        );
        let wrong = wrong.replace("3, ", "");
        assert_eq!(message(&wrong), "x.toml: line 4, column 14: unknown key `nme` (did you mean `name`?)");
    }

    #[test]
    fn value_sets_stand_for_several_names_and_their_errors_have_a_place() {
        let text = format!(
            "{HEAD}strategies = [\"dlx\", \"dancing-cells:ties={{first,random}}\"]\ncorpora = [\"queens:{{6..8}}\"]\n"
        );
        let loaded = LoadedExperiment::parse(text.clone(), "x.toml", PathBuf::new()).unwrap();
        let strategies = ["dlx", "dancing-cells:ties=first", "dancing-cells:ties=random"];
        assert_eq!(loaded.experiment.strategies, strategies);
        assert_eq!(loaded.experiment.corpora[0].name.as_deref(), Some("queens:{6..8}"));
        let error = loaded.error_at("strategies", strategies[2], "no such value", "");
        assert_eq!(error.to_string(), "x.toml: line 3, column 23: no such value");
        let range = "`8..6` is not a range of whole numbers (a range includes both ends: 6..14, with a step \
                     300..600/10, in percent 20%..60%/10%)";
        for wrong in [
            "\"queens:{8..6}\"",
            "{ name = \"queens:{8..6}\" }",
            "{ name = \"a\", members = [\"queens:{8..6}\"] }",
            "'''é{8..6}'''",
        ] {
            let text = text.replace("\"queens:{6..8}\"", wrong);
            let column = wrong.split("8..6").next().unwrap().chars().count() + "corpora = [".len() + 1;
            assert_eq!(message(&text), format!("x.toml: line 4, column {column}: {range}"));
        }
        let text = text.replace("{first,random}", "{first,");
        let open = "`{` without `}` (a set of values is written {10,15,20}, {1..30} or {20%..60%/10%})";
        assert_eq!(message(&text), format!("x.toml: line 3, column 42: {open}"));
    }

    #[test]
    fn missing_keys_and_bad_syntax_are_errors() {
        assert_eq!(
            message(HEAD),
            "x.toml: missing key `strategies` (`coverlab help experiment` describes every key)"
        );
        assert!(message("name = \"x").starts_with("x.toml: line 1, column "), "{}", message("name = \"x"));
        assert!(LoadedExperiment::open("sorces").unwrap_err().to_string().contains("did you mean `sources`"));
    }
}
