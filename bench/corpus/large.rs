//! Corpora of Sudoku puzzles that are too large for memory. They are read twice.
//!
//! The first pass checks and counts all puzzles, so a run does not fail at a typo in line four million. The second pass
//! supplies the puzzles in parts during the run. The memory of a run therefore does not depend on the size of the
//! corpus.
//!
//! Names must be unique within a corpus. Millions of names are too many to remember, so every name here ends with its
//! line number.

use super::hash::digits;
use super::sample::sample_indices;
use super::{Corpus, Instance, Instances, names, read};
use crate::error::{Error, quoted};
use crate::input::{self, BoundedLines};
use coverlab_model::format::stream::{Stream, StreamError};
use coverlab_model::format::sudoku::{Options, Puzzle};
use coverlab_model::{Sudoku, format};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Maximum size of a text that is read into memory at once, in bytes.
pub(super) const MAX_IN_MEMORY: u64 = 8 << 20;
/// Number of puzzles per part, large enough to make the fixed cost of a part negligible.
pub const PART_PUZZLES: usize = 1 << 16;
/// Minimum length of a line that contains only a puzzle, in bytes.
const MIN_LINE_BYTES: usize = 81;

/// A corpus that is read in parts.
#[derive(Clone, Debug)]
pub struct LargeCorpus {
    /// The name of the file without its extension.
    pub name: String,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The hash of the text, 16 hexadecimal digits.
    pub checksum: String,
    path: PathBuf,
}

/// Opens and decompresses the file at `path`, and bounds the length of its lines.
pub(super) fn open(path: &Path) -> std::io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(BoundedLines::new(input::open_decompressed(path)?)))
}

impl LargeCorpus {
    /// Checks and counts all puzzles of `path`, whose content is `source`.
    pub(super) fn survey(name: &str, path: &Path, source: impl Read) -> Result<LargeCorpus, Error> {
        let mut hashed = Hashed { source, hasher: blake3::Hasher::new() };
        let mut stream = Stream::new(&mut hashed, &Options::default());
        let mut puzzles = 0;
        loop {
            // Lines that contain only a puzzle need only be counted.
            if let Some(plain) = stream.plain(usize::MAX) {
                puzzles += plain.puzzles;
            }
            match stream.next() {
                Some(Ok(_)) => puzzles += 1,
                Some(Err(StreamError::Input(error))) => return Err(malformed(path, error)),
                Some(Err(StreamError::Source(error))) => return Err(unreadable(path, &error)),
                None => break,
            }
        }
        if puzzles == 0 {
            return Err(Error::new(format!("the corpus {} has no instances", path.display())));
        }
        let checksum = digits(&hashed.hasher.finalize());
        Ok(LargeCorpus { name: name.to_string(), puzzles, checksum, path: path.to_path_buf() })
    }

    /// The puzzles in order, in parts of at most `size`.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn parts(&self, size: usize) -> Result<PartReader<'_>, Error> {
        let source = open(&self.path).map_err(|e| unreadable(&self.path, &e))?;
        Ok(PartReader { corpus: self, size, consumed: 0, stream: Stream::new(source, &Options::default()) })
    }

    /// A random sample of `size` instances, in the order of the corpus. It is the same as that of
    /// [`Corpus::sample`].
    ///
    /// # Errors
    /// The file can no longer be read, or has changed.
    pub fn sample(&self, size: usize, seed: u64) -> Result<Corpus, Error> {
        let sampled = sample_indices(self.puzzles, size, &self.name, seed);
        let mut list = Vec::with_capacity(sampled.len());
        let mut indices = 0..;
        self.parts(self.puzzles)?.visit_next(|instance| {
            let is_sampled = indices.next().is_some_and(|index| sampled.contains(&index));
            list.extend(is_sampled.then_some(instance));
        })?;
        Ok(Corpus { name: self.name.clone(), instances: Instances::Sudoku(list) })
    }
}

/// Reads the parts of a large corpus one after another.
pub struct PartReader<'a> {
    corpus: &'a LargeCorpus,
    /// The number of puzzles in each part but the last.
    size: usize,
    /// The number of puzzles that were visited or skipped.
    consumed: usize,
    stream: Stream<Box<dyn Read + Send>>,
}

impl PartReader<'_> {
    /// Whether another part follows.
    pub fn has_next(&self) -> bool {
        self.consumed < self.corpus.puzzles
    }

    /// The number of puzzles in the next part, provided that the file has not changed.
    pub fn next_size(&self) -> usize {
        self.size.min(self.corpus.puzzles - self.consumed)
    }

    /// Skips the next part. Lines that contain only a puzzle are counted without being parsed.
    ///
    /// # Errors
    /// The file can no longer be read, or has changed.
    pub fn skip_next(&mut self) -> Result<(), Error> {
        let end = self.consumed + self.next_size();
        while self.consumed < end {
            // This number of bytes contains no more puzzles than remain.
            if let Some(plain) = self.stream.plain((end - self.consumed) * MIN_LINE_BYTES) {
                self.consumed += plain.puzzles;
            } else {
                self.next()?.ok_or_else(|| self.changed())?;
                self.consumed += 1;
            }
        }
        self.check_end()
    }

    /// Calls `visit` with each instance of the next part, in order.
    ///
    /// # Errors
    /// The file can no longer be read, or has changed.
    pub fn visit_next(&mut self, mut visit: impl FnMut(Instance<Sudoku>)) -> Result<(), Error> {
        for _ in 0..self.next_size() {
            let instance = self.next()?;
            visit(instance.ok_or_else(|| self.changed())?);
            self.consumed += 1;
        }
        self.check_end()
    }

    /// Checks that nothing follows the last puzzle.
    fn check_end(&mut self) -> Result<(), Error> {
        match !self.has_next() && self.next()?.is_some() {
            true => Err(self.changed()),
            false => Ok(()),
        }
    }

    #[inline]
    fn next(&mut self) -> Result<Option<Instance<Sudoku>>, Error> {
        if let Some((line, problem)) = self.stream.plain_puzzle() {
            return Ok(Some(Instance::new(names::of_line(line), problem)));
        }
        loop {
            match self.stream.next() {
                Some(Ok(puzzle)) => return Ok(Some(instance(puzzle))),
                // The survey has reported this puzzle.
                Some(Err(StreamError::Input(_))) => {}
                Some(Err(StreamError::Source(error))) => return Err(unreadable(&self.corpus.path, &error)),
                None => return Ok(None),
            }
        }
    }

    fn changed(&self) -> Error {
        Error::new(format!("{} changed while it was read", self.corpus.path.display()))
            .help("run again; the trials that are already recorded are kept")
    }
}

/// Converts `puzzle` to an instance whose name ends with its line number.
fn instance(puzzle: Puzzle) -> Instance<Sudoku> {
    let name = match &puzzle.name {
        Some(name) => names::with_line(name, puzzle.line),
        None => names::of_line(puzzle.line),
    };
    read::instance(puzzle, name)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::file("read the corpus", path, error)
}

/// Hashes what is read of `source`.
struct Hashed<R> {
    source: R,
    hasher: blake3::Hasher,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}

/// The error for a malformed puzzle in the file `path`.
pub(super) fn malformed(path: &Path, error: format::Error) -> Error {
    let shown = path.display().to_string();
    if error.line == 0 {
        return Error::Input { path: shown, error };
    }
    let drop_lines = format!("coverlab convert {} --to line > good.txt", quoted(&shown));
    let remedy = format!("correct it, or drop all malformed puzzles: {drop_lines}");
    let help = if error.help.is_empty() { remedy } else { format!("{}; {remedy}", error.help) };
    Error::Input { path: shown, error: error.help(help) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{checksum, from_path};
    use tempfile::TempPath;

    fn file(text: &str) -> TempPath {
        let file = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
        std::fs::write(&file, text).unwrap();
        file.into_temp_path()
    }

    fn survey(path: &Path) -> Result<LargeCorpus, Error> {
        LargeCorpus::survey("large", path, open(path).unwrap())
    }

    fn parts(large: &LargeCorpus, size: usize) -> Result<Vec<Vec<Instance<Sudoku>>>, Error> {
        let (mut parts, mut list) = (large.parts(size)?, Vec::new());
        while parts.has_next() {
            let mut part = Vec::new();
            parts.visit_next(|instance| part.push(instance))?;
            list.push(part);
        }
        Ok(list)
    }

    fn lines(count: usize) -> String {
        let line = |k: usize| format!("{}{}{}\n", ".".repeat(k % 81), k % 9 + 1, ".".repeat(80 - k % 81));
        (0..count).map(line).collect()
    }

    #[test]
    fn parts_contain_all_instances_in_order() {
        let path = file(&lines(100));
        let large = survey(&path).unwrap();
        let whole = from_path(&path).unwrap();
        assert_eq!((large.puzzles, large.checksum.clone()), (100, checksum(lines(100).as_bytes())));
        let Instances::Sudoku(whole) = whole.instances else { panic!("they are Sudokus") };
        for size in [1, 7, 50, 100, 101] {
            let parts = parts(&large, size).unwrap();
            assert!(parts.iter().rev().skip(1).all(|part| part.len() == size));
            let all = parts.iter().flatten().map(|i| (&i.name, &i.problem));
            assert!(all.eq(whole.iter().map(|i| (&i.name, &i.problem))), "parts of {size}");
        }
    }

    #[test]
    fn skipping_parts_does_not_change_the_others() {
        let mixed = "# a comment\n".to_string() + &lines(40).replace('\n', "\r\n") + &lines(1)[..81];
        for (name, text) in
            [("plain", lines(95)), ("mixed", format!("\n{}:1 # named\n{mixed}", &lines(1)[..81]))]
        {
            let path = file(&text);
            let large = survey(&path).unwrap();
            let all: Vec<_> = parts(&large, 1).unwrap().into_iter().flatten().map(|i| i.name).collect();
            assert_eq!(all.len(), large.puzzles);
            for size in [1, 2, 7, 40, 200] {
                for only in 0..large.puzzles.div_ceil(size) {
                    let (mut parts, mut names) = (large.parts(size).unwrap(), Vec::new());
                    for number in 0.. {
                        match parts.has_next() {
                            true if number == only => {
                                parts.visit_next(|instance| names.push(instance.name)).unwrap();
                            }
                            true => parts.skip_next().unwrap(),
                            false => break,
                        }
                    }
                    assert_eq!(names, all.chunks(size).nth(only).unwrap(), "{name}: part {only} of {size}");
                }
            }
            for other in [lines(5), text.clone() + "\n" + &lines(1)] {
                std::fs::write(&path, other).unwrap();
                let (mut parts, mut skipped) = (large.parts(10).unwrap(), Ok(()));
                while parts.has_next() && skipped.is_ok() {
                    skipped = parts.skip_next();
                }
                assert!(skipped.unwrap_err().to_string().contains("changed while it was read"));
            }
        }
    }

    #[test]
    fn a_sample_does_not_depend_on_reading_in_parts() {
        let path = file(&lines(500));
        let names = |corpus: Corpus| match corpus.instances {
            Instances::Sudoku(list) => list.into_iter().map(|i| i.name).collect::<Vec<_>>(),
            _ => panic!("they are Sudokus"),
        };
        let mut large = survey(&path).unwrap();
        let whole = from_path(&path).unwrap();
        large.name.clone_from(&whole.name);
        let sample = large.sample(20, 3).unwrap();
        assert_eq!(names(sample), names(whole.sample(20, 3)));
    }

    #[test]
    fn puzzles_with_equal_remarks_get_different_names() {
        let puzzle = ".".repeat(81);
        let path = file(&format!("{puzzle} # 7.1\n{puzzle} # 7.1\n{puzzle}\n"));
        let large = survey(&path).unwrap();
        let names: Vec<_> = parts(&large, 2).unwrap().into_iter().flatten().map(|i| i.name).collect();
        assert_eq!(names, ["7.1 (line 1)", "7.1 (line 2)", "line-3"]);
    }

    #[test]
    fn the_survey_finds_errors() {
        let path = file(&(lines(30) + &lines(1)[..80] + "\n" + &lines(3)));
        let error = survey(&path).unwrap_err().to_string();
        assert!(error.contains("line 31, column 81: row of 80 characters"), "{error}");
        std::fs::write(&path, lines(30)).unwrap();
        let large = survey(&path).unwrap();
        for other in [10, 29, 31, 40] {
            std::fs::write(&path, lines(other)).unwrap();
            // The last part may be full or not.
            for size in [8, 10, 15, 30, 31, 100] {
                let error = parts(&large, size).unwrap_err().to_string();
                assert!(error.contains("changed while it was read"), "{other} in parts of {size}: {error}");
            }
        }
    }
}
