//! `coverlab site`: writes a static website.

use super::bar::Bar;
use super::{Exit, Failure, ignore_closed_pipe, report};
use crate::lesson::{LESSONS, Lesson as Lecture};
use crate::page;
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_report::site::{Lesson, PAGE, Site};
use std::io::Write;
use std::path::PathBuf;

const NOTES: &str = "\
The site has README.md as its front page, the documents as a book with a search, a report of every record in `results/`, and \
the interactive page with the lessons. It loads nothing from other servers.

Examples:
  coverlab site --out public
  coverlab site --from ../coverlab --out /srv/www/coverlab";

/// Arguments of `coverlab site`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct SiteArgs {
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// The clone that holds README.md, docs/ and results/
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub from: PathBuf,
}

fn lessons(module: &[u8]) -> Result<Vec<Lesson>, Failure> {
    let broken = |error: Error| Failure::new(Exit::Internal, Diagnostic::of(&error));
    let lesson = |&(name, source): &(&str, &str)| {
        let lecture = Lecture::read(name, source).map_err(broken)?;
        let (title, page) = (format!("Lesson: {}", lecture.title()), lecture.page(module));
        Ok(Lesson { file: format!("lesson-{name}.html"), title, page })
    };
    LESSONS.iter().map(lesson).collect()
}

/// Runs `coverlab site`.
///
/// # Errors
/// A file is missing, or cannot be read or written.
pub fn run(arguments: &SiteArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let module = page::packed(page::MODULE);
    let live = page::page(&module, &[]);
    let lessons = lessons(&module)?;
    let site = Site { from: &arguments.from, out: &arguments.out, page: Some(&live), lessons: &lessons };
    let mut bar = Bar::of_search(terminal);
    let mut reports = 0;
    let summary = site.write(|name| {
        reports += 1;
        bar.show(|_| (reports, format!("report of {name}")));
    });
    drop(bar);
    let summary = summary.map_err(|why| Failure::input(report::diagnostic(&why)))?;
    let out = arguments.out.display();
    let (reports, chapters) = (summary.reports + summary.tables, summary.chapters);
    ignore_closed_pipe(writeln!(output::stdout(), "{out}: {reports} reports, {chapters} chapters, {PAGE}"))?;
    Ok(Exit::Answered)
}
