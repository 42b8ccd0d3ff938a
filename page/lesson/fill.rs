//! Replaces the placeholders `{{ kind: words }}` of a text, and checks its claims. `coverlab help lesson` lists the
//! kinds.

use super::count::{Counting, Query};
use super::count_comparison::CountComparison;
use super::drag::{Drag, Drags};
use super::language::Language;
use super::markdown::escape;
use super::placeholder::{self, Placeholder};
use super::source::Source;
use coverlab_bench::error::Error;
use coverlab_model::format;
use std::ops::Range;

/// The values of the placeholders of a lesson.
pub(super) struct Filler<'a> {
    pub(super) source: Source<'a>,
    pub(super) counting: Counting,
    pub(super) language: Language,
    pub(super) drags: Drags,
    pub(super) minutes: u32,
}

impl Filler<'_> {
    /// The text of a range with every placeholder replaced.
    pub(super) fn fill(&self, range: Range<usize>) -> Result<String, format::Error> {
        let (mut filled, mut rest) = (String::new(), range);
        while let Some(placeholder) = placeholder::next(&self.source, &rest)? {
            filled += &self.source.text[rest.start..placeholder.at.start];
            filled += &self.value(&placeholder)?;
            rest.start = placeholder.at.end;
            if placeholder.kind == "claim" {
                let after = &self.source.text[rest.clone()];
                rest.start += after.len() - after.trim_start_matches([' ', '\n']).len();
            }
        }
        Ok(filled + &self.source.text[rest])
    }

    fn value(&self, placeholder: &Placeholder<'_>) -> Result<String, format::Error> {
        let Placeholder { at, kind, words } = placeholder;
        self.alternatives(kind, words).map_err(|error| self.locate(at, error))
    }

    /// The replacement of a placeholder: one text, or one for each value of the drag that it follows.
    fn alternatives(&self, kind: &str, words: &str) -> Result<String, Error> {
        let drag = match kind {
            "drag" => return Ok(self.drags.defined_by(words).map(Drag::element).unwrap_or_default()),
            _ => self.drags.of(words)?,
        };
        let Some(drag) = drag else { return self.text(kind, words) };
        let texts = drag.values.iter().map(|value| self.text(kind, &drag.substitute(words, value)));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        Ok(if kind == "claim" { String::new() } else { drag.follower(&texts) })
    }

    /// The replacement of a placeholder that follows no drag.
    fn text(&self, kind: &str, words: &str) -> Result<String, Error> {
        match kind {
            "minutes" => Ok(self.minutes.to_string()),
            "grid" => {
                self.counting.text(words).map(|text| format!("<pre class=\"grid\">{}</pre>", grid(&text)))
            }
            "event" => self.counting.event(words).map(|name| escape(&name)),
            "claim" => self.check(words).map(|()| String::new()),
            kind => self.counting.count(words).map(|(count, queries)| {
                let shown = if kind == "count" {
                    self.language.digits(count)
                } else {
                    self.language.number(count, kind == "Word")
                };
                number_element(&queries, &shown, count)
            }),
        }
    }

    /// The number that an attribute counts.
    pub(super) fn count(&self, (words, at): (&str, Range<usize>)) -> Result<f64, format::Error> {
        self.counting.count(words).map(|(count, _)| count).map_err(|error| self.locate(&at, error))
    }

    /// An error of counting, with its position in the lesson.
    pub(super) fn locate(&self, at: &Range<usize>, error: Error) -> format::Error {
        match error {
            Error::Input { error, .. } => error,
            Error::Other { what, help } => self.source.error(at, what).help(help),
            Error::Interrupted => self.source.error(at, error.to_string()),
        }
    }

    /// Fails if one of the claims is false.
    fn check(&self, claims: &str) -> Result<(), Error> {
        for claim in claims.split(';').map(str::trim) {
            let Some(comparison) = CountComparison::parse(claim) else {
                let error = Error::new(format!("the claim `{claim}` is not a comparison"));
                return Err(error.help("compare with ` = `, ` < `, ` > `, ` <= ` or ` >= `"));
            };
            let ((a, _), (b, _)) =
                (self.counting.count(comparison.left)?, self.counting.count(comparison.right)?);
            if !comparison.holds(a, b) {
                return Err(Error::new(format!("the claim `{claim}` is false: the numbers are {a} and {b}")));
            }
        }
        Ok(())
    }
}

/// An element that shows a number and what it counts. The script of the page says a single count in words.
fn number_element(queries: &[Query], shown: &str, value: f64) -> String {
    let counted: Vec<String> = queries.iter().map(Query::to_string).collect();
    let title = if counted.is_empty() { value.to_string() } else { counted.join(" / ") };
    let search = match queries {
        [Query { what, strategy, puzzle }] if !strategy.is_empty() => format!(
            " data-what=\"{}\" data-strategy=\"{}\" data-puzzle=\"{}\"",
            escape(what),
            escape(strategy),
            escape(puzzle)
        ),
        _ => String::new(),
    };
    format!("<data class=\"number\" value=\"{value}\" title=\"{}\"{search}>{shown}</data>", escape(&title))
}

/// A puzzle as text for a page without script: a Sudoku as rows.
pub(super) fn grid(text: &str) -> String {
    let side = (1..=25).find(|side| side * side == text.len());
    match side {
        Some(side) if !text.contains('\n') => {
            let cells: Vec<String> = text.chars().map(String::from).collect();
            cells.chunks(side).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        }
        _ => escape(text.trim()),
    }
}
