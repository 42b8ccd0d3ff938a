//! A text that is read twice though its source gives it once: the bytes read are kept in a temporary file, so
//! that memory stays bounded. The file has no name, so that nobody else can open it, and none is left behind.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

/// `source` as it is read for the first time, and the same text for a second reader, which must
/// not begin before the first has come to the end.
///
/// # Errors
/// There is no file to be had in the folder for temporary ones.
pub(super) fn twice(source: impl Read + Send) -> io::Result<(impl Read + Send, impl Read + Send)> {
    let file = tempfile::tempfile().map_err(|error| {
        let what = format!("no temporary file in {}: {error}", std::env::temp_dir().display());
        io::Error::new(error.kind(), what)
    })?;
    let file = Arc::new(file);
    Ok((First { source, file: file.clone() }, Second { file, begun: false }))
}

struct First<R> {
    source: R,
    file: Arc<File>,
}

impl<R: Read> Read for First<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        (&*self.file).write_all(&buffer[..count])?;
        Ok(count)
    }
}

struct Second {
    file: Arc<File>,
    begun: bool,
}

impl Read for Second {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        if !std::mem::replace(&mut self.begun, true) {
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
