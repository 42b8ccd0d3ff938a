//! Writes the players of a lesson, and checks that their searches exist.

use super::{Figure, Writer, taken};
use crate::lesson::attributes::Attributes;
use crate::lesson::drag::Drag;
use crate::lesson::fill;
use crate::lesson::human::{self, PERSON};
use crate::lesson::markdown::{escape, to_html};
use crate::lesson::parts::{Block, Directive};
use coverlab_model::format::Error;

/// The modes that a player offers without `modes=`.
const DEFAULT_MODES: &str = "watch";

/// The attributes of a player that may follow a dragged value.
const FOLLOWING: [&str; 4] = ["puzzle", "strategy", "beside", "at"];

impl<'a> Writer<'a> {
    /// Writes a player as a figure, which the page brings to life.
    pub(super) fn player(&mut self, directive: &Directive<'a>) -> Result<(), Error> {
        let Directive { attributes, at, body, .. } = directive;
        let search = self.check_searches(directive)?;
        // `this` means no puzzle if the puzzle depends on the reader.
        let dragged = attributes.get("puzzle").is_some_and(|puzzle| puzzle.contains('$'));
        self.filler.counting.focus(if dragged { "" } else { &search.puzzle });
        let caption = match &body[..] {
            [] => format!("<p><code>{}</code></p>\n", escape(&search.strategy)),
            [Block::Markdown(range)] => to_html(&self.filler.fill(range.clone())?),
            _ => return Err(self.filler.source.error(at, "a caption is Markdown without directives")),
        };
        // Shown without script, and on paper if the search was not run yet.
        let name = search.puzzle.trim_end_matches("/1");
        let puzzle = self.filler.counting.text(name).map_err(|error| self.filler.locate(at, error))?;
        let html = format!(
            "<figure id=\"{}\"{}>\n<figcaption>{caption}</figcaption>\n<pre class=\"grid\">{}</pre>\n</figure>\n",
            escape(&search.id),
            self.data(attributes),
            fill::grid(&puzzle)
        );
        self.html += &html;
        self.figures.push(Figure { html, ..search });
        Ok(())
    }

    /// Checks the searches of a player for each value that it follows, and returns the search that is shown first.
    fn check_searches(&self, directive: &Directive<'a>) -> Result<Figure, Error> {
        let Some(drag) = self.drag_of(&directive.attributes)? else {
            return self.check_search(directive, &str::to_string);
        };
        for value in &drag.values {
            self.check_search(directive, &|words| drag.substitute(words, value))?;
        }
        self.check_search(directive, &|words| drag.substitute(words, drag.first()))
    }

    /// The dragged value that a player follows.
    fn drag_of(&self, attributes: &Attributes<'a>) -> Result<Option<&Drag>, Error> {
        for (key, words) in attributes.iter().filter(|(key, _)| !FOLLOWING.contains(key)) {
            if let (Ok(Some(_)), Some((_, at))) = (self.filler.drags.of(words), attributes.located(key)) {
                let error =
                    self.filler.source.error(&at, format!("`{key}=` does not follow a dragged value"));
                return Err(
                    error.help(format!("these do: {}", FOLLOWING.map(|key| format!("{key}=")).join(", ")))
                );
            }
        }
        let places = || FOLLOWING.iter().filter_map(|key| attributes.located(key));
        let Some((_, at)) = places().find(|(words, _)| words.contains('$')) else { return Ok(None) };
        let words: Vec<&str> = places().map(|(words, _)| words).collect();
        self.filler.drags.of(&words.join(" ")).map_err(|error| self.filler.locate(&at, error))
    }

    /// Runs the search of a player, and fails if it lacks the moment that it begins at. `put` replaces dragged values.
    fn check_search(&self, directive: &Directive<'a>, put: &dyn Fn(&str) -> String) -> Result<Figure, Error> {
        let Directive { attributes, at, .. } = directive;
        let counting = &self.filler.counting;
        let Some((puzzle, place)) = attributes.located("puzzle") else {
            return Err(self.filler.source.error(at, "`:::player` needs `puzzle=`"));
        };
        let puzzle = put(puzzle);
        counting.text(&puzzle).map_err(|error| self.filler.locate(&place, error))?;
        let Some((strategy, place)) = attributes.located("strategy") else {
            let error = self.filler.source.error(at, "`:::player` needs `strategy=`");
            return Err(error.help("for example `strategy=dlx`"));
        };
        let puzzle = if attributes.get("solutions") == Some("1") { format!("{puzzle}/1") } else { puzzle };
        let beside = attributes.get("beside").into_iter().flat_map(str::split_whitespace);
        for strategy in strategy.split(' ').chain(beside) {
            let spec = counting.strategy(&put(strategy));
            // The page replaces `$NAME` in this text by itself, so a name must not resolve differently.
            if spec != put(&counting.strategy(strategy))
                || strategy.contains('$') && human::techniques(&spec).is_some()
            {
                let error =
                    self.filler.source.error(&place, format!("`{strategy}` does not follow a dragged value"));
                return Err(error.help("only the specification of a search does, such as `cdcl:restarts=$n`"));
            }
            counting.check_search(&spec, &puzzle).map_err(|error| self.filler.locate(&place, error))?;
        }
        let id =
            attributes.get("id").map_or_else(|| format!("figure-{}", self.figures.len() + 1), str::to_string);
        let sections = self.sections.iter().map(|section| &section.id);
        if sections.chain(self.figures.iter().map(|figure| &figure.id)).any(|other| *other == id) {
            return Err(taken(&self.filler.source, at, &id));
        }
        let modes = attributes.get("modes").unwrap_or(DEFAULT_MODES);
        if let Some((mode, at)) = attributes.located("mode")
            && !modes.split_whitespace().any(|other| other == mode)
        {
            let error = self.filler.source.error(&at, format!("`mode=` cannot be `{mode}`"));
            return Err(error.help(format!("add it to `modes=`, which offers {modes}")));
        }
        let figure = Figure { id, strategy: counting.strategy(&put(strategy)), puzzle, html: String::new() };
        if let Some((moment, at)) = attributes.located("at") {
            self.check_moment(&figure, &put(moment), &at)?;
        }
        Ok(figure)
    }

    /// The attributes of a figure for HTML, with the names of strategies replaced. An attribute that follows a dragged
    /// value occurs twice: as `data-at` with the first value, and as `data-drag-at` with the name of the value.
    fn data(&self, attributes: &Attributes<'a>) -> String {
        let spec = |name: &str| self.filler.counting.strategy(name);
        let drag = self.drag_of(attributes).ok().flatten();
        let mut data = drag.map_or(String::new(), |drag| format!(" data-drag=\"{}\"", drag.name));
        let main = attributes.get("strategy").map(spec).unwrap_or_default();
        if let Some(techniques) = human::techniques(&main).filter(|_| main != PERSON) {
            let names: Vec<&str> = techniques.iter().map(|technique| technique.about.name).collect();
            data += &format!(" data-techniques=\"{}\"", names.join(" "));
            data += &human::until(&main).map_or(String::new(), |name| format!(" data-until=\"{name}\""));
        }
        for (key, value) in attributes.iter().filter(|(key, _)| *key != "id") {
            let value = match key {
                "strategy" if human::techniques(&main).is_some() => PERSON.to_string(),
                "strategy" => spec(value),
                "beside" => value.split_whitespace().map(spec).collect::<Vec<_>>().join(" "),
                _ => value.to_string(),
            };
            let first = drag.map_or_else(|| value.clone(), |drag| drag.substitute(&value, drag.first()));
            data += &format!(" data-{key}=\"{}\"", escape(&first));
            if first != value {
                data += &format!(" data-drag-{key}=\"{}\"", escape(&value));
            }
        }
        data
    }
}
