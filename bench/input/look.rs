//! What a text without a telling name begins as.

use std::io::{self, Cursor, Read};

/// Bytes behind which no more is looked at.
const LONGEST: usize = 1 << 20;

/// Bytes that are read at a time, if there are as many.
const CHUNK: usize = 1 << 16;

/// What a beginning tells.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    /// It is of the format with this ending.
    Format(&'static str),
    /// It is something else.
    Nothing,
    /// More of it must be seen.
    More,
}

/// The ending of the format of formulas or exact covers that `source` begins in, if it does, and all of `source`. No
/// more is read than it takes to tell, so that puzzles which come one by one are not waited for.
pub(crate) fn look(
    mut source: Box<dyn Read + Send>,
) -> io::Result<(Option<&'static str>, Box<dyn Read + Send>)> {
    let mut text = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let format = loop {
        let read = source.read(&mut chunk)?;
        text.extend_from_slice(&chunk[..read]);
        match told(&text, read == 0) {
            Told::Format(ending) => break Some(ending),
            Told::More if text.len() < LONGEST => {}
            Told::Nothing | Told::More => break None,
        }
    };
    Ok((format, Box::new(Cursor::new(text).chain(source))))
}

/// What `text` is by its first lines; `whole` says that no more follows.
fn told(text: &[u8], whole: bool) -> Told {
    let end = if whole { text.len() } else { text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1) };
    let text = String::from_utf8_lossy(&text[..end]);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let more = if whole { Told::Nothing } else { Told::More };
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("p"), Some("cnf" | "wcnf")) => return Told::Format("cnf"),
            (Some("p"), Some("ec")) => return Told::Format("ec"),
            (Some("c"), _) => {}
            _ if is_remark(line) => {}
            _ => {
                let Some(items) = items(line) else { return Told::Nothing };
                let Some(option) = lines.find(|line| !is_remark(line)) else { return more };
                let all_items = option.split_whitespace().all(|word| items.contains(&without_color(word)));
                return if all_items { Told::Format("dlx") } else { Told::Nothing };
            }
        }
    }
    more
}

/// A comment of Knuth's format; the rows of a drawn board that begin like one have bars in them.
fn is_remark(line: &str) -> bool {
    line.strip_prefix("| ").is_some_and(|rest| !rest.contains('|'))
}

fn without_color(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

/// The names of a line of items. The row of a board has one word, words that are the same, or no names in it: the one
/// that items need is a letter and more.
fn items(line: &str) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let name = |word: &'_ str| word.chars().any(char::is_alphabetic) && word.chars().count() > 1;
    for word in line.split_whitespace().filter(|word| *word != "|") {
        let item = word.rsplit('|').next().unwrap_or(word);
        if items.contains(&item) {
            return None;
        }
        items.push(item);
    }
    (items.len() > 1 && items.iter().any(|item| name(item))).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_covers_are_told_from_boards() {
        for (text, format) in [
            ("p cnf 1 1\n1 0\n", Some("cnf")),
            ("c a formula\nc\n\np  cnf 1 1\n", Some("cnf")),
            ("p wcnf 1 1 2\n", Some("cnf")),
            ("c sets\np ec 3\ns 1 2\n", Some("ec")),
            ("ada grace nine ten | projector\nada nine\n", Some("dlx")),
            ("| langford:4\n1 2 s1 s2\n| an option\n1 s1\n", Some("dlx")),
            ("2|a1 0:3|b1 c1\nb1 c1:red\n", Some("dlx")),
            ("a b\na\n", None),
            ("", None),
            ("c ..\n", None),
            ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", None),
            ("c 1 . . | . 2 . .\n", None),
            ("| 1 . | . 2 |\n| . . | . . |\n", None),
            ("*---*\n|12.|\n", None),
            ("..1.....3..34.\n", None),
            ("# a remark\n1234341221434321\n", None),
            ("puzzle,solution\n1.3.,\n", None),
            ("first second\n1... ....\n", None),
        ] {
            let all = look(Box::new(Cursor::new(text.to_string()))).unwrap();
            let mut again = String::new();
            { all.1 }.read_to_string(&mut again).unwrap();
            assert_eq!((all.0, again.as_str()), (format, text));
        }
    }

    #[test]
    fn no_more_is_waited_for_than_tells() {
        assert_eq!(told(b"..1.....3..34.\n", false), Told::Nothing);
        assert_eq!(told(b"p cnf 1 1\n", false), Told::Format("cnf"));
        for text in ["p cnf", "c\n", "ada grace nine\n", "ada grace nine\nada ni"] {
            assert_eq!(told(text.as_bytes(), false), Told::More, "{text}");
        }
    }
}
