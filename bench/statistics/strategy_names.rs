//! Names of strategies that distinguish the encodings of one label.

use super::instance_result::Name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Names with encodings for strategies that were run with several encodings on the same corpus, by label and encoding.
/// `contenders` are the distinct corpora, labels and encodings.
pub(super) fn disambiguate<'a>(
    contenders: impl Iterator<Item = (&'a Name, &'a Name, &'a Name)> + Clone,
) -> HashMap<(Name, Name), Name> {
    let mut encodings: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (corpus, label, _) in contenders.clone() {
        *encodings.entry((corpus, label)).or_default() += 1;
    }
    let ambiguous: BTreeSet<&str> =
        encodings.into_iter().filter(|&(_, count)| count > 1).map(|((_, label), _)| label).collect();
    let named = contenders.filter(|(_, label, via)| !via.is_empty() && ambiguous.contains(&***label));
    named.map(|(_, label, via)| ((label.clone(), via.clone()), format!("{label} via {via}").into())).collect()
}

#[cfg(test)]
mod tests {
    use crate::statistics::fixtures::{results, trial};

    #[test]
    fn one_label_through_two_encodings_is_two_strategies() {
        let mut trials = vec![trial("a", "i", 1), trial("a", "i", 1)];
        trials[0].via = "direct".into();
        trials[1].via = "minimal".into();
        let results = results(&trials);
        let names: Vec<_> = results.iter().map(|result| &*result.strategy).collect();
        assert_eq!(names, ["a via direct", "a via minimal"]);
    }
}
