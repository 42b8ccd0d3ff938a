//! The instances of a corpus in a journal: names, hashes, and how many solutions are known.
//!
//! A large corpus has millions of names, and nearly all of them count on: `line-7`, `line-8`. Names
//! that do are written as the first and how many there are.

use crate::corpus::Count;
use crate::plan::{Stage, Subject};
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
    names: Vec<Names>,
    /// 16 hexadecimal digits each.
    #[serde(default)]
    hashes: String,
    /// A number of solutions (nothing if it is not known, `1`, `2+`), and how many instances in a
    /// row have it.
    #[serde(default)]
    counts: Vec<(String, usize)>,
}

/// Names that follow each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    /// The first, and how many there are; the number that ends a name is one more than that of the
    /// name before.
    Row(String, usize),
}

impl Names {
    /// One name more.
    fn add(&mut self) {
        match self {
            Names::Row(_, many) => *many += 1,
            Names::One(first) => *self = Names::Row(std::mem::take(first), 2),
        }
    }
}

/// Digits of a hash.
const HASH: usize = 16;

impl Roll {
    /// A roll that only says of which corpus it is.
    pub fn mere(stage: &Stage) -> Roll {
        Roll { name: stage.corpus.clone(), digest: stage.digest.clone(), ..Roll::default() }
    }

    /// The instances of `stage`.
    pub fn of(stage: &Stage) -> Roll {
        let hashes = stage.instances.iter().map(|subject| subject.hash.as_str()).collect();
        Roll { hashes, ..Roll::without_hashes(stage) }
    }

    /// Appends the roll of `stage` to `line` as JSON. There may be millions of hashes: they are not
    /// gathered first.
    pub(super) fn write_of(stage: &Stage, line: &mut Vec<u8>) {
        line.reserve(stage.instances.len() * HASH);
        let hashes = stage.instances.iter().map(|subject| subject.hash.as_str());
        Roll::without_hashes(stage).write_with(hashes, line);
    }

    /// Appends it to `line` as JSON.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        self.write_with([self.hashes.as_str()].into_iter(), line);
    }

    fn without_hashes(stage: &Stage) -> Roll {
        let mut roll = Roll::mere(stage);
        let (mut next, mut count) = (Vec::new(), None);
        for subject in &stage.instances {
            let name = subject.name.as_bytes();
            match roll.names.last_mut() {
                Some(names) if next == name => names.add(),
                _ => {
                    next.clear();
                    next.extend_from_slice(name);
                    roll.names.push(Names::One(subject.name.to_string()));
                }
            }
            count_on(&mut next);
            match roll.counts.last_mut() {
                Some((_, many)) if count == subject.count => *many += 1,
                _ => roll.counts.push((count_word(subject.count), 1)),
            }
            count = subject.count;
        }
        roll
    }

    fn write_with<'a>(&self, hashes: impl Iterator<Item = &'a str>, line: &mut Vec<u8>) {
        line.extend_from_slice(b"{\"name\":");
        plain(&self.name, line);
        line.extend_from_slice(b",\"digest\":");
        plain(&self.digest, line);
        line.extend_from_slice(b",\"names\":");
        plain(&self.names, line);
        line.extend_from_slice(b",\"counts\":");
        plain(&self.counts, line);
        // They have nothing that is to be escaped.
        line.extend_from_slice(b",\"hashes\":\"");
        hashes.for_each(|hash| line.extend_from_slice(hash.as_bytes()));
        line.extend_from_slice(b"\"}");
    }

    /// The keys of the instances, in order.
    pub(super) fn keys(&self) -> Vec<u64> {
        match self.subjects() {
            Some(subjects) => subjects.iter().map(|subject| subject.key).collect(),
            None => self.instances.clone(),
        }
    }

    /// The instances, in order. `None` if it does not say all of them; that of version 2 does not.
    pub(super) fn subjects(&self) -> Option<Vec<Subject>> {
        let (hashes, []) = self.hashes.as_bytes().as_chunks::<HASH>() else { return None };
        let mut counts = self.counts.iter().flat_map(|(word, many)| std::iter::repeat_n(word, *many));
        let mut subjects = Vec::with_capacity(hashes.len());
        let mut hashes = hashes.iter();
        for names in &self.names {
            let (first, many) = match names {
                Names::One(name) => (name, 1),
                Names::Row(name, many) => (name, *many),
            };
            let mut name = first.as_bytes().to_vec();
            for _ in 0..many {
                let hash = std::str::from_utf8(hashes.next()?).ok()?;
                let count = count_of(counts.next()?)?;
                subjects.push(Subject::new(&self.name, std::str::from_utf8(&name).ok()?, hash, count));
                count_on(&mut name);
            }
        }
        (hashes.next().is_none() && counts.next().is_none() && !subjects.is_empty()).then_some(subjects)
    }
}

fn plain(value: &(impl Serialize + ?Sized), line: &mut Vec<u8>) {
    serde_json::to_writer(line, value).expect("plain data");
}

/// One more than the number that ends `name`; a name that does not end in a number stays as it is.
fn count_on(name: &mut Vec<u8>) {
    for at in (0..name.len()).rev() {
        match name[at] {
            b'9' => name[at] = b'0',
            digit @ b'0'..=b'8' => {
                name[at] = digit + 1;
                return;
            }
            _ if at + 1 == name.len() => return,
            _ => return name.insert(at + 1, b'1'),
        }
    }
    if !name.is_empty() {
        name.insert(0, b'1');
    }
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

    fn stage(list: &[(&str, Option<Count>)]) -> Stage {
        let subject = |(k, (name, count)): (usize, &(&str, Option<Count>))| {
            Subject::new("c", name, &format!("{:016x}", k * 0x1_2345_6789), *count)
        };
        Stage::new("c".to_string(), list.iter().enumerate().map(subject).collect(), Vec::new())
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
            let subjects = read.subjects().unwrap();
            let said = |s: &Subject| (s.name.clone(), s.hash.clone(), s.key, s.count);
            assert!(subjects.iter().map(said).eq(stage.instances.iter().map(said)), "{length}");
        }
    }

    #[test]
    fn names_that_count_on_take_no_room() {
        let names: Vec<String> = (5..100_000).map(|k| format!("line-{k}")).collect();
        let roll = roll(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(roll.names, [Names::Row("line-5".to_string(), 99_995)]);
        assert_eq!(roll.subjects().unwrap()[99_994].name, "line-99999");
    }

    #[test]
    fn a_roll_that_does_not_say_all_says_nothing() {
        let whole = roll(&["a", "b", "c"]);
        assert_eq!(whole.keys().len(), 3);
        for spoil in [
            |roll: &mut Roll| roll.hashes.truncate(47),
            |roll: &mut Roll| roll.hashes.truncate(32),
            |roll: &mut Roll| roll.counts.clear(),
            |roll: &mut Roll| roll.counts[0].1 = 4,
            |roll: &mut Roll| roll.names.truncate(2),
        ] {
            let mut roll = whole.clone();
            spoil(&mut roll);
            assert!(roll.subjects().is_none(), "{roll:?}");
        }
        let old: Roll = serde_json::from_str(r#"{"name":"c","digest":"d","instances":[7,8]}"#).unwrap();
        assert!((old.subjects().is_none(), old.keys()) == (true, vec![7, 8]));
    }
}
