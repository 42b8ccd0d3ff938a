//! Lessons: texts with interactive figures, each one HTML file.
//!
//! The sources in `web/lessons` contain no numbers. A placeholder such as `{{dlx inkala starve}}` names a count,
//! which is filled in when the lesson is written. A sentence that compares carries its claim, `data-claim="a b c > d
//! e f"`, and a lesson with a false claim is not written. [`count`] defines what can be counted; `fill` replaces the
//! placeholders.

pub mod count;
mod fill;

use crate::page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use count::Counting;
use coverlab_bench::error::Error;

/// The lessons by name.
pub const LESSONS: [(&str, &str); 4] = [
    ("bird", include_str!("../web/lessons/bird.html")),
    ("dancing-links", include_str!("../web/lessons/dancing-links.html")),
    ("cdcl", include_str!("../web/lessons/cdcl.html")),
    ("five-programs", include_str!("../web/lessons/five-programs.html")),
];

/// The page around a lesson, before and after its module.
const BEGIN: &str = include_str!(concat!(env!("OUT_DIR"), "/lesson-begin.html"));
const END: &str = include_str!(concat!(env!("OUT_DIR"), "/lesson-end.html"));

/// The puzzles of the lessons, by name.
pub const PUZZLES: &str = include_str!("../web/lessons/puzzles.json");

/// The title of a lesson.
pub fn title(source: &str) -> &str {
    fill::title(source)
}

/// A lesson's text with its numbers filled in and its claims checked.
///
/// # Errors
/// A number cannot be counted, or a claim is false.
pub fn text(source: &str) -> Result<String, Error> {
    let counting = Counting::new(PUZZLES)?;
    fill::check(source, &counting)?;
    fill::fill(source, &counting)
}

/// A lesson as a page, with a gzip-compressed module.
///
/// # Errors
/// Those of [`text`].
pub fn page(source: &str, module: &[u8]) -> Result<String, Error> {
    let begin = BEGIN
        .replace("<!-- title -->", title(source))
        .replace("<!-- lesson -->", &text(source)?)
        .replace("<!-- puzzles -->", &page::json("puzzles", PUZZLES));
    let module = STANDARD.encode(module);
    Ok(format!("{begin}<script type=\"text/plain\" id=\"module\">{module}</script>{END}"))
}
