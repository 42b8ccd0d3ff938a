//! The instances of a corpus in a journal: names, hashes, and how many solutions are known.
//!
//! A large corpus has millions of instances: hashes are packed, and what is the same for many in a row is
//! written once.

use super::column;
use crate::corpus::Count;
use crate::plan::{Names, Stage, Subjects};
use serde::{Deserialize, Serialize};

/// The instances of a corpus, in order.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Roll {
    /// The corpus.
    pub name: String,
    /// The digest that blocks name, 16 hexadecimal digits.
    pub digest: String,
    /// The key of each instance: of version 2, which says nothing else of them.
    #[serde(default)]
    instances: Vec<u64>,
    #[serde(default)]
    names: Names,
    /// The hash of the content of each instance.
    #[serde(default, deserialize_with = "column::values")]
    contents: Vec<u64>,
    /// What stood for them in version 3: 16 hexadecimal digits each.
    #[serde(default)]
    hashes: String,
    #[serde(default)]
    counts: Vec<Counts>,
}

/// A number of solutions (nothing if it is not known, `1`, `2+`), and how many instances in a row have it.
type Counts = (String, usize);

/// Digits of a hash in version 3.
const HASH: usize = 16;

impl Roll {
    /// A roll that only says of which corpus it is.
    pub fn mere(stage: &Stage) -> Roll {
        Roll { name: stage.corpus.clone(), digest: stage.digest.clone(), ..Roll::default() }
    }

    /// The instances of `stage`.
    pub fn of(stage: &Stage) -> Roll {
        let (names, contents) = (stage.instances.names().clone(), stage.instances.contents().to_vec());
        Roll { names, contents, counts: counts_of(stage), ..Roll::mere(stage) }
    }

    /// Appends the roll of `stage` to `line` as JSON. There may be millions of instances: they are not
    /// gathered first.
    pub(super) fn write_of(stage: &Stage, line: &mut Vec<u8>) {
        let (names, contents) = (stage.instances.names(), stage.instances.contents());
        write(&stage.corpus, &stage.digest, names, contents, &counts_of(stage), line);
    }

    /// Appends it to `line` as JSON.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        write(&self.name, &self.digest, &self.names, &self.contents, &self.counts, line);
    }

    /// The keys of the instances, in order.
    pub(super) fn keys(&self) -> Vec<u64> {
        match self.subjects() {
            Some(subjects) => subjects.keys().to_vec(),
            None => self.instances.clone(),
        }
    }

    /// The instances, in order. `None` if it does not say all of them; that of version 2 does not.
    pub(super) fn subjects(&self) -> Option<Subjects> {
        let count = |(word, many): &Counts| Some((count_of(word)?, *many));
        let counts = self.counts.iter().map(count).collect::<Option<_>>()?;
        Subjects::of_columns(&self.name, self.names.clone(), self.contents()?, counts)
    }

    /// The hash of each instance, in order.
    fn contents(&self) -> Option<Vec<u64>> {
        if !self.contents.is_empty() {
            return Some(self.contents.clone());
        }
        let (hashes, []) = self.hashes.as_bytes().as_chunks::<HASH>() else { return None };
        let hash = |digits| u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        hashes.iter().map(|digits| hash(digits)).collect()
    }
}

/// Appends a roll to `line` as JSON.
fn write(name: &str, digest: &str, names: &Names, contents: &[u64], counts: &[Counts], line: &mut Vec<u8>) {
    line.extend_from_slice(b"{\"contents\":");
    column::pack(contents, line);
    // The rest is an object, whose beginning goes on with this one.
    let at = line.len();
    serde_json::to_writer(&mut *line, &Rest { name, digest, names, counts }).expect("plain data");
    line[at] = b',';
}

/// What stands behind the hashes.
#[derive(Serialize)]
struct Rest<'a> {
    name: &'a str,
    digest: &'a str,
    names: &'a Names,
    counts: &'a [Counts],
}

fn counts_of(stage: &Stage) -> Vec<Counts> {
    stage.instances.count_rows().iter().map(|&(count, many)| (count_word(count), many)).collect()
}

fn count_word(count: Option<Count>) -> String {
    match count {
        None => String::new(),
        Some(Count::Exactly(n)) => n.to_string(),
        Some(Count::AtLeast(n)) => format!("{n}+"),
    }
}

/// What [`count_word`] made a word of; `None` if it made no such word.
fn count_of(word: &str) -> Option<Option<Count>> {
    Some(match (word, word.strip_suffix('+')) {
        ("", _) => None,
        (_, Some(n)) => Some(Count::AtLeast(n.parse().ok()?)),
        (n, None) => Some(Count::Exactly(n.parse().ok()?)),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::plan::Subject;

    fn stage(list: &[(&str, Option<Count>)]) -> Stage {
        let subject = |(k, (name, count)): (usize, &(&str, Option<Count>))| Subject {
            name: (*name).into(),
            content: k as u64 * 0x1_2345_6789,
            count: *count,
        };
        let list: Vec<Subject> = list.iter().enumerate().map(subject).collect();
        Stage::new("c".to_string(), Subjects::of("c", &list), Vec::new())
    }

    /// A roll of instances of those names.
    pub(crate) fn roll(names: &[&str]) -> Roll {
        Roll::of(&stage(&names.iter().map(|name| (*name, None)).collect::<Vec<_>>()))
    }

    #[test]
    fn instances_are_read_as_they_were_written() {
        let (one, more) = (Some(Count::Exactly(1)), Some(Count::AtLeast(2)));
        let list = [
            ("line-8", None),
            ("line-9", None),
            ("line-10", one),
            ("line-12", one),
            ("9", one),
            ("10", more),
            ("009", None),
            ("010", None),
            ("a \"b\"", None),
            ("a \"b\"", None),
            ("é9", one),
            ("é10", one),
            ("é10", one),
            ("", None),
            ("", None),
            ("99", None),
            ("100", None),
            ("x", Some(Count::Exactly(0))),
        ];
        for length in 1..=list.len() {
            let stage = stage(&list[..length]);
            let mut line = Vec::new();
            Roll::of(&stage).write(&mut line);
            let read: Roll = serde_json::from_slice(&line).unwrap();
            assert_eq!(read.subjects().unwrap(), stage.instances, "{length}");
            let mut same = Vec::new();
            Roll::write_of(&stage, &mut same);
            assert!(same == line);
        }
    }

    #[test]
    fn a_roll_that_does_not_say_all_says_nothing_and_one_of_an_earlier_version_what_it_can() {
        let whole = roll(&["a", "b", "c"]);
        assert_eq!(whole.keys().len(), 3);
        for spoil in [
            |roll: &mut Roll| roll.contents.clear(),
            |roll: &mut Roll| roll.contents.truncate(2),
            |roll: &mut Roll| roll.contents.push(4),
            |roll: &mut Roll| roll.counts.clear(),
            |roll: &mut Roll| roll.counts[0].1 = 4,
            |roll: &mut Roll| roll.names = super::tests::roll(&["a", "b"]).names,
        ] {
            let mut roll = whole.clone();
            spoil(&mut roll);
            assert!(roll.subjects().is_none(), "{roll:?}");
        }
        let third = r#"{"hashes":"0000000000000007fedcba9876543210","name":"c","digest":"d",
            "names":[["i 9",2]],"counts":[["",2]]}"#;
        let third: Roll = serde_json::from_str(third).unwrap();
        let said = |name: &str, content| Subject { name: name.into(), content, count: None };
        let list = [said("i 9", 7), said("i 10", 0xfedc_ba98_7654_3210)];
        assert_eq!(third.subjects().unwrap(), Subjects::of("c", &list));
        let old: Roll = serde_json::from_str(r#"{"name":"c","digest":"d","instances":[7,8]}"#).unwrap();
        assert!((old.subjects().is_none(), old.keys()) == (true, vec![7, 8]));
    }
}
