//! The instances of a page by number, and the places of those that are shown.

use coverlab_bench::statistics::Cell;
use std::collections::BTreeMap;

/// A corpus and an instance of it.
pub(crate) type InstanceKey = (String, String);

/// The corpora and instances of cells by number, in the order of the cells.
#[derive(Default)]
pub(crate) struct InstanceNumbers<'a> {
    /// Each corpus with the names of its instances.
    pub(super) corpora: Vec<(&'a str, Vec<&'a str>)>,
    of: BTreeMap<(&'a str, &'a str), usize>,
}

impl<'a> InstanceNumbers<'a> {
    /// Numbers the instances of `cells`, in which the cells of an instance, and of a corpus, follow each other.
    pub(super) fn of(cells: &'a [Cell]) -> InstanceNumbers<'a> {
        let mut numbers = InstanceNumbers::default();
        for cell in cells {
            let (corpus, instance) = (&*cell.corpus, &*cell.instance);
            if numbers.corpora.last().is_none_or(|(last, _)| *last != corpus) {
                numbers.corpora.push((corpus, Vec::new()));
            }
            let next = numbers.of.len();
            let at = *numbers.of.entry((corpus, instance)).or_insert(next);
            if let Some((_, names)) = numbers.corpora.last_mut().filter(|_| at == next) {
                names.push(instance);
            }
        }
        numbers
    }

    /// The number of an instance, if it has one.
    pub(crate) fn get(&self, corpus: &str, instance: &str) -> Option<usize> {
        self.of.get(&(corpus, instance)).copied()
    }
}

/// The places of instances on the page, and their numbers in the data of its script.
pub(crate) struct Anchors<'a> {
    shown: BTreeMap<InstanceKey, &'a str>,
    numbers: &'a InstanceNumbers<'a>,
}

impl<'a> Anchors<'a> {
    /// The places of `instances`, each with its anchor.
    pub(super) fn new(
        instances: impl Iterator<Item = (InstanceKey, &'a str)>,
        numbers: &'a InstanceNumbers<'a>,
    ) -> Anchors<'a> {
        Anchors { shown: instances.collect(), numbers }
    }

    /// The number of an instance.
    pub(crate) fn number(&self, corpus: &str, instance: &str) -> Option<usize> {
        self.numbers.get(corpus, instance)
    }

    /// The anchor of an instance, if it is shown.
    pub(crate) fn of(&self, corpus: &str, instance: &str) -> Option<&str> {
        self.shown.get(&(corpus.to_string(), instance.to_string())).copied()
    }
}
