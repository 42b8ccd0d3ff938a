//! Knuth's text format for exact cover, as read by his programs DLX1 and DLX2 (D. E. Knuth, *The Art of
//! Computer Programming* 7.2.2.1, 2022, and its accompanying programs).
//!
//! ```text
//! | a line that begins with a bar is a comment
//! p q r | x y
//! p q x y:A
//! p r x:A y
//! q x:A
//! ```
//!
//! The first line that is not a comment names the items: primary ones and, after a separate bar,
//! secondary ones. Every other line is an option. `x:A` gives the secondary item `x` the color `A`.
//! Words are separated by blanks; empty lines are skipped. A blank and a bar are the line of no items.
//!
//! As in the program DLX3, a primary item may be preceded by the number of options that must cover it:
//! `2:4|p` means two to four, `3|p` exactly three.
//!
//! Three conventions of other programs are accepted: a word that starts with `//` makes the rest of its line
//! a comment, a word `\` at the end of a line joins it with the next line, and a byte order mark at the start
//! of the file is skipped. So an item cannot have such a name.

use super::Error;
use super::text_lines::{Lines, TextLine, Word};
use crate::{BadOption, Color, ExactCover, ExactCoverBuilder, Item, Multiplicity};
use std::collections::HashMap;
use std::fmt::Write;

/// Parses an instance. Options keep the order of the file; colors are numbered in order of their first
/// occurrence.
///
/// # Errors
/// The first error, with its place in the text.
pub fn read(input: impl AsRef<[u8]>) -> Result<ExactCover, Error> {
    let bytes = input.as_ref();
    if u32::try_from(bytes.len()).is_err() {
        return Err(Error::whole("more than 4 GiB of text").help("split the instance"));
    }
    let mut lines = Lines::new(bytes);
    let mut words = Vec::new();
    if !next_words(&mut lines, &mut words)? {
        return Err(Error::whole("no items").help("the first line names the items: `p q r | x y`"));
    }
    let (mut builder, items) = read_items(&words)?;
    let mut colors = HashMap::new();
    let mut entries = Vec::new();
    while next_words(&mut lines, &mut words)? {
        entries.clear();
        for word in &words {
            entries.push(read_entry(word, &items, &mut colors, &mut builder)?);
        }
        let option = builder.colored_option(entries.iter().copied());
        option.map_err(|bad| bad_option(&words, bad))?;
    }
    Ok(builder.build())
}

/// Formats an instance. [`read`] restores it. If a name cannot be written (it is empty, duplicated or `\`,
/// contains a blank, `|` or `:`, or starts with `//`), all items are named by number: `i0`, `i1`, …. The
/// same applies to colors: `c1`, `c2`, ….
pub fn write(cover: &ExactCover) -> String {
    let items = names((0..cover.items()).map(|i| cover.item_name(i as Item)), "i", 0);
    let most = (0..cover.options() as u32).flat_map(|o| cover.option(o)).map(|e| e.1).max().unwrap_or(0);
    let colors = names((1..=most).map(|c| cover.color_name(c)), "c", 1);
    let primary = |(k, name): (usize, &String)| match cover.multiplicity(k as Item) {
        Multiplicity::ONE => name.clone(),
        Multiplicity { least, most } if least == most => format!("{least}|{name}"),
        Multiplicity { least, most } => format!("{least}:{most}|{name}"),
    };
    let mut text = items[..cover.primary()].iter().enumerate().map(primary).collect::<Vec<_>>().join(" ");
    let secondary = &items[cover.primary()..];
    // Without items, the bar keeps the line from being empty. A blank before it keeps it from being a comment.
    if !secondary.is_empty() || items.is_empty() {
        text.push_str(" |");
    }
    secondary.iter().for_each(|name| text.extend([" ", name.as_str()]));
    for option in 0..cover.options() as u32 {
        for (k, &(item, color)) in cover.option(option).iter().enumerate() {
            text.push(if k == 0 { '\n' } else { ' ' });
            text.push_str(&items[item as usize]);
            if color != 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, ":{}", colors[color as usize - 1]);
            }
        }
    }
    text.push('\n');
    text
}

/// The names, if all of them can be written; otherwise `prefix` with numbers from `first`.
fn names(names: impl Iterator<Item = String>, prefix: &str, first: usize) -> Vec<String> {
    let names: Vec<String> = names.collect();
    let mut seen = std::collections::HashSet::new();
    let fits = |name: &String| {
        let blank = |c: char| c.is_ascii_whitespace() || c == '|' || c == ':';
        !name.is_empty() && !name.contains(blank) && !name.starts_with("//") && name != "\\"
    };
    if names.iter().all(|name| fits(name) && seen.insert(name.as_str())) {
        // A byte order mark at the start of the file would be skipped.
        if names.first().is_none_or(|name| !name.starts_with('\u{feff}')) {
            return names;
        }
    }
    (first..first + names.len()).map(|k| format!("{prefix}{k}")).collect()
}

/// Reads the words of the next line that has any, without comments. Returns `false` at the end of the file.
fn next_words<'a>(lines: &mut Lines<'a>, words: &mut Vec<Word<'a>>) -> Result<bool, Error> {
    words.clear();
    let mut joined = false;
    while words.is_empty() || joined {
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|error| error.help("save the file as UTF-8"))?;
        if joined || !line.text.starts_with('|') {
            joined = split(line, words);
        }
    }
    Ok(!words.is_empty())
}

/// Appends the words of one line. Returns whether the next line is joined to it.
fn split<'a>(line: TextLine<'a>, words: &mut Vec<Word<'a>>) -> bool {
    let mut rest = line.words().peekable();
    while let Some(word) = rest.next() {
        match word.text {
            "\\" if rest.peek().is_none() => return true,
            text if text.starts_with("//") => return false,
            _ => words.push(word),
        }
    }
    false
}

type Items<'a> = HashMap<&'a str, Item>;

fn read_items<'a>(words: &[Word<'a>]) -> Result<(ExactCoverBuilder, Items<'a>), Error> {
    let bar = words.iter().position(|w| w.text == "|").unwrap_or(words.len());
    let (primary, secondary) = (&words[..bar], words.get(bar + 1..).unwrap_or(&[]));
    let mut items = Items::with_capacity(words.len());
    let mut names = Vec::with_capacity(words.len());
    let mut multiplicities = Vec::new();
    for (item, word) in primary.iter().chain(secondary).enumerate() {
        if word.text == "|" {
            let error = word.error("a second `|` in the line of items");
            return Err(error.label("one is enough").help("primary items, one `|`, secondary items"));
        }
        let (multiplicity, name) = read_multiplicity(word)?;
        if let Some(multiplicity) = multiplicity {
            if item >= primary.len() {
                let error = word.error("multiplicity of a secondary item");
                return Err(error.label("secondary").help("only items before the `|` have multiplicities"));
            }
            multiplicities.push((item as Item, multiplicity));
        }
        if items.insert(name, item as Item).is_some() {
            let error = word.line.error_at(name, format!("item `{name}` is named twice"));
            return Err(error.label("again").help("each item needs its own name"));
        }
        names.push(name);
    }
    let (primary, secondary) = names.split_at(primary.len());
    let mut builder = ExactCoverBuilder::named(primary, secondary);
    for (item, Multiplicity { least, most }) in multiplicities {
        builder.multiplicity(item, least, most).expect("a range that was checked");
    }
    Ok((builder, items))
}

/// Parses the name of an item and the multiplicity that may precede it.
fn read_multiplicity<'a>(word: &Word<'a>) -> Result<(Option<Multiplicity>, &'a str), Error> {
    let (range, name) = match word.text.split_once('|') {
        Some((range, name)) => (Some(range), name),
        None => (None, word.text),
    };
    if let Some(k) = name.find(['|', ':']) {
        let what = format!("item name `{name}` contains `{}`", &name[k..=k]);
        let help = "names contain neither `|` nor `:`; a multiplicity is written `2:4|name`";
        return Err(word.line.error_at(&name[k..=k], what).label("not in a name").help(help));
    }
    let Some(range) = range else { return Ok((None, name)) };
    if name.is_empty() {
        let error = word.line.error_at(name, "a multiplicity without an item").label("a name is missing");
        return Err(error.help("a multiplicity is written `2:4|name`"));
    }
    let (least, most) = range.split_once(':').unwrap_or((range, range));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most && most > 0 => Ok((Some(Multiplicity { least, most }), name)),
        _ => {
            let error = word.line.error_at(range, format!("`{range}` is not a multiplicity"));
            let help = "write `least:most|name` with least <= most and most > 0, or `number|name`";
            Err(error.label("not a range").help(help))
        }
    }
}

fn read_entry<'a>(
    word: &Word<'a>,
    items: &Items<'a>,
    colors: &mut HashMap<&'a str, Color>,
    builder: &mut ExactCoverBuilder,
) -> Result<(Item, Color), Error> {
    let (name, color) = match word.text.split_once(':') {
        Some((name, color)) => (name, Some(color)),
        None => (word.text, None),
    };
    if name.is_empty() {
        let error = word.line.error_at(name, "no item before the `:`").label("a name is missing");
        return Err(error.help("write `item:color`"));
    }
    let Some(&item) = items.get(name) else {
        let error = word.line.error_at(name, format!("unknown item `{name}`"));
        return Err(error.label("not in the line of items").help("the first line names every item"));
    };
    match color {
        None => Ok((item, 0)),
        Some(color @ "") => {
            let error = word.line.error_at(color, format!("no color after `{name}:`"));
            Err(error.label("a color is missing").help("write `item:color`, or the item alone"))
        }
        Some(color) if color.contains(':') => {
            let error = word.line.error_at(color, format!("two colors on `{name}`"));
            Err(error.label("one color, without `:`").help("an option gives an item one color"))
        }
        Some(color) => Ok((item, *colors.entry(color).or_insert_with(|| builder.color(color)))),
    }
}

/// The error for an option that the builder rejected, at the word that caused it.
fn bad_option(words: &[Word<'_>], bad: BadOption) -> Error {
    let (k, what, label, help) = match bad {
        BadOption::ItemTwice(k) => {
            (k, "item twice in one option", "again", "an option is a set: each item at most once")
        }
        BadOption::ColorOnPrimary(k) => (
            k,
            "color on a primary item",
            "primary",
            "only items after the `|` of the first line take colors",
        ),
        BadOption::UnknownItem(k) => (k, "unknown item", "not named", "the first line names every item"),
        BadOption::Empty => (0, "an option without items", "empty", "name at least one item"),
        BadOption::TooManyEntries => {
            (0, "too many items in all options together", "here", "an instance holds at most 4294967295")
        }
    };
    let word = &words[k];
    let name = word.text.split(':').next().unwrap_or_default();
    word.error(format!("{what}: `{name}`")).label(label).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TOY: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

    fn says(text: impl AsRef<[u8]>) -> (String, usize, usize, usize) {
        let error = read(text).unwrap_err();
        assert!(error.line == 0 || !error.label.is_empty(), "{error}");
        assert!(!error.help.is_empty(), "{error}");
        (error.what.clone(), error.line, error.column, error.width)
    }

    #[test]
    fn reads_what_it_writes() {
        let toy = read(TOY).unwrap();
        assert_eq!((toy.primary(), toy.items(), toy.options()), (3, 5, 5));
        assert_eq!(toy.option_text(1), "p r x:A y");
        assert_eq!(write(&toy), TOY);
    }

    #[test]
    fn a_cover_without_items_is_read_and_written() {
        let text = write(&ExactCoverBuilder::new(0, 0).build());
        assert_eq!(text, " |\n");
        assert_eq!(read(&text).unwrap().items(), 0);
    }

    #[test]
    fn multiplicities_are_read_and_written() {
        let cover = read("1:5|a 3|b 1|c 0:1|d | x\na b x\nc d\n").unwrap();
        let ranges: Vec<_> = (0..4).map(|i| cover.multiplicity(i)).map(|m| (m.least, m.most)).collect();
        assert_eq!(ranges, [(1, 5), (3, 3), (1, 1), (0, 1)]);
        assert_eq!(write(&cover), "1:5|a 3|b c 0:1|d | x\na b x\nc d\n");
    }

    #[test]
    fn comments_blank_lines_and_joined_lines_mean_nothing() {
        let text = "\u{feff}| head\n// 1 solution\n\n p \\\nq r | x // items\r\n  y\np q x y:A\n";
        assert_eq!(says(text).0, "unknown item `y`");
        let text =
            "| head\n// 1 solution\n\n p \\\nq r | x \\ \n  y // items\r\n| between\r\np q x y:A // one\r\n";
        let cover = read(text).unwrap();
        assert_eq!(write(&cover), "p q r | x y\np q x y:A\n");
    }

    #[test]
    fn errors_have_a_place() {
        assert_eq!(says(""), ("no items".into(), 0, 0, 0));
        assert_eq!(says("| only\n\n//this\n").0, "no items");
        assert_eq!(says("a b\na c"), ("unknown item `c`".into(), 2, 3, 1));
        assert_eq!(says("| é\né b | ü\né  ü b ü:x"), ("item twice in one option: `ü`".into(), 3, 8, 3));
        assert_eq!(says("a b\na:X b"), ("color on a primary item: `a`".into(), 2, 1, 3));
        assert_eq!(says("a | b\na :X"), ("no item before the `:`".into(), 2, 3, 0));
        assert_eq!(says("a | b\na b:"), ("no color after `b:`".into(), 2, 5, 0));
        assert_eq!(says("a | b\na b:X:Y"), ("two colors on `b`".into(), 2, 5, 3));
        assert_eq!(says("a b a"), ("item `a` is named twice".into(), 1, 5, 1));
        assert_eq!(says("a | b | c"), ("a second `|` in the line of items".into(), 1, 7, 1));
        assert_eq!(says("a 1:4|b:c"), ("item name `b:c` contains `:`".into(), 1, 8, 1));
        assert_eq!(says("a 1:4|b|"), ("item name `b|` contains `|`".into(), 1, 8, 1));
        assert_eq!(says("a 4:1|b"), ("`4:1` is not a multiplicity".into(), 1, 3, 3));
        assert_eq!(says("a 0|b"), ("`0` is not a multiplicity".into(), 1, 3, 1));
        assert_eq!(says("a b|c"), ("`b` is not a multiplicity".into(), 1, 3, 1));
        assert_eq!(says("a 2|"), ("a multiplicity without an item".into(), 1, 5, 0));
        assert_eq!(says("a | 2|b"), ("multiplicity of a secondary item".into(), 1, 5, 3));
        assert_eq!(says("a 2|a"), ("item `a` is named twice".into(), 1, 5, 1));
        assert_eq!(says(b"a b\na \xff b"), ("the input is not UTF-8 text".into(), 2, 3, 1));
    }

    #[test]
    fn names_that_cannot_be_written_become_numbers() {
        let mut builder = ExactCoverBuilder::named(&["a b"], &["x"]);
        let (first, second) = (builder.color("red"), builder.color("red"));
        builder.colored_option([(0, 0), (1, first)]).unwrap();
        builder.colored_option([(0, 0), (1, second)]).unwrap();
        let text = write(&builder.build());
        assert_eq!(text, "i0 | i1\ni0 i1:c1\ni0 i1:c2\n");
        assert_eq!(write(&read(&text).unwrap()), text);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(prop::num::u8::ANY, 0..60)) {
            let _ = read(bytes);
        }

        #[test]
        fn no_mutation_panics_and_what_is_read_is_written(
            edits in prop::collection::vec((0..TOY.len(), prop::sample::select(&b"pxyA:|\\/ \n\r\xc3\xa9"[..])), 0..6),
        ) {
            let mut bytes = TOY.as_bytes().to_vec();
            for (at, byte) in edits {
                bytes[at] = byte;
            }
            if let Ok(cover) = read(&bytes) {
                let text = write(&cover);
                prop_assert_eq!(write(&read(&text).unwrap()), text);
            }
        }
    }
}
