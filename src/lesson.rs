//! Lessons: a text with live figures, as one HTML file.
//!
//! The sources in `web/lessons` have no numbers. They say what is to be counted, `{{dlx inkala starve}}`, and the program
//! counts it when it writes the lesson. A sentence that compares carries its claim, `data-claim="a b c > d e f"`, and a
//! lesson with a claim that does not hold is not written. [`count`] has the words for what can be counted, `fill` puts
//! numbers into a text.

pub mod count;
mod fill;

use crate::page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use count::Counting;
use coverlab_bench::error::Error;

/// The lessons by name.
pub const LESSONS: [(&str, &str); 4] = [
    ("bird", include_str!(concat!(env!("OUT_DIR"), "/bird.html"))),
    ("dancing-links", include_str!(concat!(env!("OUT_DIR"), "/dancing-links.html"))),
    ("cdcl", include_str!(concat!(env!("OUT_DIR"), "/cdcl.html"))),
    ("five-programs", include_str!(concat!(env!("OUT_DIR"), "/five-programs.html"))),
];

/// The page around a lesson, before and after its module.
const BEGIN: &str = include_str!(concat!(env!("OUT_DIR"), "/lesson-begin.html"));
const END: &str = include_str!(concat!(env!("OUT_DIR"), "/lesson-end.html"));

/// The puzzles that lessons speak of, by name.
pub const PUZZLES: &str = include_str!(concat!(env!("OUT_DIR"), "/puzzles.json"));

/// The title of a lesson.
pub fn title(source: &str) -> &str {
    fill::title(source)
}

/// A lesson's text, its numbers counted and its claims checked.
///
/// # Errors
/// Something that cannot be counted, or a claim that does not hold.
pub fn text(source: &str) -> Result<String, Error> {
    let counting = Counting::new(PUZZLES)?;
    fill::check(source, &counting)?;
    fill::fill(source, &counting)
}

/// A lesson as a page, with a module packed by gzip.
///
/// # Errors
/// As for [`text`].
pub fn page(source: &str, module: &[u8]) -> Result<String, Error> {
    let begin = BEGIN
        .replace("<!-- title -->", title(source))
        .replace("<!-- lesson -->", &text(source)?)
        .replace("<!-- puzzles -->", &page::json("puzzles", PUZZLES));
    let module = STANDARD.encode(module);
    Ok(format!("{begin}<script type=\"text/plain\" id=\"module\">{module}</script>{END}"))
}
