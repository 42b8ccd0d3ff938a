//! Lessons: Markdown with interactive figures, each written as one HTML file.
//!
//! The text of a lesson contains no computed numbers. A placeholder such as `{{ count: starve of dlx on inkala }}` names a
//! count, which is filled in when the lesson is written. A sentence that compares numbers carries its claim,
//! `{{ claim: A < B }}`; a lesson with a false claim is not written. `parts` splits the text into blocks, [`count`]
//! counts, `fill` replaces the placeholders, and `write` turns the rest into HTML.

mod attributes;
pub mod count;
mod count_comparison;
mod drag;
mod exercise;
mod facts;
mod fill;
pub mod human;
mod language;
mod markdown;
mod parts;
mod placeholder;
mod sheet;
mod source;
pub mod technique;
mod write;

use crate::bundle::LESSON;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use coverlab_bench::error::Error;
use coverlab_model::did_you_mean;
use language::Language;
use sheet::Outline;
pub use sheet::Reader;

/// The built-in lessons by name.
pub const LESSONS: [(&str, &str); 7] = [
    ("bird", include_str!("web/lessons/bird.md")),
    ("dancing-links", include_str!("web/lessons/dancing-links.md")),
    ("dancing-links-de", include_str!("web/lessons/dancing-links-de.md")),
    ("cdcl", include_str!("web/lessons/cdcl.md")),
    ("five-programs", include_str!("web/lessons/five-programs.md")),
    ("sat-solver", include_str!("web/lessons/sat-solver.md")),
    ("by-hand", include_str!("web/lessons/by-hand.md")),
];

/// A lesson whose numbers are counted and whose claims hold.
#[derive(Debug)]
pub struct Lesson {
    title: String,
    language: Language,
    /// The text as HTML.
    body: String,
    /// The puzzles that the lesson names, as JSON.
    puzzles: String,
    /// The figures, each with its id.
    figures: Vec<(String, String)>,
    outline: Outline,
}

impl Lesson {
    /// Reads a lesson, counts its numbers and checks its claims. `name` is the name of the file in errors.
    ///
    /// # Errors
    /// The text is malformed, a number cannot be counted, or a claim is false.
    pub fn read(name: &str, text: &str) -> Result<Lesson, Error> {
        write::write(text).map_err(|error| Error::Input { path: name.to_string(), error })
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The text as HTML.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The lesson as a page on its own, with a gzip-compressed module.
    pub fn page(&self, module: &[u8]) -> String {
        self.page_around(&without_technique_links(&self.body), "lesson", &embedded(module))
    }

    /// The lesson as a page of the site. It links to the pages of techniques, and takes its module from the file
    /// [`MODULE_FILE`].
    pub fn page_of_site(&self) -> String {
        let link = |name: &str, words: &str| format!("<a href=\"{}\">{words}</a>", technique::file(name));
        let shared = format!("{}<script src=\"{MODULE_FILE}\"></script>", crate::site_data());
        let page = self.page_around(&technique_links(&self.body, link), "lesson", &shared);
        page.replacen("script-src 'unsafe-inline'", "script-src 'self' 'unsafe-inline'", 1)
    }

    /// The questions of the lesson as a worksheet, with answers for a teacher.
    pub fn sheet(&self, reader: Reader) -> String {
        without_technique_links(&self.outline.page(&self.title, &self.language, reader))
    }

    /// A page with one figure alone, for slides.
    ///
    /// # Errors
    /// There is no such figure.
    pub fn figure(&self, id: &str, module: &[u8]) -> Result<String, Error> {
        let figures = &self.figures;
        let Some((_, figure)) = figures.iter().find(|(other, _)| other == id) else {
            let all = || figures.iter().map(|(id, _)| id.as_str());
            let error = Error::new(format!("the lesson has no figure `{id}`"));
            let list = || format!("its figures are {}", all().collect::<Vec<_>>().join(", "));
            return Err(error.help(did_you_mean(id, all()).unwrap_or_else(list)));
        };
        let section = format!("<section>{}</section>", without_technique_links(figure));
        Ok(self.page_around(&section, "lesson alone", &embedded(module)))
    }

    fn page_around(&self, body: &str, class: &str, module: &str) -> String {
        let Lesson { title, language, puzzles, .. } = self;
        let data = crate::json("puzzles", puzzles) + &crate::json("words", &language.json());
        let (begin, end) = &*LESSON;
        let begin = begin
            .replace("<html lang=\"en\">", &format!("<html lang=\"{}\">", language.code))
            .replace("<body class=\"lesson\">", &format!("<body class=\"{class}\">"))
            .replace("<!-- title -->", title)
            .replace("<!-- no script -->", language.word("no script"))
            .replace("<!-- lesson -->", body)
            .replace("<!-- puzzles -->", &data);
        format!("{begin}{module}{end}")
    }
}

/// Replaces the links to pages of techniques with their words, because a single file has no such pages.
fn without_technique_links(html: &str) -> String {
    technique_links(html, |_, words| words.to_string())
}

/// The element that holds a gzip-compressed module.
fn embedded(module: &[u8]) -> String {
    format!("<script type=\"text/plain\" id=\"module\">{}</script>", STANDARD.encode(module))
}

/// The file of a site with the module that its lessons share.
pub const MODULE_FILE: &str = "module.js";

/// The text of [`MODULE_FILE`]: a script that adds the element with a gzip-compressed module.
pub fn module_script(module: &[u8]) -> String {
    let element = embedded(module).replace('/', "\\/");
    format!("document.currentScript.insertAdjacentHTML(\"afterend\", '{element}');\n")
}

/// Rewrites the links `<a href="technique:NAME">WORDS</a>` of a text.
fn technique_links(body: &str, link: impl Fn(&str, &str) -> String) -> String {
    let mut parts = body.split("<a href=\"technique:");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once("\">").unwrap_or_default();
        let (words, rest) = rest.split_once("</a>").unwrap_or_default();
        text += &link(name, words);
        text += rest;
    }
    text
}
