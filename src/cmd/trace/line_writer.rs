//! Writes the lines of a trace, as JSON or as sentences.

use super::TraceArgs;
use coverlab_bench::output::{self, SafeWriter};
use coverlab_bench::terminal::{FAINT, FOUND, GIVEN, Terminal, paint};
use coverlab_model::Step;
use coverlab_trace::{Head, Line, sentence};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes the lines of a trace.
pub(super) struct LineWriter<'a> {
    out: Option<Box<dyn Write>>,
    path: Option<&'a Path>,
    sentences: Option<Sentences>,
    text: Vec<u8>,
}

impl<'a> LineWriter<'a> {
    pub(super) fn of(arguments: &'a TraceArgs, terminal: &Terminal) -> LineWriter<'a> {
        let path = arguments.out.as_deref();
        let is_for_people = path.is_none() && (terminal.interactive || arguments.words);
        let sentences = is_for_people.then(|| Sentences::new(terminal.color));
        LineWriter { out: None, path, sentences, text: Vec::new() }
    }

    pub(super) fn write(&mut self, line: &Line, head: &Head) -> io::Result<u64> {
        self.text.clear();
        match &mut self.sentences {
            Some(sentences) => sentences.line(line, head, &mut self.text)?,
            None => serde_json::to_writer(&mut self.text, line)?,
        }
        self.text.push(b'\n');
        let out = match (&mut self.out, self.path) {
            (Some(out), _) => out,
            (none, Some(path)) => none.insert(Box::new(BufWriter::new(SafeWriter::new(File::create(path)?)))),
            (none, None) => none.insert(Box::new(BufWriter::new(output::stdout()))),
        };
        out.write_all(&self.text)?;
        Ok(self.text.len() as u64)
    }

    pub(super) fn end(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), io::Write::flush)
    }
}

/// Writes the lines of a trace as sentences, indented by depth.
struct Sentences {
    /// The depths of the open nodes.
    open: Vec<usize>,
    color: bool,
}

impl Sentences {
    fn new(color: bool) -> Sentences {
        Sentences { open: Vec::new(), color }
    }

    /// Writes `line` without a line break.
    fn line(&mut self, line: &Line, head: &Head, out: &mut Vec<u8>) -> io::Result<()> {
        let inside = self.open.last().map_or(0, |depth| depth + 1);
        let (indent, style) = match line {
            Line::Head(_) | Line::Stats(_) => (0, Some(GIVEN)),
            Line::Node { depth, .. } => {
                self.open.push(*depth);
                (*depth, Some(GIVEN))
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                (self.open.pop().unwrap_or_default(), Some(FAINT))
            }
            Line::Solution { .. } => (inside, Some(FOUND)),
            Line::Step(
                Step::Remove { .. }
                | Step::Hide { .. }
                | Step::Unhide { .. }
                | Step::Watch { .. }
                | Step::Visit { .. },
            )
            | Line::Sub { .. } => (inside, Some(FAINT)),
            _ => (inside, None),
        };
        let words = sentence(line, head);
        let words = style.map_or_else(|| words.clone(), |style| paint(&words, style, self.color));
        write!(out, "{:width$}{words}", "", width = 2 * indent)
    }
}
