//! Writes directives: questions, exercises, and text that the reader can open. A player is in `player`.

use super::Writer;
use crate::lesson::attributes::Attributes;
use crate::lesson::exercise;
use crate::lesson::fill;
use crate::lesson::markdown::{escape, inline, paragraphs, to_html};
use crate::lesson::parts::{Block, Directive};
use coverlab_model::format::Error;
use coverlab_model::{did_you_mean, nearest};
use std::ops::Range;

/// The directives, with their attributes.
const DIRECTIVES: [(&str, &str); 10] = [
    ("goals", ""),
    (
        "player",
        "id strategy beside puzzle title beside-title show at level clock modes mode asks solutions veil choose own",
    ),
    ("beside", ""),
    ("ask", "answer"),
    ("question", "answer"),
    ("estimate", "from to answer power"),
    ("hand", "puzzle"),
    ("said", "holds fails summary"),
    ("details", "summary"),
    ("exercise", "check solution"),
];

/// The words that the values of these attributes may contain. A flag has no value. A test compares them with the page.
const WORDS: [(&str, &str); 12] = [
    (
        "show",
        "board picture matrix links clauses watches trail implications steps tree script staircase counters",
    ),
    ("modes", MODES),
    ("mode", MODES),
    ("level", "sum node step micro"),
    ("clock", "event node decision fixed"),
    ("asks", ""),
    ("veil", ""),
    ("choose", ""),
    ("own", ""),
    ("power", ""),
    ("holds", ""),
    ("fails", ""),
];

/// The modes of a player.
const MODES: &str = "watch predict whatif";

/// The attributes whose values are several words.
const LISTS: [&str; 3] = ["show", "modes", "asks"];

/// The directives that are wider than the text.
pub(super) const WIDE: [&str; 3] = ["player", "hand", "beside"];

/// The choices of a question.
struct Choices {
    /// The text before them.
    question: Range<usize>,
    /// All of them, as items of a list in HTML.
    list: String,
    /// The right one, in HTML.
    right: String,
    /// The text after them.
    answer: Range<usize>,
}

impl<'a> Writer<'a> {
    /// Writes a directive.
    pub(super) fn directive(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { name, at, attributes, body } = directive;
        let source = self.filler.source;
        let known = || DIRECTIVES.iter().map(|(name, _)| *name);
        let Some((_, allowed)) = DIRECTIVES.iter().find(|(other, _)| other == name) else {
            let error = source.error(at, format!("there is no directive `:::{name}`"));
            return Err(error.help(match nearest(name, known()) {
                Some(near) => format!("did you mean `:::{near}`?"),
                None => format!("known: {}", known().collect::<Vec<_>>().join(", ")),
            }));
        };
        attributes.reject_unknown(&source, &allowed.split_whitespace().collect::<Vec<_>>())?;
        attributes.iter().try_for_each(|(key, _)| self.check_value(attributes, key))?;
        let given = |key: &str, word: &str| {
            attributes.get(key).unwrap_or_else(|| self.filler.language.word(word)).to_string()
        };
        match *name {
            "player" => self.player(directive),
            "goals" => self.goals(directive),
            "ask" => self.ask(directive),
            "estimate" => self.estimate(directive),
            "hand" => self.hand(directive),
            "exercise" => self.exercise(directive),
            "beside" => {
                self.html += "<div class=\"beside\">\n";
                body.iter().try_for_each(|block| self.block(block))?;
                self.close_prose();
                self.html += "</div>\n";
                Ok(())
            }
            "question" => {
                let summary = given("answer", "answer");
                self.html += "<div class=\"question\">\n";
                self.folded(directive, &summary, "")
            }
            "said" => {
                let summary = given("summary", "is it so");
                let verdict = if attributes.get("holds").is_some() { "holds" } else { "fails" };
                let word = |name: &str| self.filler.language.word(name);
                self.html += &format!(
                    "<div class=\"said {verdict}\" style=\"--said: '{}'; --verdict: '{}'\">\n",
                    word("said"),
                    word(&format!("claim {verdict}"))
                );
                // A claim on a worksheet needs its question.
                let asked = format!("<p>{}</p>\n", inline(&summary));
                self.folded(directive, &summary, &asked)
            }
            _ => {
                let summary = inline(&given("summary", "answer"));
                self.html += &format!("<details><summary>{summary}</summary>\n");
                self.body(body)?;
                self.html += "</details>\n";
                Ok(())
            }
        }
    }

    /// Fails if the value of an attribute contains a word that is not in [`WORDS`].
    fn check_value(&self, attributes: &Attributes<'a>, key: &str) -> Result<(), Error> {
        let Some((value, at)) = attributes.located(key) else { return Ok(()) };
        let error = |what: String| self.filler.source.error(&at, what);
        if key == "solutions" && !value.parse::<u64>().is_ok_and(|number| number > 0) {
            return Err(
                error(format!("`{value}` is not a number of solutions")).help("write a number from 1")
            );
        }
        let Some((_, words)) = WORDS.iter().find(|(other, _)| *other == key) else { return Ok(()) };
        let known: Vec<&str> = match key {
            "asks" => coverlab_trace::EVENT_KINDS.to_vec(),
            _ => words.split_whitespace().collect(),
        };
        let mut given = if LISTS.contains(&key) { value.split_whitespace().collect() } else { vec![value] };
        given.retain(|word| !(known.contains(word) || known.is_empty() && word.is_empty()));
        let Some(wrong) = given.first() else { return Ok(()) };
        let list = || match known.is_empty() {
            true => "omit the value".to_string(),
            false => format!("known: {}", known.join(", ")),
        };
        let help = did_you_mean(wrong, known.iter().copied()).unwrap_or_else(list);
        Err(error(format!("`{key}=` cannot be `{wrong}`")).help(help))
    }

    /// Writes the blocks of a directive that is within the text.
    fn body(&mut self, body: &[Block<'a>]) -> Result<(), Error> {
        body.iter().try_for_each(|block| match block {
            Block::Markdown(range) => self.fill(range),
            Block::Directive(directive) if WIDE.contains(&directive.name) => {
                let what = format!("`:::{}` is too wide for the text column", directive.name);
                Err(self.filler.source.error(&directive.at, what))
            }
            block => self.block(block),
        })
    }

    /// Writes the first paragraph, and the rest in an element that the reader can open. Closes the element that the caller
    /// opened. `asked` follows the paragraph on a worksheet.
    fn folded(&mut self, directive: &Directive<'a>, summary: &str, asked: &str) -> Result<(), Error> {
        let [Block::Markdown(text), rest @ ..] = &directive.body[..] else {
            return Err(self.empty(directive));
        };
        let (first, more) = paragraphs(&self.filler.source, text);
        let question = to_html(&self.filler.fill(first)?);
        self.html += &format!("{question}<details><summary>{}</summary>\n", inline(summary));
        let from = self.html.len();
        self.html += &to_html(&self.filler.fill(more)?);
        self.body(rest)?;
        self.outline.ask(&(question + asked), &self.html[from..]);
        self.html += "</details>\n</div>\n";
        Ok(())
    }

    /// Writes the goals of the lesson as a list that the reader can open.
    fn goals(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let word = self.filler.language.word("goals");
        self.html += &format!("<details class=\"goals\"><summary>{word}</summary>\n");
        let from = self.html.len();
        self.body(&directive.body)?;
        self.outline.goals += &self.html[from..];
        self.html += "</details>\n";
        Ok(())
    }

    /// The error for a directive that does not begin with a paragraph.
    fn empty(&self, directive: &Directive<'a>) -> Error {
        let error = self.filler.source.error(&directive.at, format!("`:::{}` has no text", directive.name));
        error.help("begin with a paragraph")
    }

    /// Writes a question with several choices, given as `- [x] right` and `- [ ] wrong`.
    fn ask(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let [Block::Markdown(text), rest @ ..] = &directive.body[..] else {
            return Err(self.empty(directive));
        };
        let Choices { question, list, right, answer } = self.choices(text, &directive.at)?;
        let summary = directive.attributes.get("answer").unwrap_or(self.filler.language.word("why"));
        let (question, summary) = (to_html(&self.filler.fill(question)?), inline(summary));
        self.html += &format!(
            "<div class=\"ask\">\n{question}<ol>\n{list}</ol>\n<details><summary>{summary}</summary>\n"
        );
        let from = self.html.len();
        self.html += &to_html(&self.filler.fill(answer)?);
        self.body(rest)?;
        let list = list.replace("<li data-right>", "<li>");
        let question = format!("{question}<ol class=\"choices\">\n{list}</ol>\n");
        self.outline.ask(&question, &format!("<p>✓ {right}</p>\n{}", &self.html[from..]));
        self.html += "</details>\n</div>\n";
        Ok(())
    }

    /// Reads the choices in `text`, of which one must be right.
    fn choices(&self, text: &Range<usize>, directive: &Range<usize>) -> Result<Choices, Error> {
        let source = self.filler.source;
        let (mut lines, mut at) = (Vec::new(), text.start);
        for line in source.text[text.clone()].split_inclusive('\n') {
            let is_right = line.starts_with("- [x] ");
            if is_right || line.starts_with("- [ ] ") {
                let words = inline(&self.filler.fill(at + 6..at + line.trim_end().len())?);
                lines.push((is_right, words, at..at + line.len()));
            }
            at += line.len();
        }
        let mut right = lines.iter().filter(|(is_right, ..)| *is_right);
        let (all, number) = (lines.len(), right.clone().count());
        let ([(.., first), .., (.., last)], Some((_, words, _)), 1) = (&lines[..], right.next(), number)
        else {
            let error =
                source.error(directive, format!("there are {all} choices, of which {number} are right"));
            return Err(error.help("give at least two, `- [ ] wrong` and `- [x] right`, and one right one"));
        };
        let item = |(is_right, words, _): &(bool, String, _)| {
            format!("<li{}>{words}</li>\n", if *is_right { " data-right" } else { "" })
        };
        Ok(Choices {
            question: text.start..first.start,
            list: lines.iter().map(item).collect(),
            right: words.clone(),
            answer: last.end..text.end,
        })
    }

    fn estimate(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, .. } = directive;
        let number = |key: &str| {
            let place = attributes
                .located(key)
                .ok_or_else(|| self.filler.source.error(at, format!("an estimate needs `{key}=`")))?;
            self.filler.count(place)
        };
        let power = if attributes.get("power").is_some() { " data-power" } else { "" };
        let [from, to, answer] = [number("from")?, number("to")?, number("answer")?];
        let error = |what: String| self.filler.source.error(at, what);
        if from >= to || (power.is_empty() && from <= 0.0) {
            let error = error(format!("an estimate cannot run from {from} to {to}"));
            return Err(error.help("`from=` is less than `to=`, and without `power` more than 0"));
        }
        if !(from..=to).contains(&answer) {
            let what = format!("the answer {answer} is not among the estimates from {from} to {to}");
            return Err(error(what).help("let `from=` and `to=` enclose the answer"));
        }
        self.html += &format!(
            "<div class=\"estimate\"{power} data-from=\"{from}\" data-to=\"{to}\" data-answer=\"{answer}\">\n"
        );
        let summary = self.filler.language.word("answer").to_string();
        let end = |value: f64| match power {
            "" => self.filler.language.digits(value),
            _ => format!("10<sup>{value}</sup>"),
        };
        let scale = format!("<p class=\"scale\">{} … {}: <span></span></p>\n", end(from), end(to));
        self.folded(directive, &summary, &scale)
    }

    /// Writes a puzzle to solve by hand, with a solution that a search finds. Text is its question.
    fn hand(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, body, .. } = directive;
        let Some((puzzle, place)) = attributes.located("puzzle") else {
            return Err(self.filler.source.error(at, "`:::hand` needs `puzzle=`"));
        };
        let (text, solution) =
            self.filler.counting.by_hand(puzzle).map_err(|error| self.filler.locate(&place, error))?;
        let question = match &body[..] {
            [] => String::new(),
            [Block::Markdown(range)] => to_html(&self.filler.fill(range.clone())?),
            _ => {
                return Err(self
                    .filler
                    .source
                    .error(at, "the text of `:::hand` is Markdown without directives"));
            }
        };
        let language = &self.filler.language;
        let grid = format!("<pre class=\"grid\">{}</pre>", fill::grid(&text));
        let answer = format!("<pre class=\"grid\">{}</pre>", escape(&solution));
        self.html += &format!(
            "<div class=\"hand\" data-puzzle=\"{}\">{question}{grid}<details><summary>{}</summary>{answer}</details></div>\n",
            escape(puzzle),
            language.word("a solution")
        );
        let usual = || format!("<p>{}</p>\n", language.word("by hand"));
        let question = if question.is_empty() { usual() } else { question };
        self.outline.ask(&(question + &grid), &answer);
        Ok(())
    }

    fn exercise(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, body, .. } = directive;
        let Some((check, place)) = attributes.located("check") else {
            return Err(self.filler.source.error(at, "an exercise needs `check=`"));
        };
        let solution = attributes.get("solution");
        let check = exercise::check(check, solution, &self.filler.counting)
            .map_err(|error| self.filler.locate(&place, error))?;
        self.html += &format!("<div class=\"exercise\" data-check=\"{}\">\n", escape(&check));
        let [Block::Markdown(text), rest @ ..] = &body[..] else {
            return Err(self.empty(directive));
        };
        let (first, more) = paragraphs(&self.filler.source, text);
        let question = to_html(&self.filler.fill(first)?);
        self.html += &question;
        let from = self.html.len();
        let mut summary = "answer";
        if let Some(solution) = solution {
            let text = self.filler.counting.text(solution).map_err(|error| self.filler.locate(at, error))?;
            self.html += &format!("<pre class=\"grid\">{}</pre>\n", fill::grid(&text));
            summary = "a solution";
        }
        self.html += &to_html(&self.filler.fill(more)?);
        self.body(rest)?;
        let answer = self.html.split_off(from);
        self.outline.ask(&question, &answer);
        if !answer.is_empty() {
            let summary = self.filler.language.word(summary);
            self.html += &format!("<details><summary>{summary}</summary>\n{answer}</details>\n");
        }
        self.html += "</div>\n";
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a list of objects such as `{ name: "tree", … }`.
    fn names<'a>(source: &'a str, key: &str) -> Vec<&'a str> {
        let before = format!("{{ {key}: \"");
        source.split(&before).skip(1).map(|rest| rest.split('"').next().expect("a string ends")).collect()
    }

    #[test]
    fn the_words_of_attributes_are_those_of_the_page() {
        let words = |key: &str| WORDS.iter().find(|(other, _)| *other == key).expect("an attribute").1;
        let views = names(include_str!("../../web/views.js"), "name").join(" ");
        assert_eq!(words("show"), format!("board {views}"));
        assert_eq!(words("modes"), names(include_str!("../../web/modes.js"), "mode").join(" "));
        assert_eq!(words("clock"), names(include_str!("../../web/clock.js"), "name").join(" "));
        for level in words("level").split(' ') {
            serde_json::from_value::<coverlab_trace::Level>(level.into()).expect(level);
        }
    }
}
