//! Corpora that are not held, and so are merged part by part: whether all folders divide them alike.
//!
//! Instances are known by their contents within a part. Had two folders other parts, an instance might be in one
//! part here, in another one there, and count twice.

use super::Piece;
use crate::error::Error;
use crate::plan::CorpusPlan;
use std::collections::HashMap;

/// How corpora are divided, as far as pieces were looked at.
#[derive(Default)]
pub(super) struct Division<'a> {
    /// By corpus, the checksum of its file if it is not held, and the folder that says so.
    files: HashMap<String, (Option<String>, &'a str)>,
    /// By corpus and first instance, the number of the part.
    numbers: HashMap<(String, usize), usize>,
}

impl<'a> Division<'a> {
    /// Refuses a piece that is not a part of the same file as the pieces before, or another part of it than `own`, a
    /// piece of the same number.
    pub(super) fn compare(&mut self, piece: &Piece<'a>, own: &Piece<'a>) -> Result<(), Error> {
        let name = &*piece.source.name;
        for stage in &piece.plan.stages {
            let checksum = stage.extract.as_ref().map(|extract| extract.checksum.clone());
            let (file, other) = self.files.entry(stage.corpus.clone()).or_insert((checksum.clone(), name));
            if *file != checksum {
                return Err(match (file, checksum) {
                    (Some(_), Some(_)) => another_file(name, stage, other),
                    _ => not_in_parts(name, stage, other),
                });
            }
            let Some(extract) = &stage.extract else { continue };
            let number = self.numbers.entry((stage.corpus.clone(), extract.first)).or_insert(piece.number);
            if *number != piece.number {
                return Err(otherwise(name, stage, other));
            }
        }
        let extracts = |stage: &&CorpusPlan| stage.extract.is_some();
        for stage in piece.plan.stages.iter().chain(&own.plan.stages).filter(extracts) {
            let has = |other: &CorpusPlan| (&other.corpus, &other.digest) == (&stage.corpus, &stage.digest);
            if !piece.plan.stages.iter().any(has) || !own.plan.stages.iter().any(has) {
                return Err(otherwise(name, stage, &own.source.name));
            }
        }
        Ok(())
    }
}

fn another_file(name: &str, stage: &CorpusPlan, other: &str) -> Error {
    Error::new(format!("{name} has another file of the corpus {} than {other}", stage.corpus)).help(
        "a file that is too large to be held is merged part by part, and only with itself: see `run --shard`",
    )
}

fn not_in_parts(name: &str, stage: &CorpusPlan, other: &str) -> Error {
    Error::new(format!(
        "only one of {name} and {other} has parts of a large file as the corpus {}",
        stage.corpus
    ))
    .help("if an earlier version ran one of them, run it again: that adds of which file it has parts")
}

fn otherwise(name: &str, stage: &CorpusPlan, other: &str) -> Error {
    Error::new(format!("{name} divides the corpus {} into other parts than {other}", stage.corpus))
        .help("run both with the same corpora in the experiment, and with one version of this program")
}
