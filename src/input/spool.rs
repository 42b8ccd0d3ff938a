//! A text that is read twice though its source gives it once: the bytes read are kept in a private file, so
//! that memory stays bounded.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// `source` as it is read for the first time, and the same text for a second reader, which must
/// not begin before the first has come to the end.
///
/// # Errors
/// There is no file to be had in the folder for temporary ones.
pub(super) fn twice(source: impl Read + Send) -> io::Result<(impl Read + Send, impl Read + Send)> {
    let kept = Arc::new(Kept::new()?);
    Ok((First { source, kept: kept.clone() }, Second { kept, begun: false }))
}

/// The file, removed with its last reader.
struct Kept {
    file: File,
    path: PathBuf,
}

impl Kept {
    fn new() -> io::Result<Kept> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("coverlab-{}-{number}", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Where an open file may lose its name, it does so now: then it is gone however
                    // this process ends.
                    let path =
                        if cfg!(unix) && std::fs::remove_file(&path).is_ok() { PathBuf::new() } else { path };
                    return Ok(Kept { file, path });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let what = format!("no temporary file in {}: {error}", std::env::temp_dir().display());
                    return Err(io::Error::new(error.kind(), what));
                }
            }
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // Nothing is lost but a name in a folder that is swept anyway.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

struct First<R> {
    source: R,
    kept: Arc<Kept>,
}

impl<R: Read> Read for First<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        (&self.kept.file).write_all(&buffer[..count])?;
        Ok(count)
    }
}

struct Second {
    kept: Arc<Kept>,
    begun: bool,
}

impl Read for Second {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &self.kept.file;
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
