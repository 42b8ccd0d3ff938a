//! Finds the corpus files that experiments name.

use super::{BUILTIN, Loaded};
use std::path::{Path, PathBuf};

/// A corpus file of a built-in experiment.
pub struct CorpusFile {
    /// The experiment.
    pub experiment: &'static str,
    /// The path in the experiment.
    pub written: String,
    /// The name of the corpus in records.
    pub name: String,
    /// The file, if it exists.
    pub place: Option<PathBuf>,
}

/// The corpus files of all built-in experiments.
pub fn corpus_files() -> Vec<CorpusFile> {
    let mut files: Vec<CorpusFile> = Vec::new();
    for (experiment, _) in BUILTIN {
        let Ok(loaded) = Loaded::open(experiment) else { continue };
        for corpus in &loaded.experiment.corpora {
            let (Some(written), Some(name)) = (corpus.path.clone(), corpus.called()) else { continue };
            if files.iter().all(|file| file.written != written) {
                let place = Some(place(&loaded.base, &written)).filter(|path| path.exists());
                files.push(CorpusFile { experiment, written, name, place });
            }
        }
    }
    files
}

/// The expected location of the file `path` of an experiment in the folder `base`: next to the experiment, or in the
/// folder in the environment variable `COVERLAB_CORPORA`.
pub fn place(base: &Path, path: &str) -> PathBuf {
    let beside = base.join(path);
    let elsewhere = || Some(PathBuf::from(std::env::var_os("COVERLAB_CORPORA")?).join(path));
    if beside.exists() { beside } else { elsewhere().filter(|path| path.exists()).unwrap_or(beside) }
}
