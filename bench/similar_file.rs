//! Suggests an existing file for a mistyped path.

use coverlab_model::nearest;
use std::path::Path;

/// The path of the file in the same folder whose name is most similar to that of `path`; `None` if none is similar.
pub(crate) fn similar_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let name = path.file_name()?.to_str()?;
    let names: Vec<String> = files.flatten().filter_map(|f| f.file_name().into_string().ok()).collect();
    // A file of the same name is a symbolic link that leads nowhere.
    let near = nearest(name, names.iter().map(String::as_str).filter(|other| *other != name))?;
    Some(folder.map_or_else(|| near.to_string(), |folder| folder.join(near).display().to_string()))
}
