//! The instances of a stage, by columns: there may be millions, and most readers want one column.

use super::names::Names;
use crate::corpus::{self, Count};
use serde::{Deserialize, Serialize};

/// Instances of one corpus, in order. Hashes of contents are not serialized: a journal has them as rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InstanceList {
    names: Names,
    /// Known numbers of solutions, each with how many instances in a row have it.
    known: Vec<(Option<Count>, usize)>,
    #[serde(skip)]
    contents: Vec<u64>,
}

impl InstanceList {
    /// An empty list with room for `count` instances.
    pub fn with_capacity(count: usize) -> Self {
        InstanceList { contents: Vec::with_capacity(count), ..InstanceList::default() }
    }

    /// Adds an instance: its name, the hash of its content, and how many solutions it is known to have.
    pub fn push(&mut self, name: &str, content: u64, count: Option<Count>) {
        self.names.push(name);
        self.contents.push(content);
        match self.known.last_mut() {
            Some((known, many)) if *known == count => *many += 1,
            _ => self.known.push((count, 1)),
        }
    }

    /// The list with these hashes of contents, if it has as many names and known counts.
    pub(crate) fn with_contents(self, contents: Vec<u64>) -> Option<Self> {
        let known = self.known.iter().try_fold(0_usize, |sum, (_, many)| sum.checked_add(*many))?;
        ([self.names.len(), known] == [contents.len(); 2]).then_some(InstanceList { contents, ..self })
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

    /// Hashes of their contents: an instance is its content, whatever its name or line.
    pub fn contents(&self) -> &[u64] {
        &self.contents
    }

    /// The known number of solutions of each.
    pub fn counts(&self) -> impl Iterator<Item = Option<Count>> {
        self.known.iter().flat_map(|&(count, many)| std::iter::repeat_n(count, many))
    }

    /// Hash of the list as one of `corpus`, 16 hexadecimal digits.
    pub(crate) fn digest(&self, corpus: &str) -> String {
        let contents: Vec<[u8; 8]> = self.contents.iter().map(|content| content.to_le_bytes()).collect();
        corpus::hash16(&[corpus.as_bytes(), contents.as_flattened()])
    }
}
