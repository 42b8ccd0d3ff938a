//! Checks of the names in an experiment.

use crate::corpus::{self, Corpus};
use crate::error::Error;
use crate::experiment::{COUNTS, Claim, DIFFERENCES, LoadedExperiment, PublishedTable, Selection};
use crate::instance_measure::InstanceMeasure;
use crate::record::number_columns;
use crate::statistics::{self, is_named};
use coverlab_model::{Spec, nearest};
use std::path::Path;

/// Checks the name of an experiment.
pub(super) fn name(loaded: &LoadedExperiment) -> Result<(), Error> {
    let name = &loaded.experiment.name;
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !name.is_empty() && !name.starts_with('-') && name.chars().all(fine) {
        return Ok(());
    }
    let help = "use lower-case letters, digits, `-` and `_`, because it becomes the name of a folder";
    Err(loaded.error_at("name", name, format!("`{name}` is not a valid name for an experiment"), help))
}

/// The names that comparisons, published tables, claims and laws of an experiment may use.
struct Names<'a> {
    loaded: &'a LoadedExperiment,
    strategies: Vec<String>,
    corpora: Vec<String>,
    number_columns: Vec<&'static str>,
    /// The names of all instances, if they are known.
    instances: Option<Vec<&'a str>>,
}

/// Checks that comparisons, published tables, claims and laws name strategies and corpora that are measured.
///
/// # Errors
/// One of them does not, or a law is not about counts.
pub(super) fn names(loaded: &LoadedExperiment, corpora: &[Corpus], absent: &[String]) -> Result<(), Error> {
    let experiment = &loaded.experiment;
    let words = experiment.strategies.iter().chain(&experiment.optional);
    let absent = absent.iter().map(|path| corpus::corpus_name(Path::new(path)));
    let names = Names {
        loaded,
        strategies: words.filter_map(|word| Some(word.parse::<Spec>().ok()?.to_string())).collect(),
        corpora: corpora.iter().map(|corpus| corpus.name.clone()).chain(absent).collect(),
        number_columns: number_columns(),
        instances: all_instances(loaded, corpora),
    };
    if let Some(baseline) = &experiment.baseline {
        names.strategy("baseline", baseline)?;
    }
    for (a, b) in experiment.compare.iter().flatten() {
        names.strategy("compare", a)?;
        names.strategy("compare", b)?;
        if a == b {
            let what = format!("`{a}` is compared with itself");
            return Err(loaded.error_at("compare", a, what, "name two strategies"));
        }
    }
    for table in &experiment.published {
        names.published(table)?;
    }
    experiment.claims_and_laws().try_for_each(|(claim, is_law)| {
        names.claim(claim)?;
        if is_law && statistics::ClaimSubject::of(claim) != statistics::ClaimSubject::Count {
            let help = "make it a `[[claim]]`: the outcome may differ on another machine";
            return Err(loaded.error_at("", &claim.says, "a law cannot be about time", help));
        }
        Ok(())
    })
}

impl Names<'_> {
    fn strategy(&self, key: &str, word: &str) -> Result<(), Error> {
        known(self.loaded, (key, word), &self.strategies, "strategy of this experiment")
    }

    fn measure(&self, key: &str, word: &str) -> Result<(), Error> {
        known(self.loaded, (key, word), &self.number_columns, "measure of trials")
    }

    /// Checks the names in a published table, and that its values, which are compared as ratios, are above 0.
    fn published(&self, table: &PublishedTable) -> Result<(), Error> {
        self.strategy("published", &table.strategy)?;
        self.measure("published", &table.measure)?;
        let wrong =
            |word: &str, what: String, help: &str| Err(self.loaded.error_at("published", word, what, help));
        let PublishedTable { baseline, values, .. } = table;
        if !values.contains_key(baseline) {
            let what = format!("the baseline `{baseline}` has no published value");
            return wrong(baseline, what, "name an instance in `values`");
        }
        for (instance, value) in values {
            if !(value.is_finite() && *value > 0.0) {
                let what = format!("the published value of `{instance}`, {value}, is not a number above 0");
                return wrong(
                    instance,
                    what,
                    "leave it out, or choose another baseline: ratios of values are compared",
                );
            }
            if self.instances.as_ref().is_some_and(|instances| !instances.contains(&instance.as_str())) {
                let what = format!("no corpus of this experiment has an instance `{instance}`");
                return wrong(instance, what, "name instances that are measured");
            }
        }
        Ok(())
    }

    /// Checks the names in a claim or law.
    fn claim(&self, claim: &Claim) -> Result<(), Error> {
        let of_trials = |measure: &&String| {
            !COUNTS.contains(&measure.as_str()) && InstanceMeasure::of_name(measure).is_none()
        };
        for measure in claim.measures().filter(of_trials) {
            self.measure(&claim.says, measure)?;
        }
        let has_strategy = |of: &Selection| of.strategy.is_some();
        let sides = [Some(&claim.of), claim.against.as_ref()];
        if claim.measure == DIFFERENCES && !sides.iter().all(|side| side.is_some_and(has_strategy)) {
            let what = "`differences` needs two strategies";
            let help = "name one in `of` and the other in `against`: against = { strategy = \"…\" }";
            return Err(self.loaded.error_at("", &claim.says, what, help));
        }
        let instances = |of: &Selection| (of.corpus.clone(), of.instance.clone());
        let differ = claim.against.as_ref().is_some_and(|other| instances(other) != instances(&claim.of));
        if claim.measure == DIFFERENCES && differ {
            let what = "`differences` compares two strategies on the same instances";
            let help = "write the same `corpus` and `instance` in `of` and in `against`";
            return Err(self.loaded.error_at("", &claim.says, what, help));
        }
        self.selection(claim, &claim.of)?;
        claim.against.as_ref().map_or(Ok(()), |of| self.selection(claim, of))
    }

    fn selection(&self, claim: &Claim, of: &Selection) -> Result<(), Error> {
        let exact = |word: &&str| claim.measure != DIFFERENCES || !word.contains('*');
        if let Some(word) = of.strategy.as_deref().filter(exact) {
            self.strategy(&claim.says, word)?;
        }
        if let Some(word) = &of.corpus {
            known(self.loaded, (&claim.says, word), &self.corpora, "corpus of this experiment")?;
        }
        match (&of.instance, &self.instances) {
            (Some(word), Some(instances)) if !instances.iter().any(|name| is_named(word, name)) => {
                let what = format!("no corpus of this experiment has an instance `{word}`");
                let help = "correct the name; `*` at its end stands for any ending";
                Err(self.loaded.error_at(&claim.says, word, what, help))
            }
            _ => Ok(()),
        }
    }
}

/// Checks that `list` has the word of `(key, word)`. `what` describes its words.
fn known<S: AsRef<str>>(
    loaded: &LoadedExperiment,
    (key, word): (&str, &str),
    list: &[S],
    what: &str,
) -> Result<(), Error> {
    let words: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    if words.contains(&word) {
        return Ok(());
    }
    let help = match nearest(word, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("use one of {}", words.join(", ")),
    };
    Err(loaded.error_at(key, word, format!("`{word}` is not a {what}"), help))
}

/// The names of all instances. `None` if they are not known: a corpus is missing or sampled.
fn all_instances<'a>(loaded: &LoadedExperiment, corpora: &'a [Corpus]) -> Option<Vec<&'a str>> {
    let wanted = &loaded.experiment.corpora;
    if corpora.len() < wanted.len() || wanted.iter().any(|corpus| corpus.sample.is_some()) {
        return None;
    }
    Some(corpora.iter().flat_map(|corpus| corpus.instances.names()).collect())
}
