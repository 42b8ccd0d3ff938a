//! DIMACS CNF, the format of the SAT competitions (*Satisfiability: Suggested Format*, DIMACS Challenge,
//! 1993).
//!
//! ```text
//! c a comment
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```
//!
//! The header gives the numbers of variables and clauses. Each clause ends with 0; line breaks have no
//! meaning. A line that starts with `c` is a comment, anywhere in the file. A line that starts with `%` ends
//! the formula, as in the SATLIB collection.
//!
//! A comment `c p show 1 2 3 0` lists decisive variables, as in the Model Counting Competition (*MC 2021
//! format*). Several such comments are combined. Weights and other notations of a projection are ignored;
//! [`RelevantComments`] finds them.

mod ignored_comments;

pub use ignored_comments::{IgnoredComment, RelevantComments};

use super::Error;
use super::text_lines::{Lines, TextLine, Word};
use crate::{Cnf, Literal, Model};
use std::fmt::Write;

/// Parses a formula.
///
/// # Errors
/// The first error, with its place in the text.
pub fn read(input: impl AsRef<[u8]>) -> Result<Cnf, Error> {
    let bytes = input.as_ref();
    let mut lines = FormulaLines { lines: Lines::new(bytes), shown: Vec::new() };
    let mut line = lines.next()?.ok_or_else(|| Error::whole("no header").help(HEADER))?;
    let mut words = line.words();
    let header = read_header(&mut words)?;
    // The header may state any number of clauses, so the memory reserved is also bounded by the length of the
    // text.
    let room = header.clauses.min(bytes.len() / 2 + 1);
    let mut cnf = Cnf::new(header.variables).with_capacity(room, bytes.len() / 4);
    let (mut clause, mut count) = (Vec::new(), 0);
    loop {
        for word in words {
            match read_literal(word, header.variables)? {
                0 => {
                    cnf.clause(&clause);
                    clause.clear();
                    count += 1;
                }
                literal => clause.push(literal),
            }
        }
        let Some(next) = lines.next()? else { break };
        (line, words) = (next, next.words());
    }
    if !clause.is_empty() {
        let end = line.text.trim_ascii_end().len();
        let error = line.error_at(&line.text[end..end], "the last clause has no end");
        return Err(error.label("0 missing").help("every clause ends with 0"));
    }
    if count != header.clauses {
        let declared = match header.clauses {
            1 => "1 clause".to_string(),
            clauses => format!("{clauses} clauses"),
        };
        let what = format!("the header declares {declared}, but the file has {count}");
        let error = header.count.error(what).label(format!("{count} in the file"));
        return Err(error.help("correct the header, or complete the file"));
    }
    if !lines.shown.is_empty() {
        cnf.project_to(read_shown(&lines.shown, header.variables)?);
    }
    Ok(cnf)
}

/// Whether a line is a comment that lists decisive variables.
fn shows(line: &[u8]) -> bool {
    matches!(first_words(line), [b"c", b"p", b"show"])
}

/// Whether a line is any other comment.
fn is_plain_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"c") && !shows(line)
}

/// The first three words of a line; empty where there are fewer.
fn first_words(line: &[u8]) -> [&[u8]; 3] {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

/// Formats a model as the SAT competitions require: lines that start with `v`, with a 0 at the end. The last
/// line has no line break.
pub fn write_model(model: &Model) -> String {
    let literal =
        |(k, &value): (usize, &bool)| if value { format!("{}", k + 1) } else { format!("-{}", k + 1) };
    let words = model.values().iter().enumerate().map(literal).chain(std::iter::once("0".to_string()));
    let (mut text, mut width) = ("v".to_string(), 1);
    for word in words {
        if width + 1 + word.len() > 78 {
            text.push_str("\nv");
            width = 1;
        }
        text.push(' ');
        text.push_str(&word);
        width += 1 + word.len();
    }
    text
}

/// Formats a formula, preceded by `comments` of one line each. [`read`] restores its variables and clauses. A
/// projection ([`Cnf::decisive`]) and whether the models form an antichain are not written.
pub fn write(cnf: &Cnf, comments: &[&str]) -> String {
    let mut text = String::with_capacity(cnf.literals() * 5 + 64);
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        text.push_str("c ");
        text.push_str(line);
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "p cnf {} {}", cnf.variables(), cnf.clauses().len());
    for clause in cnf.clauses() {
        for literal in clause {
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    text
}

/// The lines of the file with words, without comments, up to a line that starts with `%`.
struct FormulaLines<'a> {
    lines: Lines<'a>,
    /// The comments that list decisive variables.
    shown: Vec<TextLine<'a>>,
}

impl<'a> FormulaLines<'a> {
    fn next(&mut self) -> Result<Option<TextLine<'a>>, Error> {
        for line in &mut self.lines {
            let line = match line {
                // A comment may contain any bytes.
                Err(error) if is_plain_comment(error.text.as_bytes()) => continue,
                Err(error) => return Err(error.help("save the file as UTF-8")),
                Ok(line) => line,
            };
            match line.text.trim_ascii_start().as_bytes() {
                [] => {}
                text if is_plain_comment(text) => {}
                [b'c', ..] => self.shown.push(line),
                [b'%', ..] => return Ok(None),
                _ => return Ok(Some(line)),
            }
        }
        Ok(None)
    }
}

struct Header<'a> {
    variables: usize,
    clauses: usize,
    count: Word<'a>,
}

const HEADER: &str = "the clauses follow a header `p cnf VARIABLES CLAUSES`";

/// Parses the header from the words of the first line.
fn read_header<'a>(words: &mut impl Iterator<Item = Word<'a>>) -> Result<Header<'a>, Error> {
    let first = words.next().expect("a line with words");
    if first.text != "p" {
        return Err(first.error("no header before the first clause").label("expected `p`").help(HEADER));
    }
    let mut field = |name: &str| {
        let missing = || first.error(format!("the header has no {name}")).label("incomplete").help(HEADER);
        words.next().ok_or_else(missing)
    };
    let (kind, variables, count) =
        (field("`cnf`")?, field("number of variables")?, field("number of clauses")?);
    if kind.text != "cnf" {
        let error = kind.error(format!("`{}` instead of `cnf`", kind.text));
        return Err(error.label("another kind of problem").help(HEADER));
    }
    let number = |word: Word<'_>, most: usize| {
        let digits = Some(word.text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        digits.and_then(|t| t.parse().ok()).filter(|&n: &usize| n <= most).ok_or_else(|| {
            let error = word.error(format!("`{}` is not a number up to {most}", word.text));
            error.label("not a count").help(HEADER)
        })
    };
    Ok(Header {
        variables: number(variables, Literal::MAX as usize)?,
        clauses: number(count, usize::MAX)?,
        count,
    })
}

/// Parses a literal, or the 0 that ends a clause.
fn read_literal(word: Word<'_>, variables: usize) -> Result<Literal, Error> {
    let (sign, digits) = word.text.strip_prefix('-').map_or((1, word.text), |digits| (-1, digits));
    let mut variable = 0_u64;
    for digit in digits.bytes() {
        if !digit.is_ascii_digit() {
            return Err(bad_literal(word));
        }
        variable = (variable * 10 + u64::from(digit - b'0')).min(u64::from(u32::MAX));
    }
    if digits.is_empty() || (variable == 0 && sign < 0) {
        return Err(bad_literal(word));
    }
    if variable > variables as u64 {
        let declared = match variables {
            1 => "1 variable".to_string(),
            _ => format!("{variables} variables"),
        };
        let error = word.error(format!("literal {} beyond the variables", word.text));
        let error = error.label(format!("the header has {declared}"));
        return Err(error.help("correct the header's number of variables"));
    }
    Ok(sign * variable as Literal)
}

/// Parses the decisive variables that comments list.
fn read_shown(comments: &[TextLine<'_>], variables: usize) -> Result<Vec<Literal>, Error> {
    let mut shown = Vec::new();
    for &line in comments {
        let mut ended = false;
        // The first three words are `c`, `p` and `show`.
        for word in line.words().skip(3) {
            match read_literal(word, variables)? {
                0 => ended = true,
                variable if variable > 0 && !ended => shown.push(variable),
                _ => return Err(bad_literal(word)),
            }
        }
        if !ended {
            let begin = &line.text.trim_ascii_start()[..1];
            let error = line.error_at(begin, "the list of variables to show has no end");
            return Err(error
                .label("0 missing")
                .help("end it with 0, or begin the comment with other words"));
        }
    }
    shown.sort_unstable();
    shown.dedup();
    Ok(shown)
}

fn bad_literal(word: Word<'_>) -> Error {
    let help = "a literal is a variable's number, with `-` for its negation; 0 ends a clause";
    word.error(format!("`{}` is not a literal", word.text)).label("not a number").help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "c by hand\np cnf 3 3\n1 -3 0\n2 3 -1 0\n0\n";

    fn says(text: impl AsRef<[u8]>) -> (String, usize, usize, usize) {
        let error = read(text).unwrap_err();
        assert!(error.line == 0 || !error.label.is_empty(), "{error}");
        assert!(!error.help.is_empty(), "{error}");
        (error.what.clone(), error.line, error.column, error.width)
    }

    #[test]
    fn reads_what_it_writes() {
        let cnf = read(SMALL).unwrap();
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[1, -3][..], &[2, 3, -1], &[]]);
        assert_eq!(write(&cnf, &["by hand"]), SMALL);
        assert_eq!(write(&cnf, &["two\nlines"]).lines().nth(1), Some("c lines"));
        assert_eq!(write(&read("p cnf 0 0").unwrap(), &[]), "p cnf 0 0\n");
    }

    #[test]
    fn lines_mean_nothing_and_comments_stand_anywhere() {
        let text = b"c caf\xe9\r\n p  cnf 3\t3 \r\n1\n-3 0 2\r\nc p cnf 9 9\n 3 -1\n0 0\n%\n0\n\nanything";
        assert_eq!(read(text).unwrap(), read(SMALL).unwrap());
    }

    #[test]
    fn a_comment_may_name_what_to_show() {
        let text = "c p show 2 0\np cnf 3 1\nc a word\nc p          show 3 2 0\n1 2 0\n";
        assert_eq!(read(text).unwrap().decisive(), Some(&[2, 3][..]));
        assert_eq!(read(SMALL).unwrap().decisive(), None);
        let says = |show: &str| says(format!("p cnf 3 0\nc p show {show}\n"));
        assert_eq!(says("4 0"), ("literal 4 beyond the variables".into(), 2, 10, 1));
        assert_eq!(says("-1 0"), ("`-1` is not a literal".into(), 2, 10, 2));
        assert_eq!(says("1 x 0"), ("`x` is not a literal".into(), 2, 12, 1));
        assert_eq!(says("1 2"), ("the list of variables to show has no end".into(), 2, 1, 1));
    }

    #[test]
    fn a_model_is_v_lines() {
        let text = write_model(&Model::new((0..40).map(|k| k % 2 == 0).collect()));
        assert!(text.starts_with("v 1 -2 3 -4") && text.ends_with("39 -40 0"));
        assert!(text.lines().count() > 1 && text.lines().all(|l| l.starts_with("v ") && l.len() <= 78));
        assert_eq!(write_model(&Model::new(vec![])), "v 0");
    }

    #[test]
    fn errors_have_a_place() {
        assert_eq!(says(""), ("no header".into(), 0, 0, 0));
        assert_eq!(says("c x\n 1 2 0"), ("no header before the first clause".into(), 2, 2, 1));
        assert_eq!(says("p cnf 3\n1 0"), ("the header has no number of clauses".into(), 1, 1, 1));
        assert_eq!(says("p sat 3 1\n1 0"), ("`sat` instead of `cnf`".into(), 1, 3, 3));
        assert_eq!(says("p cnf x 1"), ("`x` is not a number up to 2147483647".into(), 1, 7, 1));
        assert_eq!(says("p cnf 2 1\n1 -x 0"), ("`-x` is not a literal".into(), 2, 3, 2));
        assert_eq!(says("p cnf 2 1\n1 -0"), ("`-0` is not a literal".into(), 2, 3, 2));
        assert_eq!(says("p cnf 2 1\n1 p 0"), ("`p` is not a literal".into(), 2, 3, 1));
        assert_eq!(says("p cnf 2 1\n1 -3 0"), ("literal -3 beyond the variables".into(), 2, 3, 2));
        let huge = "p cnf 2 1\n99999999999999999999999999 0";
        assert_eq!(says(huge), ("literal 99999999999999999999999999 beyond the variables".into(), 2, 1, 26));
        assert_eq!(says("p cnf 2 1\n1 2\n"), ("the last clause has no end".into(), 2, 4, 0));
        assert_eq!(says("p cnf 2 1\n1 2\n%\n0\n").0, "the last clause has no end");
        assert_eq!(
            says("c\np cnf 2 3\n1 0\n"),
            ("the header declares 3 clauses, but the file has 1".into(), 2, 9, 1)
        );
        let endless = "p cnf 2 18446744073709551615\n";
        assert_eq!(says(endless).0, "the header declares 18446744073709551615 clauses, but the file has 0");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(prop::num::u8::ANY, 0..60)) {
            let _ = read(&bytes);
            let _ = read([b"p cnf 5 2\n", &bytes[..]].concat());
        }

        #[test]
        fn no_mutation_panics_and_what_is_read_is_written(
            edits in prop::collection::vec((0..SMALL.len(), prop::sample::select(&b"cp%0123- \n\r\xff"[..])), 0..6),
        ) {
            let mut bytes = SMALL.as_bytes().to_vec();
            for (at, byte) in edits {
                bytes[at] = byte;
            }
            if let Ok(cnf) = read(&bytes) {
                prop_assert_eq!(read(write(&cnf, &["x"])).unwrap(), cnf);
            }
        }
    }
}
