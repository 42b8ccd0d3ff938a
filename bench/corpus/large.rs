//! Corpora of Sudoku puzzles that are too large for memory. They are read twice, in parts.
//!
//! The first pass checks and counts every line, so that a run does not fail at a typo in line four million. The second
//! pass supplies the puzzles in parts during the run. The memory of a run therefore does not depend on the corpus.
//!
//! Names must be unique within a corpus, and millions of them are too many to remember, so every name here ends with
//! its line number.

use super::{Corpus, Instance, Instances, Misread, draw, names, read};
use crate::error::Error;
use crate::input::{self, BoundedLines};
use coverlab_model::Sudoku;
use coverlab_model::format::stream::{Stream, StreamError};
use coverlab_model::format::sudoku::{Options, Puzzle};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a text that is read into memory at once.
const MAX_IN_MEMORY: u64 = 8 << 20;
/// Number of instances per part, enough to make the fixed cost of a part negligible.
pub const PART_PUZZLES: usize = 1 << 16;
/// Minimum number of bytes of a line that contains only a puzzle.
const LINE_BYTES: usize = 81;

/// A corpus that is read in parts.
#[derive(Clone, Debug)]
pub struct Large {
    /// The name of the file without its extension.
    pub name: String,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The hash of the text, 16 hexadecimal digits.
    pub checksum: String,
    path: PathBuf,
}

/// The text of a file.
pub(super) enum Text {
    /// The complete text.
    Complete(Vec<u8>),
    /// The beginning of a large text, and a reader of the rest.
    Truncated(Vec<u8>, Box<dyn Read + Send>),
}

/// Reads and decompresses the file at `path`, up to the size of a large text.
///
/// # Errors
/// The file cannot be read, or its compressed data is damaged.
pub(super) fn text(path: &Path) -> std::io::Result<Text> {
    let (mut begin, mut source) = (Vec::new(), lines(path)?);
    source.by_ref().take(MAX_IN_MEMORY + 1).read_to_end(&mut begin)?;
    Ok(if begin.len() as u64 <= MAX_IN_MEMORY {
        Text::Complete(begin)
    } else {
        Text::Truncated(begin, source)
    })
}

/// Opens the file at `path`, and bounds the length of its lines.
fn lines(path: &Path) -> std::io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(BoundedLines::new(input::source(path)?)))
}

impl Large {
    /// Checks and counts all puzzles of `path`, whose content is `begin` followed by `rest`. Malformed puzzles are
    /// added to `misread`.
    ///
    /// # Errors
    /// The file cannot be read, or a puzzle is malformed and `misread` fails fast.
    pub(super) fn survey(
        name: &str,
        path: &Path,
        begin: Vec<u8>,
        rest: Box<dyn Read + Send>,
        misread: &mut Misread,
    ) -> Result<Large, Error> {
        let mut hashed = Hashed { source: Cursor::new(begin).chain(rest), hasher: blake3::Hasher::new() };
        let mut stream = Stream::new(&mut hashed, &Options::default());
        let mut puzzles = 0;
        loop {
            // Lines that contain only a puzzle need only be counted.
            if let Some(plain) = stream.plain(usize::MAX) {
                puzzles += plain.puzzles;
            }
            match stream.next() {
                Some(Ok(_)) => puzzles += 1,
                Some(Err(StreamError::Input(error))) => misread.take(path, error)?,
                Some(Err(StreamError::Source(error))) => return Err(unreadable(path, &error)),
                None => break,
            }
        }
        if puzzles == 0 {
            return Err(Error::new(format!("the corpus {} holds no instance", path.display())));
        }
        let checksum = hashed.hasher.finalize().to_hex()[..16].to_string();
        Ok(Large { name: name.to_string(), puzzles, checksum, path: path.to_path_buf() })
    }

    /// The instances in order, in parts of at most `size`.
    ///
    /// # Errors
    /// The file can no longer be opened.
    pub fn parts(&self, size: usize) -> Result<Parts<'_>, Error> {
        let source = lines(&self.path).map_err(|e| unreadable(&self.path, &e))?;
        Ok(Parts { large: self, size, given: 0, stream: Stream::new(source, &Options::default()) })
    }

    /// A random sample of `size` instances, in the order of the corpus.
    ///
    /// # Errors
    /// The file can no longer be read.
    pub fn sample(&self, size: usize, seed: u64) -> Result<Corpus, Error> {
        let chosen = draw(self.puzzles, size, &self.name, seed);
        let mut list = Vec::with_capacity(chosen.len());
        let mut numbers = 0..;
        let mut parts = self.parts(PART_PUZZLES)?;
        while parts.more() {
            parts.part(|instance| {
                let is_chosen = numbers.next().is_some_and(|number| chosen.contains(&number));
                list.extend(is_chosen.then_some(instance));
            })?;
        }
        Ok(Corpus {
            name: self.name.clone(),
            source: self.path.display().to_string(),
            checksum: self.checksum.clone(),
            instances: Instances::Sudoku(list),
        })
    }
}

/// The parts of a large corpus.
pub struct Parts<'a> {
    large: &'a Large,
    size: usize,
    given: usize,
    stream: Stream<Box<dyn Read + Send>>,
}

impl Parts<'_> {
    /// Whether another part follows.
    pub fn more(&self) -> bool {
        self.given < self.large.puzzles
    }

    /// The size of the next part, if the file has not changed.
    pub fn next_size(&self) -> usize {
        self.size.min(self.large.puzzles - self.given)
    }

    /// Passes the next part over: lines that are nothing but puzzles need only be counted.
    ///
    /// # Errors
    /// The file can no longer be read, or has changed.
    pub fn skip(&mut self) -> Result<(), Error> {
        let end = self.given + self.next_size();
        while self.given < end {
            // This number of bytes contains no more puzzles than remain.
            if let Some(plain) = self.stream.plain((end - self.given) * LINE_BYTES) {
                self.given += plain.puzzles;
            } else {
                self.next()?.ok_or_else(|| self.changed())?;
                self.given += 1;
            }
        }
        self.end()
    }

    /// Calls `visit` with the instances of the next part, in order.
    ///
    /// # Errors
    /// The file can no longer be read, or has changed.
    pub fn part(&mut self, mut visit: impl FnMut(Instance<Sudoku>)) -> Result<(), Error> {
        for _ in 0..self.next_size() {
            let instance = self.next()?;
            visit(instance.ok_or_else(|| self.changed())?);
            self.given += 1;
        }
        self.end()
    }

    /// Checks that nothing follows the last puzzle.
    fn end(&mut self) -> Result<(), Error> {
        match !self.more() && self.next()?.is_some() {
            true => Err(self.changed()),
            false => Ok(()),
        }
    }

    #[inline]
    fn next(&mut self) -> Result<Option<Instance<Sudoku>>, Error> {
        if let Some((line, problem)) = self.stream.plain_puzzle() {
            return Ok(Some(Instance::bare(names::of_line(line), problem)));
        }
        loop {
            match self.stream.next() {
                Some(Ok(puzzle)) => return Ok(Some(instance(puzzle))),
                // The survey has reported it.
                Some(Err(StreamError::Input(_))) => {}
                Some(Err(StreamError::Source(error))) => return Err(unreadable(&self.large.path, &error)),
                None => return Ok(None),
            }
        }
    }

    fn changed(&self) -> Error {
        Error::new(format!("{} changed while it was read", self.large.path.display()))
            .help("run again; recorded trials of its puzzles are kept")
    }
}

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

/// A source that hashes the bytes read of it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::from_path;

    fn file(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("coverlab-large-{}-{name}.txt", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    fn survey(path: &Path) -> Result<Large, Error> {
        Large::survey("large", path, Vec::new(), input::source(path).unwrap(), &mut Misread::new(true))
    }

    fn parts(large: &Large, size: usize) -> Result<Vec<Vec<Instance<Sudoku>>>, Error> {
        let (mut parts, mut list) = (large.parts(size)?, Vec::new());
        while parts.more() {
            let mut part = Vec::new();
            parts.part(|instance| part.push(instance))?;
            list.push(part);
        }
        Ok(list)
    }

    fn lines(count: usize) -> String {
        let line = |k: usize| format!("{}{}{}\n", ".".repeat(k % 81), k % 9 + 1, ".".repeat(80 - k % 81));
        (0..count).map(line).collect()
    }

    #[test]
    fn parts_are_the_corpus_in_order() {
        let path = file("order", &lines(100));
        let large = survey(&path).unwrap();
        let whole = from_path(&path).unwrap();
        assert_eq!((large.puzzles, &large.checksum), (100, &whole.checksum));
        let Instances::Sudoku(whole) = whole.instances else { panic!("they are Sudokus") };
        for size in [1, 7, 50, 100, 101] {
            let parts = parts(&large, size).unwrap();
            assert!(parts.iter().rev().skip(1).all(|part| part.len() == size));
            let all = parts.iter().flatten().map(|i| (&i.name, &i.problem));
            assert!(all.eq(whole.iter().map(|i| (&i.name, &i.problem))), "parts of {size}");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn skipping_parts_does_not_change_the_others() {
        let mixed = "# a comment\n".to_string() + &lines(40).replace('\n', "\r\n") + &lines(1)[..81];
        for (name, text) in
            [("plain", lines(95)), ("mixed", format!("\n{}:1 # named\n{mixed}", &lines(1)[..81]))]
        {
            let path = file(name, &text);
            let large = survey(&path).unwrap();
            let all: Vec<_> = parts(&large, 1).unwrap().into_iter().flatten().map(|i| i.name).collect();
            assert_eq!(all.len(), large.puzzles);
            for size in [1, 2, 7, 40, 200] {
                for only in 0..large.puzzles.div_ceil(size) {
                    let (mut parts, mut names) = (large.parts(size).unwrap(), Vec::new());
                    for number in 0.. {
                        match parts.more() {
                            true if number == only => {
                                parts.part(|instance| names.push(instance.name)).unwrap();
                            }
                            true => parts.skip().unwrap(),
                            false => break,
                        }
                    }
                    assert_eq!(names, all.chunks(size).nth(only).unwrap(), "{name}: part {only} of {size}");
                }
            }
            for other in [lines(5), text.clone() + "\n" + &lines(1)] {
                std::fs::write(&path, other).unwrap();
                let (mut parts, mut skipped) = (large.parts(10).unwrap(), Ok(()));
                while parts.more() && skipped.is_ok() {
                    skipped = parts.skip();
                }
                assert!(skipped.unwrap_err().to_string().contains("changed while it was read"));
            }
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_sample_is_the_same_however_the_corpus_is_read() {
        let path = file("sample", &lines(500));
        let names = |corpus: Corpus| match corpus.instances {
            Instances::Sudoku(list) => list.into_iter().map(|i| i.name).collect::<Vec<_>>(),
            _ => panic!("they are Sudokus"),
        };
        let mut large = survey(&path).unwrap();
        let whole = from_path(&path).unwrap();
        large.name.clone_from(&whole.name);
        let sample = large.sample(20, 3).unwrap();
        assert_eq!(sample.checksum, whole.checksum);
        assert_eq!(names(sample), names(whole.sample(20, 3)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn equal_words_after_puzzles_do_not_make_equal_names() {
        let puzzle = ".".repeat(81);
        let path = file("names", &format!("{puzzle} # 7.1\n{puzzle} # 7.1\n{puzzle}\n"));
        let large = survey(&path).unwrap();
        let names: Vec<_> = parts(&large, 2).unwrap().into_iter().flatten().map(|i| i.name).collect();
        assert_eq!(names, ["7.1 (line 1)", "7.1 (line 2)", "line-3"]);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_survey_finds_errors() {
        let path = file("wrong", &(lines(30) + &lines(1)[..80] + "\n" + &lines(3)));
        let error = survey(&path).unwrap_err().to_string();
        assert!(error.contains("row of 80 characters"), "{error}");
        let mut misread = Misread::new(false);
        let large = Large::survey("large", &path, Vec::new(), input::source(&path).unwrap(), &mut misread);
        assert_eq!((large.as_ref().unwrap().puzzles, misread.count()), (33, 1));
        assert!(
            misread.lines().all(|line| line.ends_with("; left out") && line.contains("line 31, column 81"))
        );
        assert_eq!(parts(&large.unwrap(), 10).unwrap().iter().map(Vec::len).sum::<usize>(), 33);
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
        std::fs::remove_file(path).unwrap();
    }
}
