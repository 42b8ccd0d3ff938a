//! Detects the kind of an instance by its text: on the page, in a lesson, and in an input whose name does not show it.
//!
//! A text with an error counts as the kind that it resembles, so that the reader of that format reports the error.

use crate::format::sudoku::{self, Options};
use std::collections::HashSet;

/// The kind of instance that a text appears to contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// The spec of a family, perhaps misspelled: `queens:8`.
    Family,
    /// A formula in DIMACS.
    Formula,
    /// An exact cover as sets of numbers, `.ec`.
    EcCover,
    /// An exact cover in Knuth's format, `.dlx`.
    KnuthCover,
    /// A Sudoku, or something that is none of the other kinds.
    Sudoku,
}

impl TextKind {
    /// Detects the kind of `text`.
    pub fn of(text: &str) -> TextKind {
        let word = text.trim();
        if !word.contains(char::is_whitespace) && resembles_spec(word) {
            return TextKind::Family;
        }
        TextKind::of_lines(text, true).unwrap_or(TextKind::Sudoku)
    }

    /// Detects the kind by the first lines of a text, or by all of them if `is_complete`. `None` if they do not show it.
    pub fn of_lines(text: &str, is_complete: bool) -> Option<TextKind> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut has_comment = false;
        let first = loop {
            let line = lines.next()?;
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                _ if is_comment(line) => has_comment = true,
                _ if has_comment => break line,
                ["p", "ec", ..] => return Some(TextKind::EcCover),
                ["p", "cnf" | "wcnf", ..] | ["cnf" | "pcnf", ..] => return Some(TextKind::Formula),
                // A misspelled header.
                ["p", word, number, ref rest @ ..]
                    if is_name(word) && rest.iter().chain([&number]).all(|word| is_number(word)) =>
                {
                    return Some(TextKind::Formula);
                }
                ["c", ..] => {}
                // A comment of a file of puzzles.
                _ if line.trim_start().starts_with('#') => return Some(TextKind::Sudoku),
                _ => break line,
            }
        };
        if has_comment && (first.contains(char::is_alphanumeric) || first.trim() == "|") {
            return Some(TextKind::KnuthCover);
        }
        let mut rest = lines.filter(|line| !is_comment(line));
        match items(first) {
            _ if has_whole_puzzle(first) => Some(TextKind::Sudoku),
            _ if is_clause(first) => Some(TextKind::Formula),
            None => Some(TextKind::Sudoku),
            Some(_) if rest.clone().any(is_clause) => Some(TextKind::Formula),
            Some(items) if items.iter().any(|item| is_name(item)) => {
                rest.next().map(|option| match resembles_option(&items, option) {
                    true => TextKind::KnuthCover,
                    false => TextKind::Sudoku,
                })
            }
            Some(items) => is_complete.then(|| match resembles_options(&items, rest) && !has_puzzles(text) {
                true => TextKind::KnuthCover,
                false => TextKind::Sudoku,
            }),
        }
    }
}

/// Whether `word` is written like the spec of a family. A longer name may be a puzzle, with `-` for an empty cell.
fn resembles_spec(word: &str) -> bool {
    let name = word.split(':').next().unwrap_or_default();
    (3..60).contains(&name.len()) && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

fn has_puzzles(text: &str) -> bool {
    sudoku::read(text.as_bytes(), &Options::default()).is_ok()
}

/// Whether a word of a line is a whole puzzle, beside which there may be a name.
fn has_whole_puzzle(line: &str) -> bool {
    line.split_whitespace().any(|word| word.len() >= 16 && has_puzzles(word))
}

/// Whether a line is a comment of Knuth's format. A row of a drawn board may begin like one, but contains more bars.
fn is_comment(line: &str) -> bool {
    line.strip_prefix("| ").is_some_and(|rest| !rest.contains('|'))
}

/// Whether a line is a clause with a negative literal, which no other format has.
fn is_clause(line: &str) -> bool {
    let words = || line.split_whitespace();
    words().next_back() == Some("0")
        && words().any(|word| word.starts_with('-'))
        && words().all(|word| is_number(word.strip_prefix('-').unwrap_or(word)))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty()
}

/// Whether a word is too long for a symbol of a board, and not a number.
fn is_name(word: &str) -> bool {
    word.chars().any(char::is_alphabetic) && word.chars().count() > 1
}

/// The item of a word such as `item:color`.
fn without_color(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

/// The names in a line of items of Knuth's format, which are different; `None` if the line may be a row of a board, with
/// equal symbols or in one word of several characters.
fn items(line: &str) -> Option<HashSet<&str>> {
    let mut items = HashSet::new();
    for word in words(line) {
        if !items.insert(word.rsplit('|').next().unwrap_or(word)) {
            return None;
        }
    }
    (items.len() > 1 || line.trim().len() == 1).then_some(items)
}

/// The words of a line, without bars.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().filter(|word| *word != "|")
}

/// Whether at least half of the words in a line are items, and the others may be misspelled ones.
fn resembles_option(items: &HashSet<&str>, line: &str) -> bool {
    let names = || words(line).map(without_color);
    let known = names().filter(|name| items.contains(name)).count();
    let may_be_misspelled = |name: &str| items.contains(name) || name.contains(char::is_alphanumeric);
    known > 0 && 2 * known >= names().count() && names().all(may_be_misspelled)
}

/// Whether at least half of the lines resemble options. Lines that are as long as that of the items are rows of a board if these
/// include a number, or if there are as many lines as items.
fn resembles_options<'a>(items: &HashSet<&str>, lines: impl Iterator<Item = &'a str> + Clone) -> bool {
    let is_board = items.iter().any(|item| is_number(item)) || lines.clone().count() + 1 == items.len();
    let resembles =
        |line: &&str| resembles_option(items, line) && !(is_board && words(line).count() == items.len());
    let options = lines.clone().filter(resembles).count();
    options > 0 && 2 * options >= lines.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG_SPEC: &str = "word-square:abcde,fghij,klmno,pqrst,uvwxy,abcde,fghij,klmno,pqrst";
    const LONG_MISSPELLED: &str = "word-sqare:abcde,fghij,klmno,pqrst,uvwxy,abcde,fghij,klmno,pqrst";

    #[test]
    fn the_kind_of_a_text_is_detected() {
        for (kind, texts) in [
            (TextKind::Family, &["queens:8", "queen:8", " queens:8\n", LONG_SPEC, LONG_MISSPELLED][..]),
            (
                TextKind::Formula,
                &[
                    "p cnf 1 1\n1 0\n",
                    "c a formula\nc\n\np  cnf 1 1\n",
                    "p wcnf 1 1 2\n",
                    "p cfn 1 1\n1 0\n",
                    "pcnf 1 1\n1 0\n",
                    "1 2 0\n-1 2 0\n",
                ],
            ),
            (TextKind::EcCover, &["p ec 2\ns 1 2\n", "c sets\np ec 3\ns 1 2\n"]),
            (
                TextKind::KnuthCover,
                &[
                    "ada grace nine ten | projector\nada nine\n",
                    "ada grace nine\nada nien\ngrace\n",
                    "| langford:4\n1 2 s1 s2\n| an option\n1 s1\n",
                    "2|a1 0:3|b1 c1\nb1 c1:red\n",
                    "| the cover\n1 4 7\n1 4\n",
                    "| items of one letter\nc e a\nc e\n",
                    "| a cover without options\n1 2\n",
                    "| a cover without items\n |\n",
                    "| items\n#1 #b\n#1\n",
                    "| items like a header\ncnf dlx ec\ncnf dlx\nec\n",
                    "| items like a header\np ab 1 2\np ab\n",
                    "| an item twice\na b a\na b\n",
                    "p q r | x y\np q x y:A\np r x:A y\np s:B\n",
                    "1 2 3 4 5 6 7\n3 5\n1 4 7\n2 8\n",
                    "a b c\na b\nc\n",
                    "a b c\na b\nd\n",
                    "a b\na\n",
                    "a b\na b\na b\n",
                    "a\na\n",
                ],
            ),
            (
                TextKind::Sudoku,
                &[
                    "",
                    "c ..\n",
                    "1...\n..2.\n....\n...3\n",
                    "1.....2.......3.",
                    "----a---------------------------b-------------------------------c",
                    "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
                    "a b c d\nc d a b\nb a d c\nd c b\n",
                    "Level one\n| |\n1 2\n",
                    "1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1\n",
                    "c 1 . . | . 2 . .\n",
                    "| 1 . | . 2 |\n| . . | . . |\n",
                    "*---*\n|12.|\n",
                    "easy\n1.....2.......3.\n",
                    "- - 1 0\n- 2 - 0\n- - - 0\n3 - - 0\n",
                    "# a remark\n1234341221434321\n",
                    "# Hardest puzzles\n#\n1234341221434321\n",
                    "puzzle,solution\n1.3.,\n",
                    "first second\n1... ....\n",
                    "1.....2.......3. one\n1.....2.......3. two\n1.....2.......3. three\n",
                    "1 1.....2.......3.\n1 1.....2.......3.\n",
                    "Top 1\n1 . . 2\n. 3 4 .\n. . 2 .\n. . . 4\n",
                    "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4\n4 3 | 2 1\n",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(TextKind::of(text), kind, "{text}");
            }
        }
    }

    #[test]
    fn no_more_is_read_than_needed() {
        assert_eq!(TextKind::of_lines("..1.....3..34.\n", false), Some(TextKind::Sudoku));
        assert_eq!(TextKind::of_lines("p cnf 1 1\n", false), Some(TextKind::Formula));
        for text in ["", "c\n", "ada grace nine\n", "1 2 3 4\n3 4 1 2\n"] {
            assert_eq!(TextKind::of_lines(text, false), None, "{text}");
        }
    }
}
