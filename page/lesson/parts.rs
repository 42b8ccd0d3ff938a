//! Splits a lesson into blocks: sections, directives (`:::name … :::`), and the Markdown between them.

use super::attributes::{self, Attributes};
use super::source::Source;
use coverlab_model::format::Error;
use std::ops::Range;

/// A part of a lesson.
#[derive(Debug)]
pub(super) enum Block<'a> {
    /// Lines of Markdown.
    Markdown(Range<usize>),
    /// `## Title {#id minutes=5}`.
    Section(Heading<'a>),
    /// `:::name …` with its body, up to `:::`.
    Directive(Directive<'a>),
}

/// A heading and its attributes.
#[derive(Debug)]
pub(super) struct Heading<'a> {
    pub(super) title: Range<usize>,
    pub(super) attributes: Attributes<'a>,
}

/// A block between two lines that begin with `:::`.
#[derive(Debug)]
pub(super) struct Directive<'a> {
    pub(super) name: &'a str,
    /// The line that opens it.
    pub(super) at: Range<usize>,
    pub(super) attributes: Attributes<'a>,
    pub(super) body: Vec<Block<'a>>,
}

/// A lesson in parts.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) title: Heading<'a>,
    pub(super) blocks: Vec<Block<'a>>,
    /// Fenced definitions such as ```` ```puzzle tiny ````: the kind, the name and the text.
    pub(super) definitions: Vec<(&'a str, &'a str, &'a str)>,
}

/// The kinds of fenced blocks that define a name and are not shown.
const DEFINITIONS: [&str; 2] = ["puzzle", "strategy"];

impl<'a> Source<'a> {
    /// Splits the lesson into its parts.
    pub(super) fn parts(&self) -> Result<Parts<'a>, Error> {
        let mut lines = self.lines();
        let first = lines.find(|line| !self.text[line.clone()].trim().is_empty()).unwrap_or(0..0);
        let Some(title) = self.heading(&first, "# ")? else {
            let error = self.error(&first, "a lesson begins with its title");
            return Err(error.help("begin with a line such as `# Why does the smallest item win?`"));
        };
        let mut splitter =
            Splitter { source: self, open: Vec::new(), done: Vec::new(), definitions: Vec::new() };
        while let Some(line) = lines.next() {
            splitter.line(line, &mut lines)?;
        }
        if let Some((directive, _)) = splitter.open.pop() {
            let error = self.error(&directive.at, format!("`:::{}` is not closed", directive.name));
            return Err(error.help("close it with a line `:::`"));
        }
        Ok(Parts { title, blocks: splitter.done, definitions: splitter.definitions })
    }

    /// The lines of the text, without their ends.
    fn lines(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            let begin = at;
            at += line.len();
            begin..begin + line.trim_end_matches(['\n', '\r']).len()
        })
    }

    /// The heading on a line that begins with `mark`.
    fn heading(&self, line: &Range<usize>, mark: &str) -> Result<Option<Heading<'a>>, Error> {
        let Some(title) = self.text[line.clone()].strip_prefix(mark) else { return Ok(None) };
        let begin = line.end - title.len();
        let braces = title.trim_end().strip_suffix('}').and_then(|title| title.rfind('{'));
        let (end, attributes) = match braces {
            // A heading may end in a placeholder, `{{ … }}`.
            Some(open) if !title[..open].ends_with('{') => {
                let inside = begin + open + 1..begin + title.trim_end().len() - 1;
                (begin + open, attributes::parse(self, inside)?)
            }
            _ => (line.end, Attributes::default()),
        };
        Ok(Some(Heading { title: begin..begin + self.text[begin..end].trim_end().len(), attributes }))
    }
}

/// Collects blocks, line by line.
struct Splitter<'s, 'a> {
    source: &'s Source<'a>,
    /// Directives that are not closed yet, each with the blocks that were collected before it.
    open: Vec<(Directive<'a>, Vec<Block<'a>>)>,
    /// The blocks of the innermost open directive.
    done: Vec<Block<'a>>,
    definitions: Vec<(&'a str, &'a str, &'a str)>,
}

impl<'a> Splitter<'_, 'a> {
    fn line(
        &mut self,
        line: Range<usize>,
        rest: &mut impl Iterator<Item = Range<usize>>,
    ) -> Result<(), Error> {
        let text = self.source.text[line.clone()].trim_end();
        if let Some(fence) = fence(text) {
            return self.fenced(line, fence, rest);
        }
        if text == ":::" {
            let Some((directive, before)) = self.open.pop() else {
                return Err(self.source.error(&line, "`:::` closes nothing"));
            };
            let body = std::mem::replace(&mut self.done, before);
            self.done.push(Block::Directive(Directive { body, ..directive }));
        } else if let Some(opened) = text.strip_prefix(":::") {
            let name = opened.split(char::is_whitespace).next().unwrap_or_default();
            let attributes =
                attributes::parse(self.source, line.start + 3 + name.len()..line.start + text.len())?;
            let directive = Directive { name, at: line, attributes, body: Vec::new() };
            self.open.push((directive, std::mem::take(&mut self.done)));
        } else if let Some(heading) = self.source.heading(&line, "## ")?.filter(|_| self.open.is_empty()) {
            self.done.push(Block::Section(heading));
        } else {
            self.markdown(line);
        }
        Ok(())
    }

    /// Adds a line to the Markdown before it.
    fn markdown(&mut self, line: Range<usize>) {
        // A definition between two lines of Markdown is not part of them.
        let joins = |end: usize| self.source.text[end..line.start].trim().is_empty();
        match self.done.last_mut() {
            Some(Block::Markdown(range)) if joins(range.end) => range.end = line.end,
            _ if line.is_empty() => {}
            _ => self.done.push(Block::Markdown(line)),
        }
    }

    /// Takes the lines up to the closing fence. They are Markdown, unless they define a puzzle or a strategy.
    fn fenced(
        &mut self,
        opening: Range<usize>,
        fence: &str,
        rest: &mut impl Iterator<Item = Range<usize>>,
    ) -> Result<(), Error> {
        let text = self.source.text;
        let words: Vec<&str> =
            text[opening.clone()].trim_start_matches(['`', '~']).split_whitespace().collect();
        let mut body = opening.end..opening.end;
        for line in rest.by_ref() {
            if text[line.clone()].trim_end() == fence {
                let inside = text[body.start..body.end].trim_matches(['\n', '\r']);
                match words[..] {
                    [kind, name] if DEFINITIONS.contains(&kind) => {
                        self.definitions.push((kind, name, inside));
                    }
                    _ => self.markdown(opening.start..line.end),
                }
                return Ok(());
            }
            body.end = line.end;
        }
        Err(self
            .source
            .error(&opening, "this fence is not closed")
            .help(format!("close it with a line `{fence}`")))
    }
}

/// The fence that a line of code begins with.
fn fence(line: &str) -> Option<&str> {
    let marks = |mark: char| line.len() - line.trim_start_matches(mark).len();
    ['`', '~'].into_iter().find_map(|mark| (marks(mark) >= 3).then(|| &line[..marks(mark)]))
}
