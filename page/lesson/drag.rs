//! Values that the reader drags: `{{ drag: pass = 4 in 1..20 }}`.
//!
//! A placeholder or an attribute of a player that contains `$pass` follows the value. The program counts it for each of
//! the values when it writes the lesson; the page shows one of the results.

use super::markdown::escape;
use super::placeholder;
use super::source::Source;
use coverlab_bench::error::Error;
use coverlab_model::format;
use coverlab_model::nearest;

/// More values would make a lesson slow to write, and hard to drag.
const MAX_VALUES: usize = 100;

/// A value that the reader drags.
#[derive(Debug)]
pub(super) struct Drag {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    /// The index of the value that the lesson shows first.
    initial: usize,
}

/// The values that the reader of a lesson drags.
#[derive(Debug, Default)]
pub(super) struct Drags(Vec<Drag>);

impl Drags {
    /// Finds all `{{ drag: … }}` of a lesson.
    pub(super) fn new(source: &Source<'_>) -> Result<Drags, format::Error> {
        let (mut drags, mut rest) = (Drags::default(), 0..source.text.len());
        while let Some(placeholder) = placeholder::next(source, &rest)? {
            rest.start = placeholder.at.end;
            if placeholder.kind != "drag" {
                continue;
            }
            let drag = parse(placeholder.words).ok_or_else(|| {
                let what = format!("`{}` does not define a value to drag", placeholder.words);
                source
                    .error(&placeholder.at, what)
                    .help("write `NAME = FIRST in 1..20` or `NAME = FIRST in VALUE, VALUE`, where FIRST is one of 2 to 100 different values")
            })?;
            if drags.0.iter().any(|other| other.name == drag.name) {
                let what = format!("the value `{}` is defined twice", drag.name);
                return Err(source.error(&placeholder.at, what));
            }
            drags.0.push(drag);
        }
        Ok(drags)
    }

    /// The dragged value that `words` follow, if any.
    pub(super) fn of(&self, words: &str) -> Result<Option<&Drag>, Error> {
        let mut found: Option<&Drag> = None;
        for after in words.split('$').skip(1) {
            let name = after.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
            let Some(drag) = self.0.iter().find(|drag| drag.name == name) else {
                return Err(self.unknown(name));
            };
            if found.is_some_and(|other| other.name != drag.name) {
                return Err(Error::new("this follows two dragged values, but it can follow only one")
                    .help("use one of them"));
            }
            found = Some(drag);
        }
        Ok(found)
    }

    /// The value that the words of a placeholder define.
    pub(super) fn defined_by(&self, words: &str) -> Option<&Drag> {
        let name = words.split('=').next().unwrap_or_default().trim();
        self.0.iter().find(|drag| drag.name == name)
    }

    fn unknown(&self, name: &str) -> Error {
        let error = Error::new(format!("there is no value `${name}`"));
        error.help(match nearest(name, self.0.iter().map(|drag| &*drag.name)) {
            Some(near) => format!("did you mean `${near}`?"),
            None => "define it in the text, such as `{{ drag: n = 6 in 4..10 }}`".to_string(),
        })
    }
}

impl Drag {
    /// `words` with this value in place of the name.
    pub(super) fn substitute(&self, words: &str, value: &str) -> String {
        words.replace(&format!("${}", self.name), value)
    }

    /// The value that the lesson shows first.
    pub(super) fn first(&self) -> &str {
        &self.values[self.initial]
    }

    /// The element that the reader drags.
    pub(super) fn element(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|value| escape(value)).collect();
        self.alternatives("drag", &values)
    }

    /// An element that shows one of these texts, in the order of the values.
    pub(super) fn follower(&self, texts: &[String]) -> String {
        self.alternatives("follows", texts)
    }

    fn alternatives(&self, class: &str, texts: &[String]) -> String {
        let shown = |(at, text): (usize, &String)| {
            let hidden = if at == self.initial { "" } else { " hidden" };
            format!("<span{hidden}>{text}</span>")
        };
        let texts: String = texts.iter().enumerate().map(shown).collect();
        format!("<span class=\"{class}\" data-drag=\"{}\">{texts}</span>", self.name)
    }
}

/// Parses `pass = 4 in 1..20` or `rule = first in first, smallest`.
fn parse(words: &str) -> Option<Drag> {
    let (name, rest) = words.split_once('=')?;
    let (first, all) = rest.split_once(" in ")?;
    let name = name.trim().to_string();
    let values: Vec<String> = match all.split_once("..") {
        Some((from, to)) => {
            let (from, to): (usize, usize) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
            (from..=to).take(MAX_VALUES + 1).map(|value| value.to_string()).collect()
        }
        None => all.split(',').map(|value| value.trim().to_string()).collect(),
    };
    let initial = values.iter().position(|value| value == first.trim())?;
    let is_distinct =
        values.iter().enumerate().all(|(k, value)| !value.is_empty() && !values[..k].contains(value));
    let has_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
    (has_name && is_distinct && (2..=MAX_VALUES).contains(&values.len())).then_some(Drag {
        name,
        values,
        initial,
    })
}
