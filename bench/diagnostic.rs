//! Diagnostics: messages for the user that quote the input, mark the place of an error, and suggest a remedy.

use crate::error;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use coverlab_model::BadSpec;
use coverlab_model::format::Error;
use coverlab_model::format::sudoku::Place;
use std::ops::Range;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The command, or its work on an input, cannot continue.
    Error,
    /// The command continues.
    Warning,
    /// Additional information.
    Note,
}

/// A message for standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    title: String,
    quote: Option<Quote>,
    help: Vec<String>,
}

/// Lines of a file with marked places.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Quote {
    file: String,
    /// The number of the first line, from 1.
    first_line: usize,
    text: String,
    /// Bytes of `text`, and their labels.
    marks: Vec<(Range<usize>, String)>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, title: title.into(), quote: None, help: Vec::new() }
    }

    /// A warning without a place.
    pub fn warning(title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(title) }
    }

    /// A note without a place.
    pub fn note(title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(title) }
    }

    /// Turns an error into a warning.
    #[must_use]
    pub fn into_warning(self) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..self }
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds a remedy, unless it is empty.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self.help.retain(|h| !h.is_empty());
        self
    }

    /// An error for malformed input in `file`.
    pub fn of_input(file: &str, error: &Error) -> Diagnostic {
        if error.line == 0 {
            return Diagnostic::error(format!("{file}: {}", error.what)).help(&error.help);
        }
        let mark = range(&error.text, error.column, error.width);
        let quote = Quote {
            file: file.to_string(),
            first_line: error.line,
            text: error.text.clone(),
            marks: vec![(mark, error.label.clone())],
        };
        Diagnostic { quote: Some(quote), ..Diagnostic::error(&error.what) }.help(&error.help)
    }

    /// The diagnostic for an error of the workbench.
    pub fn of(error: &error::Error) -> Diagnostic {
        match error {
            error::Error::Input { path, error } => Diagnostic::of_input(path, error),
            error::Error::Other { what, help } => Diagnostic::error(what).help(help),
            error::Error::Interrupted => Diagnostic::error(error.to_string()),
        }
    }

    /// An error for an unknown strategy or invalid parameters.
    pub fn of_spec(bad: &BadSpec) -> Diagnostic {
        let unknown = || {
            "`coverlab list strategies` lists strategies, `coverlab list strategies NAME` the parameters of one".into()
        };
        Diagnostic::error(&bad.what).help(bad.remedy().unwrap_or_else(unknown))
    }

    /// Quotes the lines of `text` that contain marked places, each of which has a label. `text` is the part of `file`
    /// that begins at line `from`.
    #[must_use]
    pub fn at(mut self, file: &str, from: usize, text: &str, marks: &[(Place, &str)]) -> Diagnostic {
        let (Some(first), Some(last)) =
            (marks.iter().map(|(p, _)| p.line).min(), marks.iter().map(|(p, _)| p.line).max())
        else {
            return self;
        };
        let lines: Vec<&str> = text.lines().skip(first.saturating_sub(from)).take(last - first + 1).collect();
        let mark = |(place, label): &(Place, &str)| {
            let before: usize = lines.iter().take(place.line - first).map(|line| line.len() + 1).sum();
            let line = lines.get(place.line - first).copied().unwrap_or_default();
            let range = range(line, place.column, place.width);
            (before + range.start..before + range.end, (*label).to_string())
        };
        let marks = marks.iter().map(mark).collect();
        self.quote = Some(Quote { file: file.to_string(), first_line: first, text: lines.join("\n"), marks });
        self
    }

    /// Renders the diagnostic in the style of rustc.
    pub fn render(&self, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group =
            level.primary_title(&*self.title).elements(std::iter::empty::<annotate_snippets::Message<'_>>());
        if let Some(quote) = &self.quote {
            let marks = quote.marks.iter().enumerate().map(|(k, (span, label))| {
                let kind = if k == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
                let label = Some(label.as_str()).filter(|l| !l.is_empty());
                kind.span(span.clone()).label(label)
            });
            let snippet = Snippet::source(&*quote.text).line_start(quote.first_line).path(&*quote.file);
            group = group.element(snippet.annotations(marks));
        }
        for help in &self.help {
            group = group.element(Level::HELP.message(&**help));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

/// The bytes of the `width` characters of `line` that begin at `column`, counted from 1.
fn range(line: &str, column: usize, width: usize) -> Range<usize> {
    let offset = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(offset, _)| offset);
    let from = column.saturating_sub(1);
    offset(from)..offset(from + width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_places_of_one_file() {
        let text = "53..7....\n6..195...\n.98...56.\n";
        let place = |line, column| Place { line, column, width: 1 };
        let drawn = Diagnostic::warning("5 twice in column 1")
            .at("a.txt", 1, text, &[(place(1, 1), "here"), (place(3, 7), "and here")])
            .render(false);
        assert!(drawn.contains("1 | 53..7....\n  | ^ here"), "{drawn}");
        assert!(drawn.contains("3 | .98...56.\n  |       - and here"), "{drawn}");
    }
}
