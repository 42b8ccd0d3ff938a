//! Bounds on input: which files are opened, and how much of them is read into memory.
//!
//! A few megabytes of gzip may decompress to many gigabytes, and a link may lead to an endless device. A text that is
//! read completely is therefore bounded by its decompressed size before memory is allocated. A corpus that is read line
//! by line may have any length, but each line is bounded.

use coverlab_model::format::stream::LOOK_AHEAD;
use coverlab_model::memory::{available, size};
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// A text may take one part in `MEMORY_SHARE` of the available memory, because its parsed form is several times larger.
const MEMORY_SHARE: u64 = 8;
/// Maximum size of a text that is read however little memory is available, in bytes.
const SMALL_TEXT: u64 = 1 << 20;
/// Maximum size of a text file such as an experiment, `run.json` or the definition of a solver, in bytes.
pub(super) const MAX_TEXT_FILE: u64 = 64 << 20;
/// Maximum size of a line of a corpus or a table, in bytes. The largest board with its solution is shorter.
const MAX_LINE: usize = LOOK_AHEAD;

/// The kinds of file that a path may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// A regular file.
    Files,
    /// A regular file, a pipe or a terminal, such as `/dev/stdin` and the shell's `<(command)`.
    FilesAndPipes,
}

/// Opens the file at `path`. Devices and sockets are rejected because they may be endless.
///
/// # Errors
/// The file cannot be opened, or its kind is not accepted.
pub fn open(path: &Path, accept: Accept) -> io::Result<File> {
    // A rejected pipe must not be opened, because that would wait for a writer.
    check_kind(&std::fs::metadata(path)?, accept, || true)?;
    let file = File::open(path)?;
    check_kind(&file.metadata()?, accept, || file.is_terminal())?;
    Ok(file)
}

/// Checks that a file with this `metadata` is of a kind that `accept` includes.
#[cfg(unix)]
fn check_kind(metadata: &Metadata, accept: Accept, is_terminal: impl FnOnce() -> bool) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let (kind, accepts_pipes) = (metadata.file_type(), accept == Accept::FilesAndPipes);
    let what = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        if accepts_pipes {
            return Ok(());
        }
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        if accepts_pipes && kind.is_char_device() && is_terminal() {
            return Ok(());
        }
        "a device"
    };
    let accepted = if accepts_pipes { "a regular file or a pipe" } else { "a regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}; give {accepted}")))
}

#[cfg(not(unix))]
fn check_kind(_: &Metadata, _: Accept, _: impl FnOnce() -> bool) -> io::Result<()> {
    Ok(())
}

/// A source that fails with an error if it is longer than a number of bytes.
pub struct Bounded<R> {
    source: R,
    left: u64,
    message: String,
}

impl<R: Read> Bounded<R> {
    /// Bounds `source` by a share of the available memory, or of `memory_limit` (in bytes) if that is less.
    pub fn by_memory(source: R, memory_limit: Option<u64>) -> Bounded<R> {
        let available = available();
        let (memory, called) = match memory_limit {
            Some(limit) if limit < available => (limit, "memory limit"),
            _ => (available, "memory available"),
        };
        let left = (memory / MEMORY_SHARE).max(SMALL_TEXT);
        let message = format!(
            "its decompressed text is longer than {}, the maximum that is read into memory: 1/{MEMORY_SHARE} of the {called}, {}; \
             use a smaller file or free memory",
            size(left),
            size(memory),
        );
        Bounded { source, left, message }
    }

    /// Bounds the length of `source` by `bytes`.
    pub fn at_most(source: R, bytes: u64) -> Bounded<R> {
        let message =
            format!("it is longer than {}, the maximum for such a file; is it the right one?", size(bytes));
        Bounded { source, left: bytes, message }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Reading one more byte than allowed detects a longer source.
        let limit = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(&mut buffer[..limit])?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::new(io::ErrorKind::FileTooLarge, self.message.clone())),
        }
        Ok(read)
    }
}

/// A source of any length that fails with an error at a line that is too long.
pub struct BoundedLines<R> {
    source: R,
    /// Bytes read since the last line ended.
    length: usize,
}

impl<R: Read> BoundedLines<R> {
    /// Bounds the length of each line of `source`.
    pub fn new(source: R) -> BoundedLines<R> {
        BoundedLines { source, length: 0 }
    }
}

impl<R: Read> Read for BoundedLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // No read is longer than the maximum line, so no line that is too long lies within one read.
        let limit = buffer.len().min(MAX_LINE);
        let read = self.source.read(&mut buffer[..limit])?;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        match buffer[..read].iter().rposition(is_end) {
            Some(last) => self.length = read - last - 1,
            None => self.length += read,
        }
        if self.length > MAX_LINE {
            let message = format!(
                "it has a line of more than {}, the maximum; is it the right file?",
                size(MAX_LINE as u64)
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::repeat;

    /// Reads all of `source` and returns its length.
    fn drain(mut source: impl Read) -> Result<u64, io::Error> {
        io::copy(&mut source, &mut io::sink())
    }

    #[test]
    fn a_text_may_be_as_long_as_its_bound() {
        assert_eq!(drain(Bounded::at_most(&[7; 100][..], 100)).unwrap(), 100);
        let error = drain(Bounded::at_most(&[7; 101][..], 100)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().contains("longer than 100 bytes"), "{error}");
    }

    #[test]
    fn a_memory_limit_bounds_a_text() {
        let error = drain(Bounded::by_memory(repeat(b'1'), Some(80_000_000))).unwrap_err().to_string();
        assert!(error.contains("10.0 MB") && error.contains("1/8 of the memory limit, 80.0 MB"), "{error}");
    }

    #[test]
    fn lines_are_bounded_but_not_their_number() {
        let line = [b".".repeat(MAX_LINE / 2), b"\n".to_vec()].concat();
        assert_eq!(drain(BoundedLines::new(&*line.repeat(9))).unwrap(), 9 * line.len() as u64);
        for lines in ["", "12\n34\r\n"] {
            let error = drain(BoundedLines::new(lines.as_bytes().chain(repeat(0)))).unwrap_err();
            assert!(error.to_string().contains("a line of more than 1.0 MB"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_rejected_and_so_are_unaccepted_pipes() {
        let folder = tempfile::tempdir().unwrap();
        let (link, pipe) = (folder.path().join("link"), folder.path().join("pipe"));
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        for accept in [Accept::Files, Accept::FilesAndPipes] {
            let error = open(&link, accept).unwrap_err().to_string();
            assert!(error.starts_with("it is a device; give a regular file"), "{error}");
            assert!(open(folder.path(), accept).is_err());
            open(Path::new("Cargo.toml"), accept).unwrap();
        }
        assert!(open(&pipe, Accept::Files).unwrap_err().to_string().contains("it is a pipe"));
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::write(pipe, b"through").unwrap()
        });
        assert_eq!(drain(open(&pipe, Accept::FilesAndPipes).unwrap()).unwrap(), 7);
        writer.join().unwrap();
    }
}
