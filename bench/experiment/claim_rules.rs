//! Rules for claims and laws, checked when an experiment is read. They make sure that a claim is fair to its source.

use super::{Aggregation, COUNTS, Claim, ClaimKind, DIFFERENCES, Experiment, SourceRead};
use crate::number::Number;
use crate::text_error::error_in_text;
use coverlab_model::format;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;
use toml::Spanned;

/// Maximum number of words of a quote.
const MAX_QUOTE_WORDS: usize = 25;

/// The remedy for a missing source.
const ADD_SOURCE: &str = "write `source = \"author, title, year\"`, or `kind = \"ours\"`";
/// The remedy for a missing quote and figure.
const ADD_WORDS: &str = "write the source's own words or the figure that it prints";

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
        let rules = general_rules(claim, is_law).into_iter().chain(rules_of_kind(claim, is_law));
        if let Some(Rule { what, help, .. }) = { rules }.find(|rule| rule.is_broken) {
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

/// The rules for all claims and laws.
fn general_rules(claim: &Claim, is_law: bool) -> Vec<Rule> {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    let words = claim.quote.as_deref().map_or(0, |quote| quote.split_whitespace().filter(is_word).count());
    let bounds = [("at_least", claim.at_least), ("at_most", claim.at_most)];
    let bounds = bounds.into_iter().filter_map(|(key, bound)| Some((key, bound?.value())));
    let is_bound = bounds.map(|(key, bound)| {
        let what = format!("`{key} = {bound}` is not a bound");
        rule(!bound.is_finite(), what, "write a number, or leave the key out")
    });
    let says = "write in one plain sentence what is compared";
    let mut rules = vec![rule(claim.says.trim().is_empty(), "`says` is empty", says)];
    rules.extend(is_bound);
    let kind = if is_law { "law" } else { "claim" };
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
    let quote = format!("quote at most {MAX_QUOTE_WORDS} words");
    rules.push(rule(words > MAX_QUOTE_WORDS, format!("the quote has {words} words"), quote));
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

/// The rules for a claim of its kind, or for a law.
fn rules_of_kind(claim: &Claim, is_law: bool) -> Vec<Rule> {
    let is_bare = claim.quote.is_none() && claim.figure.is_none();
    match claim.claim_kind() {
        _ if is_law => {
            let help = "leave `kind` out, or make it a `[[claim]]`";
            vec![rule(claim.kind.is_some(), "a law has no `kind`", help)]
        }
        ClaimKind::Reproduction => vec![
            rule(claim.source.is_none(), "a reproduction without `source`", ADD_SOURCE),
            rule(
                claim.place.is_none(),
                "a reproduction without `place`",
                "write where the source has the quote or figure: `place = \"table 3, page 12\"`",
            ),
            rule(is_bare, "a reproduction without `quote` and `figure`", ADD_WORDS),
            rule(
                claim.source_read() == Some(SourceRead::Memory),
                "a reproduction of a source that is cited from memory",
                "write how much of the source was read: `read = \"whole\"`; or write `kind = \"extension\"`",
            ),
        ],
        // Claims of old experiments have no kind.
        ClaimKind::Extension if claim.kind.is_none() => Vec::new(),
        ClaimKind::Extension => vec![
            rule(claim.source.is_none(), "an extension without `source`", ADD_SOURCE),
            rule(is_bare, "an extension without `quote` and `figure`", ADD_WORDS),
        ],
        ClaimKind::Ours => own_rules(claim),
    }
}

/// The rules for a claim of ours: it has none of the keys that only make sense with a source.
fn own_rules(claim: &Claim) -> Vec<Rule> {
    let keys = [
        ("source", claim.source.is_some()),
        ("place", claim.place.is_some()),
        ("quote", claim.quote.is_some()),
        ("figure", claim.figure.is_some()),
        ("read", claim.read.is_some()),
    ];
    let without = |(key, is_given)| match claim.kind {
        None => {
            let what = format!("a claim with `{key}` and without `source`");
            rule(is_given, what, "write `source = \"author, title, year\"`")
        }
        Some(_) => {
            let help = format!("leave `{key}` out, or write `kind = \"extension\"` or \"reproduction\"");
            rule(is_given, format!("a claim of ours with `{key}`"), help)
        }
    };
    keys.map(without).into()
}

#[cfg(test)]
mod tests {
    use crate::experiment::{BUILTIN, LoadedExperiment};
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
    fn a_quote_has_at_most_25_words() {
        let quote = |words: usize| format!("source = \"s\"\nquote = \"{} … \"", "word ".repeat(words));
        assert_eq!(message(&quote(25)), "");
        assert_eq!(message(&quote(26)), "the quote has 26 words (quote at most 25 words)");
    }

    #[test]
    fn a_reproduction_cites_its_source_completely() {
        let all = [
            ("source", "source = \"s\"", "a reproduction without `source` "),
            ("place", "place = \"page 1\"", "a reproduction without `place` "),
            ("quote", "quote = \"q\"", "a reproduction without `quote` and `figure` "),
            ("read", "read = \"part\"", "a reproduction of a source that is cited from memory "),
        ];
        let without = |key: &str| {
            let lines = all.iter().filter(|(name, ..)| *name != key).map(|(_, line, _)| *line);
            message(&format!("kind = \"reproduction\"\n{}", lines.collect::<Vec<_>>().join("\n")))
        };
        assert_eq!(without("nothing"), "");
        for (key, _, what) in all {
            assert!(without(key).starts_with(what), "{key}: {}", without(key));
        }
        let rest = "kind = \"reproduction\"\nsource = \"s\"\nplace = \"page 1\"\nfigure = \"3\"";
        assert_eq!(message(&format!("{rest}\nread = \"abstract\"")), "");
        let memory = message(&format!("{rest}\nread = \"memory\""));
        assert!(memory.starts_with("a reproduction of a source that is cited from memory"), "{memory}");
    }

    #[test]
    fn keys_that_contradict_each_other_are_errors() {
        let measure = "measure = \"nodes\"\nof = {}\nat_most = 1";
        let law = format!("{measure}\n[[law]]\nsays = \"l\"\nkind = \"ours\"");
        let differences = |rest: &str| {
            let sides = "of = { strategy = \"a\" }\nagainst = { strategy = \"a\", instance = \"i\" }";
            format!("measure = \"differences\"\n{sides}\n{rest}\n[[claim]]\nsays = \"third\"")
        };
        for (lines, what) in [
            ("against_measure = \"options\"", "a claim with `against_measure` and without `against` "),
            ("against = {}", "a claim that compares trials with themselves "),
            (differences("at_most = 0").as_str(), "a claim that compares trials with themselves "),
            (differences("at_most = -5").as_str(), "a claim of less than 0 cannot hold "),
            (differences("at_least = 0").as_str(), "a claim whose only bound is 0 or less cannot fail "),
            ("kind = \"extension\"\nquote = \"q\"", "an extension without `source` "),
            ("kind = \"extension\"\nsource = \"s\"", "an extension without `quote` and `figure` "),
            ("kind = \"ours\"\nsource = \"s\"", "a claim of ours with `source` "),
            ("kind = \"ours\"\nquote = \"q\"", "a claim of ours with `quote` "),
            ("place = \"page 1\"", "a claim with `place` and without `source` "),
            ("kind = \"ours\"\nfigure = \"3\"", "a claim of ours with `figure` "),
            ("quote = \"q\"", "a claim with `quote` and without `source` "),
            (law.as_str(), "x.toml: line 15, column 1: a law has no `kind` "),
        ] {
            assert!(message(lines).starts_with(what), "{lines}: {}", message(lines));
        }
        for lines in
            ["", "source = \"s\"", "kind = \"ours\"", "kind = \"extension\"\nsource = \"s\"\nfigure = \"3\""]
        {
            assert_eq!(message(lines), "", "{lines}");
        }
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
                let says = &claim.says;
                assert!(claim.kind.is_some(), "{name}: `{says}` has no kind");
                let has_words = claim.quote.is_some() || claim.figure.is_some();
                let is_placed = claim.place.is_some() && claim.read.is_some();
                assert!(claim.source.is_none() || (has_words && is_placed), "{name}: `{says}`");
            }
        }
    }
}
