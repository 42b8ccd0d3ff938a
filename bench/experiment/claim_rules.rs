//! Rules for claims and laws, checked when an experiment is read. They reject those that cannot be evaluated, cannot fail or
//! cannot hold.

use super::{Aggregation, COUNTS, Claim, DIFFERENCES, Experiment};
use crate::number::Number;
use crate::text_error::error_in_text;
use coverlab_model::format;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;
use toml::Spanned;

/// A rule, applied to a claim or law.
struct Rule {
    is_broken: bool,
    what: String,
    help: String,
}

fn rule(is_broken: bool, what: impl Into<String>, help: impl Into<String>) -> Rule {
    Rule { is_broken, what: what.into(), help: help.into() }
}

/// Checks the claims and laws of `experiment`, which was read from `text`.
pub(super) fn check_claims(text: &str, experiment: &Experiment) -> Result<(), format::Error> {
    let claims = experiment.claims.iter().enumerate().map(|(at, claim)| (at, claim, false));
    let laws = experiment.laws.iter().enumerate().map(|(at, law)| (at, law, true));
    for (at, claim, is_law) in claims.chain(laws) {
        let broken = rules(claim, is_law).into_iter().find(|rule| rule.is_broken);
        if let Some(Rule { what, help, .. }) = broken {
            return Err(error_in_text(text, header(text, at, is_law), what).help(help));
        }
    }
    Ok(())
}

/// The place in `text` where the claim or law with index `at` begins.
fn header(text: &str, at: usize, is_law: bool) -> Range<usize> {
    #[derive(Deserialize)]
    struct Headers {
        #[serde(default)]
        claim: Vec<Spanned<IgnoredAny>>,
        #[serde(default)]
        law: Vec<Spanned<IgnoredAny>>,
    }
    let headers: Option<Headers> = toml::from_str(text).ok();
    let list = headers.map(|headers| if is_law { headers.law } else { headers.claim });
    list.and_then(|list| list.get(at).map(Spanned::span)).unwrap_or(0..0)
}

/// The rules for a claim or law.
fn rules(claim: &Claim, is_law: bool) -> Vec<Rule> {
    let bounds = [("at_least", claim.at_least), ("at_most", claim.at_most)];
    let bounds = bounds.into_iter().filter_map(|(key, bound)| Some((key, bound?.value())));
    let is_bound = bounds.map(|(key, bound)| {
        let what = format!("`{key} = {bound}` is not a bound");
        rule(!bound.is_finite(), what, "write a number, or leave the key out")
    });
    let mut rules: Vec<Rule> = is_bound.collect();
    let kind = if is_law { "law" } else { "claim" };
    let is_empty = claim.says.trim().is_empty();
    rules.push(rule(is_empty, "`says` is empty", "write in one plain sentence what is compared"));
    rules.push(match (claim.at_least, claim.at_most) {
        (Some(least), Some(most)) => {
            let what = format!("a {kind} of at least {least} and at most {most} cannot hold");
            rule(least > most, what, "write the smaller bound as `at_least`")
        }
        (least, most) => {
            let what = format!("a {kind} without bounds cannot fail");
            rule(least.or(most).is_none(), what, "write `at_least`, `at_most` or both")
        }
    });
    let counts = claim.measures().filter(|measure| COUNTS.contains(&measure.as_str()));
    rules.extend(counts.map(|measure| {
        let what = format!("`{measure}` is a count over all trials and has no largest value");
        rule(claim.take == Aggregation::Largest, what, "leave `take` out")
    }));
    rules.extend(rules_of_sides(claim, kind));
    rules
}

/// The rules for the two sides of a claim or law, and for bounds that no value can miss or meet.
fn rules_of_sides(claim: &Claim, kind: &str) -> [Rule; 4] {
    let Claim { of, against, measure, against_measure, .. } = claim;
    let is_of_itself = against.as_ref().is_some_and(|against| match measure.as_str() {
        DIFFERENCES => against.strategy == of.strategy,
        _ => against == of && against_measure.as_ref().is_none_or(|other| other == measure),
    });
    let [least, most] = [claim.at_least, claim.at_most].map(|bound| bound.map(Number::value));
    let cannot_fail = most.is_none() && least.is_some_and(|least| least <= 0.0);
    let no_less = "no measure is less than 0";
    [
        rule(
            against.is_none() && against_measure.is_some(),
            format!("a {kind} with `against_measure` and without `against`"),
            "write the trials to divide by: `against = { strategy = \"…\" }`",
        ),
        rule(cannot_fail, format!("a {kind} whose only bound is 0 or less cannot fail"), no_less),
        rule(most.is_some_and(|most| most < 0.0), format!("a {kind} of less than 0 cannot hold"), no_less),
        rule(is_of_itself, format!("a {kind} that compares trials with themselves"), "change `against`"),
    ]
}

#[cfg(test)]
mod tests {
    use crate::experiment::{BUILTIN, Claim, ClaimKind, LoadedExperiment, SourceRead};
    use std::path::PathBuf;

    /// The error message for an experiment whose second claim has these lines.
    fn message(lines: &str) -> String {
        let rest = "measure = \"nodes\"\nof = {}\nat_most = 1\n";
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = []\ncorpora = []\n\
             [[claim]]\nsays = \"first\"\n{rest}[[claim]]\nsays = \"second\"\n{lines}\n{rest}"
        );
        match LoadedExperiment::parse(text, "x.toml", PathBuf::new()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string().replace("x.toml: line 10, column 1: ", ""),
        }
    }

    #[test]
    fn keys_that_contradict_each_other_are_errors() {
        let differences = |rest: &str| {
            let sides = "of = { strategy = \"a\" }\nagainst = { strategy = \"a\", instance = \"i\" }";
            format!("measure = \"differences\"\n{sides}\n{rest}\n[[claim]]\nsays = \"third\"")
        };
        for (lines, what) in [
            ("against_measure = \"instances\"", "a claim with `against_measure` and without `against` "),
            ("against = {}", "a claim that compares trials with themselves "),
            (differences("at_most = 0").as_str(), "a claim that compares trials with themselves "),
            (differences("at_most = -5").as_str(), "a claim of less than 0 cannot hold "),
            (differences("at_least = 0").as_str(), "a claim whose only bound is 0 or less cannot fail "),
        ] {
            assert!(message(lines).starts_with(what), "{lines}: {}", message(lines));
        }
        assert_eq!(message(""), "");
    }

    #[test]
    fn a_claim_has_a_sentence_and_finite_bounds() {
        let message = |says: &str, bound: &str| {
            let text = format!(
                "name = \"x\"\nquestion = \"?\"\nstrategies = []\ncorpora = []\n\
                 [[law]]\nsays = \"{says}\"\nmeasure = \"nodes\"\nof = {{}}\nat_least = 0\nat_most = {bound}\n"
            );
            let error = LoadedExperiment::parse(text, "x.toml", PathBuf::new()).err();
            error.map(|error| error.to_string().replace("x.toml: line 5, column 1: ", ""))
        };
        assert_eq!(message("s", "1"), None);
        let empty = "`says` is empty (write in one plain sentence what is compared)";
        assert_eq!(message(" ", "1").as_deref(), Some(empty));
        for (bound, shown) in [("nan", "NaN"), ("inf", "inf"), ("-inf", "-inf")] {
            let what = format!("`at_most = {shown}` is not a bound (write a number, or leave the key out)");
            assert_eq!(message("s", bound), Some(what));
        }
    }

    #[test]
    fn a_count_over_all_trials_has_no_largest_value() {
        let message = |measures: &str| {
            message(&format!(
                "{measures}\nof = {{}}\nat_most = 1\ntake = \"largest\"\n[[claim]]\nsays = \"third\""
            ))
        };
        for measure in ["solved", "solved-runs", "differences"] {
            let what =
                format!("`{measure}` is a count over all trials and has no largest value (leave `take` out)");
            assert_eq!(message(&format!("measure = \"{measure}\"")), what);
            let both = format!("measure = \"instances\"\nagainst_measure = \"{measure}\"");
            assert_eq!(message(&both), what);
        }
        assert_eq!(message("measure = \"instances\""), "");
    }

    #[test]
    fn built_in_claims_have_a_kind_and_cite_their_source() {
        for (name, _) in BUILTIN {
            for claim in &LoadedExperiment::open(name).unwrap().experiment.claims {
                let Claim { kind, says, source, place, quote, figure, read, .. } = claim;
                let words = quote.iter().flat_map(|quote| quote.split_whitespace());
                let count = words.filter(|word| word.contains(char::is_alphanumeric)).count();
                assert!(count <= 25, "{name}: the quote of `{says}` has {count} words");
                let has_words = quote.is_some() || figure.is_some();
                let is_cited = source.is_some() && place.is_some() && has_words && read.is_some();
                let follows_its_kind = match kind {
                    Some(ClaimKind::Reproduction) => is_cited && *read != Some(SourceRead::Memory),
                    Some(ClaimKind::Extension) => is_cited,
                    Some(ClaimKind::Ours) => {
                        [source, place, quote, figure].into_iter().all(Option::is_none) && read.is_none()
                    }
                    None => false,
                };
                assert!(follows_its_kind, "{name}: `{says}`");
            }
        }
    }
}
