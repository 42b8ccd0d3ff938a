//! The instances of a corpus in a journal: names, hashes, and how many solutions are known.
//!
//! A large corpus has millions of names, and nearly all of them count on: `line-7`, `line-8`. Names
//! that do are written as the first and how many there are.

use super::column::{self, Packer};
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
    /// The hash of the content of each instance.
    #[serde(default, deserialize_with = "column::values")]
    contents: Vec<u64>,
    /// What stood for them in version 3: 16 hexadecimal digits each.
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
    /// It is `many` names from now on.
    fn reach(&mut self, many: usize) {
        if let (Names::One(first), 2..) = (&mut *self, many) {
            *self = Names::Row(std::mem::take(first), many);
        }
    }
}

/// Digits of a hash in version 3.
const HASH: usize = 16;
/// Letters that a hash takes, at most.
const LETTERS: usize = 11;
/// What stands before the hashes.
const OPEN: &[u8] = b"{\"contents\":";

impl Roll {
    /// A roll that only says of which corpus it is.
    pub fn mere(stage: &Stage) -> Roll {
        Roll { name: stage.corpus.clone(), digest: stage.digest.clone(), ..Roll::default() }
    }

    /// The instances of `stage`.
    pub fn of(stage: &Stage) -> Roll {
        let contents = stage.instances.iter().map(|subject| subject.content).collect();
        Roll { contents, ..Roll::seeing(stage, |_| ()) }
    }

    /// Appends the roll of `stage` to `line` as JSON. There may be millions of hashes: they are not
    /// gathered first.
    pub(super) fn write_of(stage: &Stage, line: &mut Vec<u8>) {
        line.reserve(stage.instances.len() * LETTERS);
        line.extend_from_slice(OPEN);
        let mut contents = Packer::open(line);
        // The instances are gone through once: there are more of them than a cache holds.
        let roll = Roll::seeing(stage, |subject| contents.push(subject.content));
        contents.close();
        roll.write_behind_contents(line);
    }

    /// Appends it to `line` as JSON.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(OPEN);
        let mut contents = Packer::open(line);
        self.contents.iter().for_each(|&content| contents.push(content));
        contents.close();
        self.write_behind_contents(line);
    }

    /// The instances of `stage` without their hashes. Each is shown to `see`.
    fn seeing(stage: &Stage, mut see: impl FnMut(&Subject)) -> Roll {
        let mut roll = Roll::mere(stage);
        let (mut next, mut many) = (Vec::new(), 0);
        for subject in &stage.instances {
            see(subject);
            let name = subject.name.as_bytes();
            if many > 0 && is_same(&next, name) {
                many += 1;
            } else {
                roll.names.last_mut().into_iter().for_each(|names| names.reach(many));
                roll.names.push(Names::One(subject.name.to_string()));
                many = 1;
                next.clear();
                next.extend_from_slice(name);
            }
            count_on(&mut next);
        }
        roll.names.last_mut().into_iter().for_each(|names| names.reach(many));
        if let Some(count) = stage.count {
            roll.counts.push((count_word(count), stage.instances.len()));
        } else {
            let rows = stage.instances.chunk_by(|a, b| a.count == b.count);
            roll.counts.extend(rows.map(|row| (count_word(row[0].count), row.len())));
        }
        roll
    }

    /// Appends what stands behind the hashes.
    fn write_behind_contents(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b",\"name\":");
        plain(&self.name, line);
        line.extend_from_slice(b",\"digest\":");
        plain(&self.digest, line);
        line.extend_from_slice(b",\"names\":");
        plain(&self.names, line);
        line.extend_from_slice(b",\"counts\":");
        plain(&self.counts, line);
        line.push(b'}');
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
        let contents = self.contents()?;
        let mut counts = self.counts.iter().flat_map(|(word, many)| std::iter::repeat_n(word, *many));
        let mut subjects = Vec::with_capacity(contents.len());
        let mut contents = contents.into_iter();
        for names in &self.names {
            let (first, many) = match names {
                Names::One(name) => (name, 1),
                Names::Row(name, many) => (name, *many),
            };
            let mut name = first.as_bytes().to_vec();
            for _ in 0..many {
                let (content, count) = (contents.next()?, count_of(counts.next()?)?);
                subjects.push(Subject::new(std::str::from_utf8(&name).ok()?, content, count));
                count_on(&mut name);
            }
        }
        Subject::give_keys(&self.name, &mut subjects);
        (contents.next().is_none() && counts.next().is_none() && !subjects.is_empty()).then_some(subjects)
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

fn plain(value: &(impl Serialize + ?Sized), line: &mut Vec<u8>) {
    serde_json::to_writer(line, value).expect("plain data");
}

/// Whether `a` is `b`: for names, which are short, without a call.
#[inline]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    // Two words from the ends of a name have all of it.
    match (a.first_chunk::<8>(), b.first_chunk::<8>(), a.last_chunk::<8>(), b.last_chunk::<8>()) {
        (Some(a_first), Some(b_first), Some(a_last), Some(b_last)) if a.len() == b.len() && a.len() <= 16 => {
            a_first == b_first && a_last == b_last
        }
        _ => a == b,
    }
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
            Subject::new(*name, k as u64 * 0x1_2345_6789, *count)
        };
        let mut subjects: Vec<Subject> = list.iter().enumerate().map(subject).collect();
        Subject::give_keys("c", &mut subjects);
        Stage::new("c".to_string(), subjects, Vec::new())
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
            let said = |s: &Subject| (s.name.clone(), s.content, s.key, s.count);
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
    fn a_roll_that_does_not_say_all_says_nothing_and_one_of_an_earlier_version_what_it_can() {
        let whole = roll(&["a", "b", "c"]);
        assert_eq!(whole.keys().len(), 3);
        for spoil in [
            |roll: &mut Roll| roll.contents.clear(),
            |roll: &mut Roll| roll.contents.truncate(2),
            |roll: &mut Roll| roll.contents.push(4),
            |roll: &mut Roll| roll.counts.clear(),
            |roll: &mut Roll| roll.counts[0].1 = 4,
            |roll: &mut Roll| roll.names.truncate(2),
        ] {
            let mut roll = whole.clone();
            spoil(&mut roll);
            assert!(roll.subjects().is_none(), "{roll:?}");
        }
        let third = r#"{"hashes":"0000000000000007fedcba9876543210","name":"c","digest":"d",
            "names":[["i 9",2]],"counts":[["",2]]}"#;
        let third: Roll = serde_json::from_str(third).unwrap();
        let said = |s: &Subject| (s.name.to_string(), s.content);
        let subjects: Vec<_> = third.subjects().unwrap().iter().map(said).collect();
        assert_eq!(subjects, [("i 9".to_string(), 7), ("i 10".to_string(), 0xfedc_ba98_7654_3210)]);
        let old: Roll = serde_json::from_str(r#"{"name":"c","digest":"d","instances":[7,8]}"#).unwrap();
        assert!((old.subjects().is_none(), old.keys()) == (true, vec![7, 8]));
    }
}
