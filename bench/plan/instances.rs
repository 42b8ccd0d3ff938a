//! The instances of a corpus, stored by column: there may be millions, and most readers need one column.

use super::names::Names;
use crate::corpus::{self, Count};
use serde::{Deserialize, Serialize};

/// The instances of a corpus, in order. Hashes of contents are not serialized, because a journal has them in rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InstanceList {
    names: Names,
    /// Known numbers of solutions, run-length encoded.
    known: Vec<(Option<Count>, usize)>,
    #[serde(skip)]
    contents: Vec<u64>,
}

impl InstanceList {
    /// An empty list with capacity for `count` instances.
    pub fn with_capacity(count: usize) -> Self {
        InstanceList { contents: Vec::with_capacity(count), ..InstanceList::default() }
    }

    /// Adds an instance: its name, the hash of its content, and its known number of solutions.
    pub fn push(&mut self, name: &str, content: u64, count: Option<Count>) {
        self.names.push(name);
        self.contents.push(content);
        match self.known.last_mut() {
            Some((known, many)) if *known == count => *many += 1,
            _ => self.known.push((count, 1)),
        }
    }

    /// Adds the hashes of contents, if their number matches.
    pub(crate) fn with_contents(self, contents: Vec<u64>) -> Option<Self> {
        let known = self.known.iter().try_fold(0_usize, |sum, (_, many)| sum.checked_add(*many))?;
        ([self.names.len(), known] == [contents.len(); 2]).then_some(InstanceList { contents, ..self })
    }

    /// The number of instances.
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// The names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The hashes of the contents, which identify instances regardless of their names and lines.
    pub fn contents(&self) -> &[u64] {
        &self.contents
    }

    /// The known number of solutions of each instance.
    pub fn counts(&self) -> impl Iterator<Item = Option<Count>> {
        self.known.iter().flat_map(|&(count, many)| std::iter::repeat_n(count, many))
    }

    /// Hash of the list and of the name `corpus`, 16 hexadecimal digits.
    pub(crate) fn digest(&self, corpus: &str) -> String {
        let contents: Vec<[u8; 8]> = self.contents.iter().map(|content| content.to_le_bytes()).collect();
        corpus::hash16(&[corpus.as_bytes(), contents.as_flattened()])
    }
}
