//! The files that experiments name as corpora, and where they are.

use super::{BUILTIN, Loaded};
use std::path::{Path, PathBuf};

/// A file that a built-in experiment names as a corpus.
pub struct CorpusFile {
    /// The experiment.
    pub experiment: &'static str,
    /// The path as the experiment writes it.
    pub written: String,
    /// The name of the corpus in records.
    pub name: String,
    /// The file, if it is here.
    pub place: Option<PathBuf>,
}

/// The files that built-in experiments name as corpora.
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

/// Where the file `path` of an experiment in the folder `base` is, or would have to be: beside the
/// experiment, or in the folder that the environment variable `COVERLAB_CORPORA` names.
pub fn place(base: &Path, path: &str) -> PathBuf {
    let beside = base.join(path);
    let elsewhere = || Some(PathBuf::from(std::env::var_os("COVERLAB_CORPORA")?).join(path));
    if beside.exists() { beside } else { elsewhere().filter(|path| path.exists()).unwrap_or(beside) }
}
