//! The instances of a stage, by columns.
//!
//! There may be millions, and whoever goes through them mostly wants one thing of each.

use super::names::Names;
use crate::corpus::{self, Count};
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

    /// Adds those of `more`, which are of `corpus`. Many take less time together than each would alone.
    pub fn extend(&mut self, corpus: &str, more: &[Subject]) {
        self.keys.extend(corpus::hashes(more, |subject, message| {
            let content = corpus::digits(subject.content);
            let parts = [corpus.as_bytes(), subject.name.as_bytes(), &content];
            parts.into_iter().for_each(|part| message.part(part));
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

    /// The instances, in order.
    pub fn iter(&self) -> impl Iterator<Item = Subject> {
        let columns = self.names.iter().zip(&self.contents).zip(self.counts());
        columns.map(|((name, &content), count)| Subject { name, content, count })
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
