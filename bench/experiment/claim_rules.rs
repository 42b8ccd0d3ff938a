//! Rules for claims and laws, checked when an experiment is read. They make sure that a claim is fair to its source.

use super::{Claim, ClaimKind, Experiment, SourceRead};
use crate::text_error::error_in_text;
use coverlab_model::format;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;
use toml::Spanned;

/// Maximum number of words of a quote.
const MAX_QUOTE_WORDS: usize = 25;

/// A violation of a rule, and what to write instead.
struct Violation {
    what: String,
    help: String,
}

/// Checks the claims and laws of `experiment`, which was read from `text`.
pub(super) fn check_claims(text: &str, experiment: &Experiment) -> Result<(), format::Error> {
    let claims = experiment.claims.iter().enumerate().map(|(at, claim)| (at, check_claim(claim), false));
    let laws = experiment.laws.iter().enumerate().map(|(at, law)| (at, check_law(law), true));
    for (at, violation, is_law) in claims.chain(laws) {
        if let Some(Violation { what, help }) = violation {
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

fn check_law(law: &Claim) -> Option<Violation> {
    let help = "leave `kind` out, or make it a `[[claim]]`";
    let kind = law.kind.map(|_| violation("a law has no `kind`", help));
    kind.or_else(|| check_sentence(law)).or_else(|| check_bounds(law)).or_else(|| check_quote(law))
}

fn check_claim(claim: &Claim) -> Option<Violation> {
    let rules = check_sentence(claim).or_else(|| check_bounds(claim)).or_else(|| check_quote(claim));
    rules.or_else(|| match claim.claim_kind() {
        ClaimKind::Reproduction => check_reproduction(claim),
        // Claims of old experiments have no kind.
        ClaimKind::Extension if claim.kind.is_some() => check_extension(claim),
        ClaimKind::Extension => None,
        ClaimKind::Ours => check_own_claim(claim),
    })
}

fn check_sentence(check: &Claim) -> Option<Violation> {
    let help = "write in one plain sentence what is compared";
    check.says.trim().is_empty().then(|| violation("`says` is empty", help))
}

fn check_bounds(check: &Claim) -> Option<Violation> {
    let bounds = [("at_least", check.at_least), ("at_most", check.at_most)];
    let mut given = bounds.into_iter().filter_map(|(key, bound)| Some((key, bound?.value())));
    let (key, bound) = given.find(|(_, bound)| !bound.is_finite())?;
    let help = "write a number, or leave the key out";
    Some(violation(&format!("`{key} = {bound}` is not a bound"), help))
}

fn check_quote(check: &Claim) -> Option<Violation> {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    let words = check.quote.as_deref()?.split_whitespace().filter(is_word).count();
    let help = format!("quote at most {MAX_QUOTE_WORDS} words");
    (words > MAX_QUOTE_WORDS).then(|| violation(&format!("the quote has {words} words"), &help))
}

fn check_reproduction(claim: &Claim) -> Option<Violation> {
    let lacks = |key: &str, help: &str| Some(violation(&format!("a reproduction without {key}"), help));
    if claim.source.is_none() {
        return lacks("`source`", "write `source = \"author, title, year\"`, or `kind = \"ours\"`");
    }
    if claim.place.is_none() {
        return lacks(
            "`place`",
            "write where the source has the quote or figure: `place = \"table 3, page 12\"`",
        );
    }
    if claim.quote.is_none() && claim.figure.is_none() {
        return lacks("`quote` and `figure`", "write the source's own words or the figure that it prints");
    }
    if claim.source_read() == Some(SourceRead::Memory) {
        let what = "a reproduction of a source that is cited from memory";
        let help =
            "write how much of the source was read: `read = \"whole\"`; or write `kind = \"extension\"`";
        return Some(violation(what, help));
    }
    None
}

fn check_extension(claim: &Claim) -> Option<Violation> {
    if claim.source.is_none() {
        let help = "write `source = \"author, title, year\"`, or `kind = \"ours\"`";
        return Some(violation("an extension without `source`", help));
    }
    let is_bare = claim.quote.is_none() && claim.figure.is_none();
    let help = "write the source's own words or the figure that it prints";
    is_bare.then(|| violation("an extension without `quote` and `figure`", help))
}

fn check_own_claim(claim: &Claim) -> Option<Violation> {
    let given = [
        ("source", claim.source.is_some()),
        ("quote", claim.quote.is_some()),
        ("read", claim.read.is_some()),
    ];
    let (key, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
    Some(match claim.kind {
        None => violation(
            &format!("a claim with `{key}` and without `source`"),
            "write `source = \"author, title, year\"`",
        ),
        Some(_) => violation(
            &format!("a claim of ours with `{key}`"),
            &format!("leave `{key}` out, or write `kind = \"extension\"` or \"reproduction\""),
        ),
    })
}

fn violation(what: &str, help: &str) -> Violation {
    Violation { what: what.to_string(), help: help.to_string() }
}

#[cfg(test)]
mod tests {
    use crate::experiment::{BUILTIN, Loaded};
    use std::path::PathBuf;

    /// The error message for an experiment whose second claim has these lines.
    fn message(lines: &str) -> String {
        let rest = "measure = \"nodes\"\nof = {}\nat_most = 1\n";
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = []\ncorpora = []\n\
             [[claim]]\nsays = \"first\"\n{rest}[[claim]]\nsays = \"second\"\n{lines}\n{rest}"
        );
        match Loaded::parse(text, "x.toml", PathBuf::new()) {
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
    fn keys_that_contradict_the_kind_are_errors() {
        let measure = "measure = \"nodes\"\nof = {}\nat_most = 1";
        let law = format!("{measure}\n[[law]]\nsays = \"l\"\nkind = \"ours\"");
        for (lines, what) in [
            ("kind = \"extension\"\nquote = \"q\"", "an extension without `source` "),
            ("kind = \"extension\"\nsource = \"s\"", "an extension without `quote` and `figure` "),
            ("kind = \"ours\"\nsource = \"s\"", "a claim of ours with `source` "),
            ("kind = \"ours\"\nquote = \"q\"", "a claim of ours with `quote` "),
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
            let error = Loaded::parse(text, "x.toml", PathBuf::new()).err();
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
    fn built_in_claims_have_a_kind_and_cite_their_source() {
        for (name, _) in BUILTIN {
            for claim in &Loaded::open(name).unwrap().experiment.claims {
                let says = &claim.says;
                assert!(claim.kind.is_some(), "{name}: `{says}` has no kind");
                let has_words = claim.quote.is_some() || claim.figure.is_some();
                let is_placed = claim.place.is_some() && claim.read.is_some();
                assert!(claim.source.is_none() || (has_words && is_placed), "{name}: `{says}`");
            }
        }
    }
}
