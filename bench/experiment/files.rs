//! Finds the corpus files that built-in experiments name.

use super::{BUILTIN, Loaded};
use std::path::{Path, PathBuf};

/// A corpus file of a built-in experiment.
pub struct CorpusFile {
    /// The experiment.
    pub experiment: &'static str,
    /// The path in the experiment.
    pub written: String,
    /// The file, if it exists.
    pub place: Option<PathBuf>,
}

/// The corpus file of a built-in experiment with this path or name.
pub fn corpus_file(name: &str) -> Option<CorpusFile> {
    // An experiment whose text does not contain the name is not parsed. Paths contain the names of their corpora.
    let mut candidates = BUILTIN.iter().filter(|(_, text)| text.contains(name));
    candidates.find_map(|&(experiment, _)| {
        let loaded = Loaded::open(experiment).ok()?;
        let written = loaded.experiment.corpora.iter().find_map(|corpus| {
            let written = corpus.path.clone()?;
            (written == name || corpus.called()? == name).then_some(written)
        })?;
        let place = Some(place(&loaded.base, &written)).filter(|path| path.exists());
        Some(CorpusFile { experiment, written, place })
    })
}

/// The expected location of the file `path` of an experiment in the folder `base`: next to the experiment, or in the
/// folder in the environment variable `COVERLAB_CORPORA`.
pub fn place(base: &Path, path: &str) -> PathBuf {
    let beside = base.join(path);
    let elsewhere = || Some(PathBuf::from(std::env::var_os("COVERLAB_CORPORA")?).join(path));
    if beside.exists() { beside } else { elsewhere().filter(|path| path.exists()).unwrap_or(beside) }
}
