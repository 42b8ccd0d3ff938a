//! Reads a stream twice. The first reader copies the bytes to a temporary file, so the memory used does not depend on
//! the length of the stream. The file has no name: other processes cannot open it, and the system removes it.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

/// Two readers of `source`. The second must not start before the first has finished.
pub(super) fn twice(source: impl Read + Send) -> io::Result<(impl Read + Send, impl Read + Send)> {
    let file = tempfile::tempfile().map_err(|error| {
        let what =
            format!("a temporary file cannot be created in {}: {error}", std::env::temp_dir().display());
        io::Error::new(error.kind(), what)
    })?;
    let file = Arc::new(file);
    Ok((Tee { source, file: file.clone() }, Replay { file, is_rewound: false }))
}

/// Copies what is read of `source` to `file`.
struct Tee<R> {
    source: R,
    file: Arc<File>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        (&*self.file).write_all(&buffer[..count])?;
        Ok(count)
    }
}

/// Reads `file` from its beginning.
struct Replay {
    file: Arc<File>,
    is_rewound: bool,
}

impl Read for Replay {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        if !std::mem::replace(&mut self.is_rewound, true) {
            file.rewind()?;
        }
        file.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_reader_reads_what_the_first_has_read() {
        let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let (mut first, mut second) = twice(&text[..]).unwrap();
        let mut read = (Vec::new(), Vec::new());
        first.read_to_end(&mut read.0).unwrap();
        drop(first);
        second.read_to_end(&mut read.1).unwrap();
        assert!(read.0 == text && read.1 == text);
    }
}
