//! Names of corpora, and unique names for the puzzles in a file. A puzzle without a name is named after its line.

use crate::output::safe_name;
use smol_str::{SmolStr, SmolStrBuilder, format_smolstr};
use std::collections::HashSet;
use std::path::Path;

/// A file's name without its extensions, safe for a terminal: `a` for `a.cnf.gz`.
pub fn corpus_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = [".gz", ".zst", ".zstd"].iter().find_map(|packer| name.strip_suffix(packer)).unwrap_or(&name);
    safe_name(&Path::new(plain).file_stem().unwrap_or_default().to_string_lossy()).into_owned()
}

/// The name of a puzzle without a name on line `line`.
fn of_line(line: usize) -> SmolStr {
    let mut name = SmolStrBuilder::new();
    name.push_str("line-");
    name.push_str(itoa::Buffer::new().format(line));
    name.finish()
}

/// `name`, made safe for a terminal, followed by the line number.
fn with_line(name: &str, line: usize) -> SmolStr {
    format_smolstr!("{} (line {line})", safe_name(name))
}

/// The names in use.
#[derive(Default)]
pub(super) struct UniqueNames(HashSet<SmolStr>);

impl UniqueNames {
    /// Chooses a unique name for the puzzle on line `line`: `given` if there is one, made safe for a terminal. If that
    /// name is in use, the line number is added to it. A duplicate is not an error, because the words after a puzzle
    /// may be a rating instead of a name.
    pub(super) fn choose(&mut self, given: Option<&str>, line: usize) -> SmolStr {
        let mut name = given.map_or_else(|| of_line(line), |given| SmolStr::new(safe_name(given)));
        while !self.0.insert(name.clone()) {
            name = with_line(&name, line);
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_gets_a_unique_name() {
        let (mut names, mut seen) = (UniqueNames::default(), Vec::new());
        let mut expect = |given, line, name: &str| {
            assert_eq!(names.choose(given, line), name);
            assert!(!seen.contains(&name.to_string()));
            seen.push(name.to_string());
        };
        expect(None, 1, "line-1");
        expect(None, 3, "line-3");
        expect(Some("line-1"), 4, "line-1 (line 4)");
        expect(Some("line-01"), 5, "line-01");
        expect(Some("line-2"), 6, "line-2");
        expect(Some("line-8"), 7, "line-8");
        expect(None, 8, "line-8 (line 8)");
        expect(Some("7.1"), 9, "7.1");
        expect(Some("7.1"), 10, "7.1 (line 10)");
        expect(Some("7.1 (line 12)"), 11, "7.1 (line 12)");
        expect(Some("7.1"), 12, "7.1 (line 12) (line 12)");
        expect(None, 13, "line-13");
        expect(Some("\u{1b}[31mred"), 13, "\\u001b[31mred");
        expect(Some("\\u001b[31mred"), 13, "\\u001b[31mred (line 13)");
        // Repeated line numbers, as of several puzzles on one line.
        expect(None, 13, "line-13 (line 13)");
        expect(None, 13, "line-13 (line 13) (line 13)");
    }
}
