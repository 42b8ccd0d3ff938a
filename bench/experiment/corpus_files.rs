//! Finds the corpus files that experiments name.

use super::{BUILTIN, LoadedExperiment};
use std::path::{Path, PathBuf};

/// A corpus file that a built-in experiment names.
pub struct CorpusFile {
    /// The name of the experiment.
    pub experiment: &'static str,
    /// The path as written in the experiment.
    pub written: String,
    /// The file, if it exists.
    pub found: Option<PathBuf>,
}

/// The corpus file that a built-in experiment refers to by the name or path `name`; `None` if there is no such
/// experiment.
pub fn find_corpus_file(name: &str) -> Option<CorpusFile> {
    // Parsing is slow, so skip experiments whose text does not contain the name. A path contains its corpus's name.
    let mut candidates = BUILTIN.iter().filter(|(_, text)| text.contains(name));
    candidates.find_map(|&(experiment, _)| {
        let loaded = LoadedExperiment::open(experiment).ok()?;
        let written = loaded.experiment.corpora.iter().find_map(|corpus| {
            let written = corpus.path.clone()?;
            (written == name || corpus.recorded_name()? == name).then_some(written)
        })?;
        let found = Some(locate(&loaded.base, &written)).filter(|path| path.exists());
        Some(CorpusFile { experiment, written, found })
    })
}

/// Locates the file `path` of an experiment in the folder `base`. The file is relative to that folder, or else to the
/// folder in the environment variable `COVERLAB_CORPORA`. If it exists in neither, the result is in `base`.
pub fn locate(base: &Path, path: &str) -> PathBuf {
    let beside = base.join(path);
    let elsewhere = || Some(PathBuf::from(std::env::var_os("COVERLAB_CORPORA")?).join(path));
    if beside.exists() { beside } else { elsewhere().filter(|path| path.exists()).unwrap_or(beside) }
}
