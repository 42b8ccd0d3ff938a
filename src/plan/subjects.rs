//! The instances of a stage, by columns.
//!
//! There may be millions, and whoever goes through them mostly wants one thing of each.

use super::names::Names;
use crate::corpus::{self, Count, Message};
use smol_str::SmolStr;

/// An instance as a record knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its name. Short names, as most are, lie in a list of instances itself.
    pub name: SmolStr,
    /// Hash of its content.
    pub content: u64,
    /// How many solutions it is known to have.
    pub count: Option<Count>,
}

/// Instances of one corpus, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subjects {
    names: Names,
    contents: Vec<u64>,
    keys: Vec<u64>,
    /// Known numbers of solutions, each with how many instances in a row have it.
    counts: Vec<(Option<Count>, usize)>,
}

impl Subjects {
    /// None yet, with room for so many.
    pub fn with_capacity(count: usize) -> Self {
        let (contents, keys) = (Vec::with_capacity(count), Vec::with_capacity(count));
        Subjects { contents, keys, ..Subjects::default() }
    }

    /// Those of `list`, which are of `corpus`.
    pub fn of(corpus: &str, list: &[Subject]) -> Self {
        let mut subjects = Subjects::with_capacity(list.len());
        subjects.extend(corpus, list);
        subjects
    }

    /// Instances of `corpus` with these names, hashes of contents, and known numbers of solutions. `None`: there
    /// are not as many of each, or none.
    pub fn of_columns(
        corpus: &str,
        names: Names,
        contents: Vec<u64>,
        counts: Vec<(Option<Count>, usize)>,
    ) -> Option<Self> {
        let counted = counts.iter().try_fold(0_usize, |sum, (_, many)| sum.checked_add(*many))?;
        if contents.is_empty() || [names.len(), counted] != [contents.len(); 2] {
            return None;
        }
        let mut walk = names.walk();
        let keys = corpus::hashes(&contents, |&content, message| key(corpus, walk.step(), content, message));
        Some(Subjects { names, contents, keys, counts })
    }

    /// Adds those of `more`, which are of `corpus`. Many take less time together than each would alone.
    pub fn extend(&mut self, corpus: &str, more: &[Subject]) {
        self.keys.extend(corpus::hashes(more, |subject, message| {
            key(corpus, subject.name.as_bytes(), subject.content, message);
        }));
        self.contents.extend(more.iter().map(|subject| subject.content));
        for subject in more {
            self.names.push(&subject.name);
            match self.counts.last_mut() {
                Some((count, many)) if *count == subject.count => *many += 1,
                _ => self.counts.push((subject.count, 1)),
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// Their names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Hashes of their contents.
    pub fn contents(&self) -> &[u64] {
        &self.contents
    }

    /// Hashes of corpus, name and content: what a record refers to.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Known numbers of solutions, each with how many instances in a row have it.
    pub fn count_rows(&self) -> &[(Option<Count>, usize)] {
        &self.counts
    }

    /// The known number of solutions of each.
    pub fn counts(&self) -> impl Iterator<Item = Option<Count>> {
        self.counts.iter().flat_map(|&(count, many)| std::iter::repeat_n(count, many))
    }
}

/// Writes what the key of an instance of `corpus` is the hash of.
#[inline]
fn key(corpus: &str, name: &[u8], content: u64, message: &mut Message) {
    let content = corpus::digits(content);
    [corpus.as_bytes(), name, &content].into_iter().for_each(|part| message.part(part));
}
