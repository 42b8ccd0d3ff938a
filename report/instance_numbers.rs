//! Numbers of the instances of a page.

use coverlab_bench::statistics::InstanceResult;
use std::collections::BTreeMap;

/// Numbers instances from 0, in the order of their results. The script of the page identifies instances by these numbers.
#[derive(Default)]
pub(crate) struct InstanceNumbers<'a> {
    /// The corpora with the names of their instances, in the order of the numbers.
    pub(super) corpora: Vec<(&'a str, Vec<&'a str>)>,
    numbers: BTreeMap<(&'a str, &'a str), usize>,
}

impl<'a> InstanceNumbers<'a> {
    /// Numbers the instances of `results`, which must be grouped by corpus and instance.
    pub(super) fn of(results: &'a [InstanceResult]) -> InstanceNumbers<'a> {
        let mut numbers = InstanceNumbers::default();
        for result in results {
            let (corpus, instance) = (&*result.corpus, &*result.instance);
            if numbers.corpora.last().is_none_or(|(last, _)| *last != corpus) {
                numbers.corpora.push((corpus, Vec::new()));
            }
            let next = numbers.numbers.len();
            let at = *numbers.numbers.entry((corpus, instance)).or_insert(next);
            if let Some((_, names)) = numbers.corpora.last_mut().filter(|_| at == next) {
                names.push(instance);
            }
        }
        numbers
    }

    pub(crate) fn get(&self, corpus: &str, instance: &str) -> Option<usize> {
        self.numbers.get(&(corpus, instance)).copied()
    }
}
