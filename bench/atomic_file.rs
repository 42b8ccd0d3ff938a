//! Replaces files atomically: a reader sees either the old or the complete new content.
//!
//! The content is written to a temporary file in the same folder, which is renamed once it is on disk. A symbolic link
//! is kept, and its target is replaced. Pipes and devices are written to directly.
//!
//! The temporary file has a random name and is created only if the name is free, so nobody can plant a link in its
//! place. It is locked while it is open. A killed process leaves it behind without a lock, and the next atomic write in
//! that folder removes it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Prefix and suffix of temporary file names: `.coverlab-x7Jq0aZw1k.tmp`.
const PREFIX: &str = ".coverlab-";
const SUFFIX: &str = ".tmp";
/// Number of random characters between them.
const RANDOM_CHARACTERS: usize = 10;

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
        let folder = folder(&path);
        remove_leftovers(folder);
        let temporary = create_locked(folder)?;
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

/// Removes the temporary files in `folder` that are not locked: killed processes left them.
///
/// Failures are ignored, because a leftover file does no harm.
pub(crate) fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_temporary_name(&entry.file_name()) {
            continue;
        }
        let path = entry.path();
        if let Ok(file) = File::options().write(true).open(&path)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_temporary_name(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM_CHARACTERS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a temporary file in `folder` and locks it.
fn create_locked(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_CHARACTERS);
        // The permissions of any new file, which the umask of the process restricts.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        // A file system without locks is no problem: removing a leftover needs a lock, too.
        let _ = file.as_file().lock();
        // Another process may have removed it as a leftover before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
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
    fn leftovers_are_removed_but_not_files_in_use() {
        let folder = tempdir().unwrap();
        let (path, left) = (folder.path().join("a"), folder.path().join(".coverlab-0123456789.tmp"));
        let others = [".coverlab-012345678.tmp", ".coverlab-01234567_9.tmp", "a.tmp", ".coverlab-0123456789"];
        others.iter().for_each(|name| fs::write(folder.path().join(name), b"").unwrap());
        fs::write(&left, b"half").unwrap();
        let (first, mut file) = AtomicFile::begin(&path).unwrap();
        assert!(!left.exists());
        write(&path, b"second").unwrap();
        file.write_all(b"first").unwrap();
        first.commit(&file).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(&folder).len(), 1 + others.len());
    }

    /// The environment variable with the file that the process to kill writes.
    #[cfg(unix)]
    const VICTIM: &str = "COVERLAB_TEST_ATOMIC_FILE";

    /// Writes half a file and waits to be killed.
    #[cfg(unix)]
    fn write_half(path: &Path) {
        let (_atomic, mut file) = AtomicFile::begin(path).unwrap();
        file.write_all(b"half").unwrap();
        file.sync_data().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(600));
    }

    /// The test starts its own program again, with this test alone, as the process to kill.
    #[cfg(unix)]
    #[test]
    fn a_killed_writer_leaves_the_old_file_and_its_leftover_is_removed() {
        if let Some(path) = std::env::var_os(VICTIM) {
            return write_half(Path::new(&path));
        }
        let folder = tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"old").unwrap();
        let this_test = "atomic_file::tests::a_killed_writer_leaves_the_old_file_and_its_leftover_is_removed";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", this_test, "--quiet"])
            .env(VICTIM, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let half = || {
            let mut left = names(&folder).into_iter().filter(|name| name != "a");
            left.any(|name| fs::read(folder.path().join(name)).is_ok_and(|content| content == b"half"))
        };
        while !half() {
            assert_eq!(child.try_wait().unwrap(), None, "the writer ended early");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        remove_leftovers(folder.path());
        assert!(half(), "the file of a running process is not a leftover");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&folder).len(), 2);
        write(&path, b"new").unwrap();
        assert_eq!((names(&folder), fs::read(&path).unwrap()), (vec!["a".to_string()], b"new".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_planted_links_are_not_followed() {
        use std::fs::Permissions;
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), b"precious").unwrap();
        // Guessable names, and one that looks like a leftover.
        for name in [format!("a.{}.tmp", std::process::id()), ".coverlab-0123456789.tmp".to_string()] {
            symlink("victim", at(&name)).unwrap();
        }
        write(&at("a"), b"new").unwrap();
        assert_eq!(fs::read(at("victim")).unwrap(), b"precious");
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
