//! Replaces files atomically: a reader sees either the old or the complete new content.
//!
//! The content is written to a temporary file in the same folder, which is renamed once it is on disk. A symbolic link
//! is kept, and its target is replaced. Pipes and devices are written to directly. A killed process leaves its temporary
//! file behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Prefix and suffix of temporary file names.
const PREFIX: &str = ".coverlab-";
const SUFFIX: &str = ".tmp";

/// A new version of a file. It replaces the old version when it is committed, and is removed when it is dropped.
pub struct AtomicFile {
    path: PathBuf,
    /// `None` if `path` is not a regular file and is written to directly.
    temporary: Option<NamedTempFile>,
}

impl AtomicFile {
    /// Starts to replace `path`. The returned file takes the new content.
    ///
    /// # Errors
    /// No file can be created beside `path`, or the pipe or device cannot be opened.
    pub fn begin(path: &Path) -> io::Result<(AtomicFile, File)> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|facts| !facts.is_file() && !facts.is_dir()) {
            let file = File::options().write(true).open(&path)?;
            return Ok((AtomicFile { path, temporary: None }, file));
        }
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        // The permissions of any new file, which the umask of the process restricts.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder(&path))?;
        if let Some(old) = old.filter(fs::Metadata::is_file) {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        let file = temporary.as_file().try_clone()?;
        Ok((AtomicFile { path, temporary: Some(temporary) }, file))
    }

    /// Replaces the old content with that of `file`, which [`AtomicFile::begin`] returned.
    ///
    /// # Errors
    /// The file cannot be written to the disk or renamed. The old content remains.
    pub fn commit(self, file: &File) -> io::Result<()> {
        if let Some(temporary) = self.temporary {
            file.sync_data()?;
            temporary.persist(&self.path)?;
        }
        Ok(())
    }
}

/// Replaces the content of `path` with `bytes`.
///
/// # Errors
/// The new content cannot be written. The old one remains.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (atomic, mut file) = AtomicFile::begin(path)?;
    file.write_all(bytes)?;
    atomic.commit(&file)
}

/// Removes the temporary files in `folder` that killed processes left. No other process may write there.
///
/// Failures are ignored, because a leftover file does no harm.
pub(crate) fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    fn names(folder: &TempDir) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn an_unfinished_write_leaves_nothing() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"old").unwrap();
        let (atomic, mut file) = AtomicFile::begin(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(atomic);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write(&path, b"newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(names(&folder), ["a"]);
        assert!(write(folder.path(), b"").is_err());
    }

    #[test]
    fn concurrent_writers_do_not_mix_their_contents() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a");
        std::thread::scope(|scope| {
            for letter in [b'x', b'y'] {
                let path = &path;
                scope.spawn(move || (0..50).for_each(|_| write(path, &[letter; 10_000]).unwrap()));
            }
        });
        let content = fs::read(&path).unwrap();
        assert!(content == [b'x'; 10_000] || content == [b'y'; 10_000]);
        assert_eq!(names(&folder), ["a"]);
    }

    #[test]
    fn leftovers_are_removed_but_not_other_files() {
        let folder = tempdir().unwrap();
        for name in [".coverlab-x7Jq0a.tmp", "a.tmp", ".coverlab-x7Jq0a"] {
            fs::write(folder.path().join(name), b"half").unwrap();
        }
        remove_leftovers(folder.path());
        let mut left = names(&folder);
        left.sort();
        assert_eq!(left, [".coverlab-x7Jq0a", "a.tmp"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        write(&at("a"), b"new").unwrap();
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        File::create(at("plain")).unwrap();
        assert_eq!(mode("a"), mode("plain"));
        fs::set_permissions(at("a"), Permissions::from_mode(0o640)).unwrap();
        write(&at("a"), b"newer").unwrap();
        assert_eq!(mode("a"), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_kept() {
        let folder = tempdir().unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.path().join(name));
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
    }
}
