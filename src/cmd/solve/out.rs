//! Where results are written: into a file in whole blocks, anywhere else as soon as there are any.
//!
//! A file takes writes that begin and end with a block faster than others (its memory in the system is made
//! in pieces as large as the write, and aligned), and no reader waits for output on its way into a file; yet
//! output is not held back for long when no more follows.

use coverlab_bench::output::{self, Safe};
use std::fs::File;
use std::io::{self, IoSlice, Seek, Write};

/// A write to a file begins at a multiple of this, and is as long as some multiple.
const CHUNK_BYTES: usize = 1 << 16;

/// Standard output, or what stands for it.
pub(super) struct Out<W> {
    to: W,
    /// Bytes that are written with the next ones: less than `room`.
    held: Vec<u8>,
    /// How many bytes there are from the first held one to the next block.
    room: usize,
    /// Whether results may be held back for a while.
    patient: bool,
    /// Whether there were results since this was asked last.
    fresh: bool,
}

impl Out<Box<dyn Write + Send>> {
    /// Standard output.
    pub(super) fn standard() -> Self {
        match file() {
            Some((file, position)) => Out::new(Box::new(Safe::new(file)), Some(position)),
            None => Out::new(Box::new(output::stdout()), None),
        }
    }
}

/// Standard output if it is a file, and how far it is written: without the buffer of the standard
/// library, which looks for the ends of lines.
#[cfg(unix)]
fn file() -> Option<(File, u64)> {
    use std::os::fd::AsFd;
    let mut file = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let position = file.stream_position().ok()?;
    Some((file, position))
}

/// Not measured on other systems.
#[cfg(not(unix))]
fn file() -> Option<(File, u64)> {
    None
}

impl<W: Write> Out<W> {
    /// To a file that is written up to `position`, or to something else.
    pub(super) fn new(to: W, position: Option<u64>) -> Out<W> {
        let over = position.map_or(0, |position| position % CHUNK_BYTES as u64) as usize;
        Out { to, held: Vec::new(), room: CHUNK_BYTES - over, patient: position.is_some(), fresh: false }
    }

    /// Nothing more comes for now.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn pause(&mut self) -> io::Result<()> {
        self.fresh = true;
        if self.patient { Ok(()) } else { self.flush() }
    }

    /// Writes what is held back if nothing came since this was called last.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn rest(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.fresh) || self.held.is_empty() { Ok(()) } else { self.flush() }
    }

    /// Writes the held bytes, and `bytes` behind them. A failed write is not tried again: a part of it may
    /// have been written.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let mut parts = [IoSlice::new(&held), IoSlice::new(bytes)];
        let mut left = &mut parts[..];
        IoSlice::advance_slices(&mut left, 0);
        while !left.is_empty() {
            match self.to.write_vectored(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => IoSlice::advance_slices(&mut left, written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.held = held;
        self.held.clear();
        Ok(())
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let all = self.held.len() + bytes.len();
        if all >= self.room {
            let whole = self.room + (all - self.room) / CHUNK_BYTES * CHUNK_BYTES;
            let (now, later) = bytes.split_at(whole - self.held.len());
            self.send(now)?;
            (self.room, bytes) = (CHUNK_BYTES, later);
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.room -= self.held.len();
        self.send(&[])?;
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes at most `most` bytes at a time, and remembers where each write ended.
    #[derive(Default)]
    struct Slow {
        most: usize,
        taken: Vec<u8>,
        ends: Vec<usize>,
    }

    impl Write for &mut Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.most);
            self.taken.extend_from_slice(&bytes[..taken]);
            self.ends.push(self.taken.len());
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn text(length: usize) -> Vec<u8> {
        (0..length).map(|k| (k % 251) as u8).collect()
    }

    #[test]
    fn a_file_gets_whole_blocks_and_everything_in_order() {
        let all = text(10 * CHUNK_BYTES + 77);
        for (position, piece) in
            [(0, 82), (5, 100_000), (1 << 40 | 999, CHUNK_BYTES), (7, 3 * CHUNK_BYTES + 1)]
        {
            let mut slow = Slow { most: usize::MAX, ..Slow::default() };
            let mut out = Out::new(&mut slow, Some(position));
            for piece in all.chunks(piece) {
                out.write_all(piece).unwrap();
                out.pause().unwrap();
            }
            out.flush().unwrap();
            drop(out);
            assert_eq!(slow.taken, all);
            // A write of two parts is two writes here.
            let at = |end: &usize| (position as usize + end) % CHUNK_BYTES;
            let whole = slow.ends.iter().filter(|end| at(end) == 0).count();
            assert!(
                whole >= 10 * CHUNK_BYTES / piece.max(CHUNK_BYTES),
                "{position} {piece}: {:?}",
                slow.ends
            );
        }
    }

    #[test]
    fn who_takes_little_at_a_time_gets_all_of_it() {
        let all = text(3 * CHUNK_BYTES);
        let mut slow = Slow { most: 1000, ..Slow::default() };
        let mut out = Out::new(&mut slow, Some(0));
        all.chunks(12_345).for_each(|piece| out.write_all(piece).unwrap());
        out.flush().unwrap();
        assert_eq!(slow.taken, all);
        let mut full = Slow::default();
        let error = Out::new(&mut full, None).write_all(&all).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }

    #[test]
    fn what_cannot_be_written_is_not_tried_again() {
        let mut slow = Slow::default();
        let mut out = Out::new(&mut slow, Some(0));
        for _ in 0..2 {
            out.write_all(&text(CHUNK_BYTES / 2 - 9)).unwrap();
            assert_eq!(out.flush().unwrap_err().kind(), io::ErrorKind::WriteZero);
            assert!(out.flush().is_ok(), "nothing is left");
        }
    }

    #[test]
    fn what_is_held_back_is_written_when_nothing_comes() {
        let mut slow = Slow { most: usize::MAX, ..Slow::default() };
        let mut out = Out::new(&mut slow, Some(0));
        out.write_all(b"one\n").unwrap();
        out.pause().unwrap();
        assert!(out.to.taken.is_empty());
        out.rest().unwrap();
        assert!(out.to.taken.is_empty(), "it may go on at once");
        out.rest().unwrap();
        assert_eq!(out.to.taken, b"one\n");
        out.write_all(&text(CHUNK_BYTES)).unwrap();
        assert_eq!(out.to.taken.len(), CHUNK_BYTES, "up to the next block");
        drop(out);
        let mut slow = Slow { most: usize::MAX, ..Slow::default() };
        let mut out = Out::new(&mut slow, None);
        out.write_all(b"one\n").unwrap();
        out.pause().unwrap();
        assert_eq!(out.to.taken, b"one\n", "somebody may wait for it");
    }
}
