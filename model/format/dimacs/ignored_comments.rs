//! Comments that request another count than that of the models of [`super::read`].

use super::{first_words, shows};

/// A comment for model counters that [`super::read`] ignores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredComment {
    /// The line number, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// A message: what is not used, and what that means for the count.
    pub what: &'static str,
    /// How to get that count nonetheless; empty if that is impossible.
    pub help: &'static str,
}

/// The comments that would change an answer.
#[derive(Clone, Copy, Debug)]
pub struct RelevantComments {
    /// Those that request a weighted count (`c p weight`, `c t wmc`).
    pub weights: bool,
    /// Those that request a projection without `c p show` (`c ind`, `c t pmc`).
    pub projection: bool,
}

impl RelevantComments {
    /// All that are ignored.
    pub const ALL: RelevantComments = RelevantComments { weights: true, projection: true };

    /// Those that would change the answer to a search for at most `solutions` models.
    pub fn to_search_for(solutions: u64) -> RelevantComments {
        RelevantComments { weights: solutions == u64::MAX, projection: solutions > 1 }
    }

    /// The relevant comments in the text of a formula.
    pub fn find(self, input: &[u8]) -> impl Iterator<Item = IgnoredComment> {
        // The text is not read if nothing is relevant.
        let input = if self.weights || self.projection { input } else { &[] };
        let lines = move || input.split(|&byte| byte == b'\n').zip(1..);
        let comments = move || lines().filter(|(line, _)| line.trim_ascii_start().starts_with(b"c"));
        let is_projected = comments().any(|(line, _)| shows(line));
        comments().filter_map(move |(text, line)| {
            let (what, help) = match first_words(text) {
                [b"c", b"p", b"weight"] | [b"c", b"t", b"wmc" | b"pwmc"] if self.weights => {
                    ("the weights are not used: every model counts as 1", "")
                }
                [b"c", b"ind", _] | [b"c", b"t", b"pmc"] if self.projection && !is_projected => (
                    "the projection is not used: models differ if any variable differs",
                    "`c p show 1 2 0` lists the variables that distinguish models",
                ),
                _ => return None,
            };
            let text = String::from_utf8_lossy(text.trim_ascii_end()).into_owned();
            Some(IgnoredComment { line, text, what, help })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_that_requests_another_count_is_found() {
        let found = |relevant: RelevantComments, comment: &str| {
            let formula = format!("c x\np cnf 2 1\n{comment}\n1 2 0\n");
            let found = relevant.find(formula.as_bytes()).next();
            found.map(|ignored| (ignored.line, ignored.text, ignored.what.split(' ').nth(1).unwrap()))
        };
        let ignored = |comment: &str| found(RelevantComments::ALL, comment);
        for weight in ["c p weight 1 0.4 0", "c t wmc", " c  t\tpwmc"] {
            assert_eq!(ignored(weight), Some((3, weight.to_string(), "weights")));
            assert_eq!(found(RelevantComments::to_search_for(2), weight), None);
        }
        for projection in ["c ind 1 0", "c t pmc\r"] {
            assert_eq!(ignored(projection), Some((3, projection.trim_end().to_string(), "projection")));
            assert_eq!(found(RelevantComments::to_search_for(2), projection), ignored(projection));
            assert_eq!(found(RelevantComments::to_search_for(1), projection), None);
        }
        for none in [
            "c t pmc\nc p show 1 0",
            "c p show 1 0",
            "c t mc",
            "c individual",
            "c weight",
            "cind 1 0",
            "c ind 1 0\nc p show 1 0",
        ] {
            assert_eq!(ignored(none), None, "{none}");
        }
    }
}
