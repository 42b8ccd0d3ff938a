//! Writes a lesson as HTML: Markdown by `pulldown-cmark`, and an element for each directive.

use super::attributes::Attributes;
use super::count::Counting;
use super::exercise;
use super::fill::{self, Filler, escape};
use super::language::{Language, grouped};
use super::markdown::{inline, paragraphs, to_html};
use super::parts::{Block, Directive, Heading, Parts};
use super::source::Source;
use coverlab_model::format::Error;
use coverlab_model::nearest;
use std::ops::Range;

/// The directives, with their attributes.
const DIRECTIVES: [(&str, &[&str]); 8] = [
    (
        "player",
        &[
            "id",
            "strategy",
            "beside",
            "puzzle",
            "title",
            "beside-title",
            "show",
            "at",
            "level",
            "clock",
            "modes",
            "mode",
            "asks",
            "solutions",
            "veil",
            "choose",
            "own",
        ],
    ),
    ("beside", &[]),
    ("ask", &["answer"]),
    ("estimate", &["from", "to", "answer", "power"]),
    ("hand", &["puzzle"]),
    ("said", &["holds", "fails", "summary"]),
    ("details", &["summary"]),
    ("exercise", &["check", "solution"]),
];

/// Blocks that are wider than the text.
const WIDE: [&str; 3] = ["player", "hand", "beside"];

/// A lesson's HTML.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) title: String,
    pub(super) language: Language,
    pub(super) body: String,
    /// The puzzles that the lesson names, as JSON.
    pub(super) puzzles: String,
    /// The figures, each with its id.
    pub(super) figures: Vec<(String, String)>,
}

/// Writes a lesson.
///
/// # Errors
/// A directive or a placeholder is malformed, a number cannot be counted, a claim is false, or a link leads nowhere.
pub(super) fn write(text: &str) -> Result<Written, Error> {
    let source = Source { text };
    let Parts { title, blocks, definitions } = source.parts()?;
    title.attributes.expect(&source, &["lang"])?;
    let (code, at) = title.attributes.place("lang").unwrap_or(("en", 0..0));
    let language = Language::new(code).map_err(|known| {
        source
            .error(&at, format!("there are no words for the language `{code}`"))
            .help(format!("there are {}", known.join(", ")))
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
        filler: Filler { source, counting, language, minutes },
        sections,
        html: String::new(),
        prose: false,
        figures: Vec::new(),
    };
    writer.lesson(&title, &blocks)?;
    writer.check_links()?;
    let Writer { filler, html, figures, .. } = writer;
    let title = inline(&escape(source.text[title.title.clone()].trim()));
    let figures = figures.into_iter().map(|figure| (figure.id, figure.html)).collect();
    Ok(Written { title, language: filler.language, body: html, puzzles, figures })
}

/// A section of the contents.
struct Section {
    id: String,
    title: Range<usize>,
    minutes: u32,
}

/// The sections of a lesson. An id is made of the title where none is given.
fn sections(source: &Source<'_>, blocks: &[Block<'_>]) -> Result<Vec<Section>, Error> {
    let headings = blocks
        .iter()
        .filter_map(|block| if let Block::Section(heading) = block { Some(heading) } else { None });
    let section = |Heading { title, attributes }: &Heading<'_>| {
        attributes.expect(source, &["id", "minutes"])?;
        let minutes = attributes.place("minutes").map_or(Ok(0), |(words, at)| {
            words.parse().map_err(|_| source.error(&at, format!("`{words}` is no number of minutes")))
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
    headings.map(section).collect()
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
    /// Whether the element around a run of text is open.
    prose: bool,
    figures: Vec<Figure>,
}

impl<'a> Writer<'a> {
    /// The title, what stands before the first directive or section, the contents, and the rest.
    fn lesson(&mut self, title: &Heading<'a>, blocks: &[Block<'a>]) -> Result<(), Error> {
        let title = inline(&self.filler.fill(title.title.clone())?);
        self.html += &format!("<h1>{title}</h1>\n");
        let mut rest = blocks;
        if let [Block::Markdown(lead), after @ ..] = blocks {
            self.html += "<header class=\"lede\">\n";
            self.markdown(lead)?;
            self.html += "</header>\n";
            rest = after;
        }
        self.contents()?;
        let begins = !matches!(rest.first(), None | Some(Block::Section(_)));
        if begins {
            self.html += "<section>\n";
        }
        let mut sections = 0;
        for block in rest {
            let Block::Section(_) = block else {
                self.block(block)?;
                continue;
            };
            self.close_prose();
            if sections > 0 || begins {
                self.html += "</section>\n";
            }
            self.section(sections)?;
            sections += 1;
        }
        self.close_prose();
        if sections > 0 || begins {
            self.html += "</section>\n";
        }
        Ok(())
    }

    fn section(&mut self, number: usize) -> Result<(), Error> {
        let Section { id, title, minutes } = &self.sections[number];
        let title = inline(&self.filler.fill(title.clone())?);
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
                self.markdown(range)
            }
            Block::Section(heading) => {
                Err(self.filler.source.error(&heading.title, "a section within a directive"))
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

    /// Markdown, cut at each `{{ ask: … | … }}`.
    fn markdown(&mut self, range: &Range<usize>) -> Result<(), Error> {
        let source = self.filler.source;
        let (mut from, mut rest) = (range.start, range.clone());
        while let Some(placeholder) = fill::next(&source, &rest)? {
            rest.start = placeholder.at.end;
            if placeholder.kind != "ask" {
                continue;
            }
            let Some((question, answer)) = placeholder.words.split_once('|') else {
                let error = source.error(&placeholder.at, "a question without an answer");
                return Err(error
                    .help("write `{{ ask: How many nodes? | 57 }}` or `| count: nodes of dlx on this }}`"));
            };
            self.html += &to_html(&self.filler.fill(from..placeholder.at.start)?);
            self.question(question.trim(), answer.trim(), &placeholder.at)?;
            from = placeholder.at.end;
        }
        self.html += &to_html(&self.filler.fill(from..range.end)?);
        Ok(())
    }

    /// A question with a number to estimate, or with an answer to open.
    fn question(&mut self, question: &str, answer: &str, at: &Range<usize>) -> Result<(), Error> {
        let counted = answer.strip_prefix("count:");
        let number = match counted {
            Some(words) => Some(self.filler.count((words, at.clone()))?),
            None => answer.parse::<f64>().ok(),
        };
        let (question, why) = (to_html(question), self.filler.language.word("answer"));
        let details =
            |answer: &str| format!("<details><summary>{why}</summary>{}</details></div>\n", to_html(answer));
        self.html += &match number {
            Some(number) => {
                let to = 10_f64.powf(number.max(1.0).log10().ceil() + 2.0);
                let element = format!(
                    "<div class=\"estimate\" data-from=\"1\" data-to=\"{to}\" data-answer=\"{number}\">"
                );
                format!("{element}{question}{}", details(&grouped(number)))
            }
            None => format!("<div class=\"question\">{question}{}", details(answer)),
        };
        Ok(())
    }

    fn directive(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { name, at, attributes, body } = directive;
        let source = self.filler.source;
        let known = || DIRECTIVES.iter().map(|(name, _)| *name);
        let Some((_, allowed)) = DIRECTIVES.iter().find(|(other, _)| other == name) else {
            let error = source.error(at, format!("there is no directive `:::{name}`"));
            return Err(error.help(match nearest(name, known()) {
                Some(near) => format!("did you mean `:::{near}`?"),
                None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
            }));
        };
        attributes.expect(&source, allowed)?;
        match *name {
            "player" => self.player(directive),
            "beside" => {
                self.html += "<div class=\"beside\">\n";
                body.iter().try_for_each(|block| self.block(block))?;
                self.close_prose();
                self.html += "</div>\n";
                Ok(())
            }
            "ask" => self.ask(directive),
            "estimate" => self.estimate(directive),
            "hand" => self.hand(directive),
            "said" => {
                let verdict = if attributes.get("holds").is_some() { "holds" } else { "fails" };
                self.html += &format!("<div class=\"said {verdict}\">\n");
                let summary =
                    attributes.get("summary").unwrap_or(self.filler.language.word("is it so")).to_string();
                self.folded(directive, &summary)
            }
            "exercise" => self.exercise(directive),
            _ => {
                let summary =
                    attributes.get("summary").unwrap_or(self.filler.language.word("answer")).to_string();
                self.html += &format!("<details><summary>{}</summary>\n", inline(&summary));
                self.body(body)?;
                self.html += "</details>\n";
                Ok(())
            }
        }
    }

    /// The blocks of a directive within the text.
    fn body(&mut self, body: &[Block<'a>]) -> Result<(), Error> {
        body.iter().try_for_each(|block| match block {
            Block::Markdown(range) => self.markdown(range),
            Block::Directive(directive) if WIDE.contains(&directive.name) => {
                let what = format!("`:::{}` is too wide to be within the text", directive.name);
                Err(self.filler.source.error(&directive.at, what))
            }
            block => self.block(block),
        })
    }

    /// The first paragraph, then the rest in an element that opens; both within an element that is open already.
    fn folded(&mut self, directive: &Directive<'a>, summary: &str) -> Result<(), Error> {
        let [Block::Markdown(text), rest @ ..] = &directive.body[..] else {
            return Err(self.empty(directive));
        };
        let (first, more) = paragraphs(&self.filler.source, text);
        self.html += &to_html(&self.filler.fill(first)?);
        self.html += &format!("<details><summary>{}</summary>\n", inline(summary));
        self.html += &to_html(&self.filler.fill(more)?);
        self.body(rest)?;
        self.html += "</details>\n</div>\n";
        Ok(())
    }

    fn empty(&self, directive: &Directive<'a>) -> Error {
        let error = self.filler.source.error(&directive.at, format!("`:::{}` has no text", directive.name));
        error.help("begin with a paragraph")
    }

    /// A question of several choices, as `- [x] right` and `- [ ] wrong`.
    fn ask(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let source = self.filler.source;
        let [Block::Markdown(text), rest @ ..] = &directive.body[..] else {
            return Err(self.empty(directive));
        };
        let choice = |line: &str| {
            [("- [x] ", true), ("- [ ] ", false)]
                .into_iter()
                .find(|(mark, _)| line.starts_with(mark))
                .map(|(_, right)| right)
        };
        let (mut at, mut choices, mut question, mut answer) =
            (text.start, String::new(), text.start..text.start, text.end);
        let (mut all, mut right) = (0, 0);
        for line in source.text[text.clone()].split_inclusive('\n') {
            if let Some(is_right) = choice(line) {
                question.end = if all == 0 { at } else { question.end };
                (all, right) = (all + 1, right + usize::from(is_right));
                let words = inline(&self.filler.fill(at + 6..at + line.trim_end().len())?);
                choices += &format!("<li{}>{words}</li>\n", if is_right { " data-right" } else { "" });
                answer = at + line.len();
            }
            at += line.len();
        }
        if all < 2 || right != 1 {
            let error = source.error(&directive.at, format!("{all} choices, of which {right} are right"));
            return Err(error.help("give at least two, `- [ ] wrong` and `- [x] right`, and one right one"));
        }
        let summary = directive.attributes.get("answer").unwrap_or(self.filler.language.word("why"));
        let (question, summary) = (to_html(&self.filler.fill(question)?), inline(summary));
        self.html += &format!(
            "<div class=\"ask\">\n{question}<ol>\n{choices}</ol>\n<details><summary>{summary}</summary>\n"
        );
        self.html += &to_html(&self.filler.fill(answer.min(text.end)..text.end)?);
        self.body(rest)?;
        self.html += "</details>\n</div>\n";
        Ok(())
    }

    fn estimate(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, .. } = directive;
        let number = |key: &str| {
            let place = attributes
                .place(key)
                .ok_or_else(|| self.filler.source.error(at, format!("an estimate needs `{key}=`")))?;
            self.filler.count(place)
        };
        let power = if attributes.get("power").is_some() { " data-power" } else { "" };
        let [from, to, answer] = [number("from")?, number("to")?, number("answer")?];
        self.html += &format!(
            "<div class=\"estimate\"{power} data-from=\"{from}\" data-to=\"{to}\" data-answer=\"{answer}\">\n"
        );
        let summary = self.filler.language.word("answer").to_string();
        self.folded(directive, &summary)
    }

    fn hand(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let (puzzle, text) = self.puzzle(directive)?;
        self.html += &format!(
            "<div class=\"hand\" data-puzzle=\"{}\"><pre class=\"grid\">{}</pre></div>\n",
            escape(puzzle),
            fill::grid(&text)
        );
        Ok(())
    }

    /// The puzzle of a directive: its name, or itself, and its text.
    fn puzzle(&self, directive: &Directive<'a>) -> Result<(&'a str, String), Error> {
        let Some((puzzle, at)) = directive.attributes.place("puzzle") else {
            return Err(self
                .filler
                .source
                .error(&directive.at, format!("`:::{}` needs `puzzle=`", directive.name)));
        };
        let text = self.filler.counting.text(puzzle).map_err(|error| self.filler.at(&at, error))?;
        Ok((puzzle, text))
    }

    fn exercise(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, body, .. } = directive;
        let Some((check, place)) = attributes.place("check") else {
            return Err(self.filler.source.error(at, "an exercise needs `check=`"));
        };
        let solution = attributes.get("solution");
        exercise::check(check, solution, &self.filler.counting)
            .map_err(|error| self.filler.at(&place, error))?;
        self.html += &format!("<div class=\"exercise\" data-check=\"{}\">\n", escape(check));
        self.body(body)?;
        if let Some(solution) = solution {
            let text = self.filler.counting.text(solution).map_err(|error| self.filler.at(at, error))?;
            let summary = self.filler.language.word("solution");
            self.html += &format!(
                "<details><summary>{summary}</summary><pre class=\"grid\">{}</pre></details>\n",
                fill::grid(&text)
            );
        }
        self.html += "</div>\n";
        Ok(())
    }

    fn player(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, body, .. } = directive;
        let (puzzle, _) = self.puzzle(directive)?;
        let Some((strategy, place)) = attributes.place("strategy") else {
            return Err(self
                .filler
                .source
                .error(at, "`:::player` needs `strategy=`")
                .help("for example `strategy=dlx`"));
        };
        let counting = &self.filler.counting;
        let searched =
            if attributes.get("solutions") == Some("1") { format!("{puzzle}/1") } else { puzzle.to_string() };
        for strategy in
            strategy.split(' ').chain(attributes.get("beside").into_iter().flat_map(str::split_whitespace))
        {
            counting
                .runs(&counting.strategy(strategy), &searched)
                .map_err(|error| self.filler.at(&place, error))?;
        }
        counting.focus(&searched);
        let strategy = counting.strategy(strategy);
        let id =
            attributes.get("id").map_or_else(|| format!("figure-{}", self.figures.len() + 1), str::to_string);
        let caption = match &body[..] {
            [] => format!("<p><code>{}</code></p>\n", escape(&strategy)),
            [Block::Markdown(range)] => to_html(&self.filler.fill(range.clone())?),
            _ => return Err(self.filler.source.error(at, "a caption is Markdown without directives")),
        };
        let html = format!(
            "<figure id=\"{}\"{}>\n<figcaption>{caption}</figcaption>\n</figure>\n",
            escape(&id),
            self.data(attributes)
        );
        self.html += &html;
        self.figures.push(Figure { id, strategy, puzzle: searched, html });
        let figure = self.figures.len() - 1;
        attributes.place("at").map_or(Ok(()), |(moment, at)| self.check_moment(figure, moment, &at))
    }

    /// The attributes of a figure, with the strategies that names stand for.
    fn data(&self, attributes: &Attributes<'a>) -> String {
        let spec = |name: &str| self.filler.counting.strategy(name);
        let mut data = String::new();
        for (key, value) in attributes.iter().filter(|(key, _)| *key != "id") {
            let value = match key {
                "strategy" => spec(value),
                "beside" => value.split_whitespace().map(spec).collect::<Vec<_>>().join(" "),
                _ => value.to_string(),
            };
            data += &format!(" data-{key}=\"{}\"", escape(&value));
        }
        data
    }

    fn check_moment(&self, figure: usize, moment: &str, at: &Range<usize>) -> Result<(), Error> {
        let Figure { id, strategy, puzzle, .. } = &self.figures[figure];
        let there = self
            .filler
            .counting
            .has_moment(strategy, puzzle, moment)
            .map_err(|error| self.filler.at(at, error))?;
        if there {
            return Ok(());
        }
        let error = self.filler.source.error(at, format!("the search `{id}` has no moment `{moment}`"));
        Err(error
            .help("a moment is `start`, `end`, a number, or an event such as `fail:2` or `before take:1`"))
    }

    /// Fails if a link such as `[there](#search@fail:2)` leads nowhere.
    fn check_links(&self) -> Result<(), Error> {
        let source = self.filler.source;
        for (begin, _) in source.text.match_indices("](#") {
            let address = source.text[begin + 3..].split(')').next().unwrap_or_default();
            let at = begin + 3..begin + 3 + address.len();
            let Some((id, moment)) = address.split_once('@') else { continue };
            let Some(figure) = self.figures.iter().position(|figure| figure.id == id) else {
                let error = source.error(&at, format!("there is no figure `{id}`"));
                let near = nearest(id, self.figures.iter().map(|figure| figure.id.as_str()));
                return Err(error.help(near.map_or(String::new(), |near| format!("did you mean `{near}`?"))));
            };
            self.check_moment(figure, &moment.replace("before-", "before "), &at)?;
        }
        Ok(())
    }
}
