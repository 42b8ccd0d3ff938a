//! Writes the lines of a trace, as JSON or as sentences.

use super::TraceArgs;
use super::sentences::Sentences;
use coverlab_bench::output::{self, SafeWriter};
use coverlab_bench::terminal::Terminal;
use coverlab_trace as format;
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
        let words = path.is_none() && (terminal.interactive || arguments.words);
        let sentences = words.then(|| Sentences::new(terminal.color));
        LineWriter { out: None, path, sentences, text: Vec::new() }
    }

    pub(super) fn write(&mut self, line: &format::Line, head: &format::Head) -> io::Result<u64> {
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
