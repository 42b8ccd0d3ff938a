//! Writes a lesson as HTML: its sections, its Markdown, and an element for each directive.

mod directives;
mod player;

use super::Lesson;
use super::count::Counting;
use super::drag::Drags;
use super::fill::Filler;
use super::language::Language;
use super::markdown::{escape, inline, to_html};
use super::parts::{Block, Heading, Parts};
use super::sheet::Outline;
use super::source::Source;
use super::technique;
use coverlab_model::did_you_mean;
use coverlab_model::format::Error;
use directives::WIDE;
use std::ops::Range;

/// Writes a lesson.
pub(super) fn write(text: &str) -> Result<Lesson, Error> {
    let source = Source { text };
    let Parts { title, blocks, definitions } = source.parts()?;
    title.attributes.reject_unknown(&source, &["lang"])?;
    let (code, at) = title.attributes.located("lang").unwrap_or(("en", 0..0));
    let language = Language::new(code).ok_or_else(|| {
        source
            .error(&at, format!("there are no words for the language `{code}`"))
            .help(format!("known: {}", Language::codes().join(", ")))
    })?;
    let named = |kind: &str| {
        let of = definitions.iter().filter(|(other, ..)| *other == kind);
        of.map(|(_, name, text)| ((*name).to_string(), (*text).to_string())).collect()
    };
    let counting = Counting::new(named("puzzle"), named("strategy"));
    let puzzles = serde_json::json!(counting.puzzles()).to_string();
    let sections: Vec<Section> = sections(&source, &blocks)?;
    let minutes = sections.iter().map(|section| section.minutes).sum();
    let mut writer = Writer {
        filler: Filler { source, counting, language, drags: Drags::new(&source)?, minutes },
        sections,
        html: String::new(),
        prose: false,
        figures: Vec::new(),
        outline: Outline::default(),
    };
    writer.lesson(&title, &blocks)?;
    writer.check_links()?;
    let Writer { filler, html, figures, outline, .. } = writer;
    let title = inline(&escape(source.text[title.title.clone()].trim()));
    let figures = figures.into_iter().map(|figure| (figure.id, figure.html)).collect();
    Ok(Lesson { title, language: filler.language, body: html, puzzles, figures, outline })
}

/// A section of the contents.
struct Section {
    id: String,
    title: Range<usize>,
    minutes: u32,
}

/// The sections of a lesson. A section without an id gets one made from its title.
fn sections(source: &Source<'_>, blocks: &[Block<'_>]) -> Result<Vec<Section>, Error> {
    let headings = blocks
        .iter()
        .filter_map(|block| if let Block::Section(heading) = block { Some(heading) } else { None });
    let section = |Heading { title, attributes }: &Heading<'_>| {
        attributes.reject_unknown(source, &["id", "minutes"])?;
        let minutes = attributes.located("minutes").map_or(Ok(0), |(words, at)| {
            words.parse().map_err(|_| source.error(&at, format!("`{words}` is not a number of minutes")))
        })?;
        let slug = || {
            let words = source.text[title.clone()].to_lowercase();
            words
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join("-")
        };
        let id = attributes.get("id").map_or_else(slug, str::to_string);
        Ok(Section { id, title: title.clone(), minutes })
    };
    let mut all: Vec<Section> = Vec::new();
    for heading in headings {
        let section = section(heading)?;
        if all.iter().any(|other| other.id == section.id) {
            return Err(taken(source, &heading.title, &section.id));
        }
        all.push(section);
    }
    Ok(all)
}

/// The error for a section or a figure with the id of another.
fn taken(source: &Source<'_>, at: &Range<usize>, id: &str) -> Error {
    let error = source.error(at, format!("another section or figure has the id `{id}`"));
    error.help("give it an id of its own, such as `#second`")
}

/// A search that a lesson shows.
struct Figure {
    id: String,
    strategy: String,
    puzzle: String,
    html: String,
}

struct Writer<'a> {
    filler: Filler<'a>,
    sections: Vec<Section>,
    html: String,
    /// Whether the element around running text is open.
    prose: bool,
    figures: Vec<Figure>,
    outline: Outline,
}

impl<'a> Writer<'a> {
    /// Writes the title, the Markdown before the first directive or section, the contents, and the rest.
    fn lesson(&mut self, title: &Heading<'a>, blocks: &[Block<'a>]) -> Result<(), Error> {
        let title = inline(&self.filler.fill(title.title.clone())?);
        self.html += &format!("<h1>{title}</h1>\n");
        let mut rest = blocks;
        if let [Block::Markdown(lead), after @ ..] = blocks {
            self.html += "<header class=\"lede\">\n";
            let from = self.html.len();
            self.fill(lead)?;
            self.outline.introduction += &self.html[from..];
            self.html += "</header>\n";
            rest = after;
        }
        if let [Block::Directive(goals), after @ ..] = rest
            && goals.name == "goals"
        {
            self.directive(goals)?;
            rest = after;
        }
        self.contents()?;
        self.after_contents(rest)
    }

    /// Writes the sections. The blocks before the first of them are a section without a title.
    fn after_contents(&mut self, rest: &[Block<'a>]) -> Result<(), Error> {
        let (mut sections, mut is_open) = (0, false);
        for block in rest {
            let is_heading = matches!(block, Block::Section(_));
            if is_heading && is_open {
                self.close_prose();
                self.html += "</section>\n";
            }
            if is_heading {
                self.section(sections)?;
                sections += 1;
            } else {
                if !is_open {
                    self.html += "<section>\n";
                }
                self.block(block)?;
            }
            is_open = true;
        }
        self.close_prose();
        if is_open {
            self.html += "</section>\n";
        }
        Ok(())
    }

    fn section(&mut self, number: usize) -> Result<(), Error> {
        let Section { id, title, minutes } = &self.sections[number];
        let title = inline(&self.filler.fill(title.clone())?);
        self.outline.begin_section(&title, *minutes);
        let minutes = if *minutes > 0 { format!(" data-minutes=\"{minutes}\"") } else { String::new() };
        self.html += &format!("<section id=\"{}\"{minutes}>\n<h2>{title}</h2>\n", escape(id));
        Ok(())
    }

    fn contents(&mut self) -> Result<(), Error> {
        if self.sections.len() < 2 {
            return Ok(());
        }
        let (words, unit) = (&self.filler.language, self.filler.language.word("minutes"));
        let mut list = format!("<nav class=\"contents\" aria-label=\"{}\"><ol>", words.word("contents"));
        for Section { id, title, minutes } in &self.sections {
            let title = inline(&self.filler.fill(title.clone())?);
            let minutes =
                if *minutes > 0 { format!(" <small>{minutes} {unit}</small>") } else { String::new() };
            list += &format!("<li><a href=\"#{}\">{title}</a>{minutes}</li>", escape(id));
        }
        self.html += &(list + "</ol></nav>\n");
        Ok(())
    }

    fn open_prose(&mut self) {
        if !self.prose {
            self.html += "<div class=\"prose\">\n";
            self.prose = true;
        }
    }

    fn close_prose(&mut self) {
        if self.prose {
            self.html += "</div>\n";
            self.prose = false;
        }
    }

    fn block(&mut self, block: &Block<'a>) -> Result<(), Error> {
        match block {
            Block::Markdown(range) => {
                self.open_prose();
                self.fill(range)
            }
            Block::Section(heading) => {
                Err(self.filler.source.error(&heading.title, "a directive cannot contain a section"))
            }
            Block::Directive(directive) => {
                if WIDE.contains(&directive.name) {
                    self.close_prose();
                } else {
                    self.open_prose();
                }
                self.directive(directive)
            }
        }
    }

    /// Writes the Markdown in `range`, with its placeholders filled in.
    fn fill(&mut self, range: &Range<usize>) -> Result<(), Error> {
        self.html += &to_html(&self.filler.fill(range.clone())?);
        Ok(())
    }

    /// Fails if the search of a figure has no such moment.
    fn check_moment(&self, figure: &Figure, moment: &str, at: &Range<usize>) -> Result<(), Error> {
        let Figure { id, strategy, puzzle, .. } = figure;
        let exists = self
            .filler
            .counting
            .has_moment(strategy, puzzle, moment)
            .map_err(|error| self.filler.locate(at, error))?;
        if exists {
            return Ok(());
        }
        let error = self.filler.source.error(at, format!("the search `{id}` has no moment `{moment}`"));
        Err(error
            .help("a moment is `start`, `end`, a number, or an event such as `fail:2` or `before take:1`"))
    }

    /// Fails if a link such as `[there](#search@fail:2)` or `[fish](technique:x-wing)` leads nowhere.
    fn check_links(&self) -> Result<(), Error> {
        let source = self.filler.source;
        for (begin, opening) in source.text.match_indices("](technique:") {
            let begin = begin + opening.len();
            let name = source.text[begin..].split(')').next().unwrap_or_default();
            if technique::markdown(name).is_none() {
                let at = begin..begin + name.len();
                return Err(source.error(&at, format!("there is no page about the technique `{name}`")));
            }
        }
        for (begin, _) in source.text.match_indices("](#") {
            let address = source.text[begin + 3..].split(')').next().unwrap_or_default();
            let at = begin + 3..begin + 3 + address.len();
            let Some((id, moment)) = address.split_once('@') else {
                if address == "top" || self.html.contains(&format!(" id=\"{}\"", escape(address))) {
                    continue;
                }
                let error = source.error(&at, format!("there is no section or figure `{address}`"));
                let figures = self.figures.iter().map(|figure| figure.id.as_str());
                let ids = self.sections.iter().map(|section| section.id.as_str()).chain(figures);
                return Err(error.help(did_you_mean(address, ids).unwrap_or_default()));
            };
            let Some(figure) = self.figures.iter().find(|figure| figure.id == id) else {
                let error = source.error(&at, format!("there is no figure `{id}`"));
                let near = did_you_mean(id, self.figures.iter().map(|figure| figure.id.as_str()));
                return Err(error.help(near.unwrap_or_default()));
            };
            if ["puzzle", "strategy", "beside"]
                .iter()
                .any(|key| figure.html.contains(&format!(" data-drag-{key}=")))
            {
                let error = source.error(&at, format!("the search `{id}` changes with a dragged value"));
                return Err(error.help("link to a figure with one search"));
            }
            self.check_moment(figure, &moment.replace("before-", "before "), &at)?;
        }
        Ok(())
    }
}
