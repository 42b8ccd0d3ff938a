//! Files that are replaced atomically: a reader sees the old content or all of the new one.
//!
//! The content goes to a temporary file in the same folder, which is renamed once all of it is on the disk. A symbolic
//! link stays, and the file that it points to is replaced. Pipes and devices are written to directly.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A place for a file that is being written.
pub(crate) struct AtomicFile {
    path: PathBuf,
    /// The file beside it; `None` where it is no file, and once that has taken its place.
    part: Option<PathBuf>,
}

impl AtomicFile {
    /// The place `path`, and the file to write to.
    pub(crate) fn begin(path: &Path) -> io::Result<(AtomicFile, File)> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if fs::metadata(&path).is_ok_and(|facts| !facts.is_file() && !facts.is_dir()) {
            let file = File::options().write(true).open(&path)?;
            return Ok((AtomicFile { path, part: None }, file));
        }
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.tmp", std::process::id()));
        let part = path.with_file_name(name);
        let file = File::create(&part)?;
        Ok((AtomicFile { path, part: Some(part) }, file))
    }

    /// Puts what was written to `file` into its place.
    pub(crate) fn end(mut self, file: &File) -> io::Result<()> {
        if let Some(part) = &self.part {
            file.sync_data()?;
            fs::rename(part, &self.path)?;
            self.part = None;
        }
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // There is nobody to tell that it is left over.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes `bytes` to `path`.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (atomic, mut file) = AtomicFile::begin(path)?;
    file.write_all(bytes)?;
    atomic.end(&file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("coverlab-atomic-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn nothing_is_left_of_what_was_not_ended() {
        let folder = folder("left");
        let path = folder.join("a");
        write(&path, b"old").unwrap();
        let (atomic, mut file) = AtomicFile::begin(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(atomic);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write(&path, b"newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write(&folder, b"").is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_what_is_no_file_stay() {
        let folder = folder("links");
        let (file, link, pipe) = (folder.join("file"), folder.join("link"), folder.join("pipe"));
        write(&file, b"old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");

        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        fs::remove_dir_all(folder).unwrap();
    }
}
