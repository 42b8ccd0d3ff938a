//! Worksheets of a lesson: one for a teacher, with timing and answers, and one for students, with goals and
//! questions. Both are written from the [`Outline`] that the writer of the lesson collects.

use super::language::Language;
use super::markdown::escape;
use clap::ValueEnum;

const STYLE: &str = include_str!("../web/sheet.css");

/// The parts of a lesson that a sheet contains. All texts are HTML.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) introduction: String,
    pub(super) goals: String,
    sections: Vec<Section>,
}

#[derive(Debug, Default)]
struct Section {
    title: String,
    minutes: u32,
    questions: Vec<Question>,
}

#[derive(Debug)]
struct Question {
    text: String,
    answer: String,
}

/// The reader of a sheet.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Reader {
    /// With goals, timing and answers
    Teacher,
    /// With goals and questions only
    Students,
}

impl Outline {
    pub(super) fn begin_section(&mut self, title: &str, minutes: u32) {
        self.sections.push(Section { title: title.to_string(), minutes, questions: Vec::new() });
    }

    /// Adds a question to the section that began last.
    pub(super) fn ask(&mut self, text: &str, answer: &str) {
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        if let Some(section) = self.sections.last_mut() {
            section.questions.push(Question { text: text.to_string(), answer: answer.to_string() });
        }
    }

    /// The sheet as a page.
    pub(super) fn page(&self, title: &str, language: &Language, reader: Reader) -> String {
        let kind = language.word(if reader == Reader::Teacher { "teacher" } else { "students" });
        let begin = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}: {kind}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
            escape(&language.code)
        );
        let mut page = begin + &format!("<header>\n<p>{kind}</p>\n<h1>{title}</h1>\n</header>\n");
        if reader == Reader::Teacher {
            page += &self.introduction;
        }
        if reader == Reader::Students {
            page += &format!("<p>{}</p>\n", language.word("figures of a sheet"));
        }
        if !self.goals.is_empty() {
            page += &format!("<h2>{}</h2>\n{}", language.word("goals"), self.goals);
        }
        page + &self.sections(language, reader) + "</body>\n</html>\n"
    }

    fn sections(&self, language: &Language, reader: Reader) -> String {
        let (mut html, mut minute, mut number) = (String::new(), 0, 1);
        for Section { title, minutes, questions } in &self.sections {
            let span = (minute, minute + minutes);
            minute += minutes;
            if questions.is_empty() && reader == Reader::Students {
                continue;
            }
            let minutes = if reader == Reader::Teacher && *minutes > 0 {
                format!(" <small>{}–{} {}</small>", span.0, span.1, language.word("minutes"))
            } else {
                String::new()
            };
            html += "<section>\n";
            // Questions before the first heading have none.
            if !title.is_empty() {
                html += &format!("<h2>{title}{minutes}</h2>\n");
            }
            if !questions.is_empty() {
                let items: String = questions.iter().map(|question| question.html(reader)).collect();
                html += &format!("<ol start=\"{number}\">\n{items}</ol>\n");
            }
            number += questions.len();
            html += "</section>\n";
        }
        html
    }
}

impl Question {
    fn html(&self, reader: Reader) -> String {
        let Question { text, answer } = self;
        let answer = if reader == Reader::Teacher { answer } else { "" };
        format!("<li>\n{text}<div class=\"answer\">{answer}</div>\n</li>\n")
    }
}
