//! `coverlab site`: writes a static website.

use crate::lesson::{LESSONS, Lesson, MODULE_FILE, module_script, technique};
use crate::page;
use crate::support::progress_bar::Bar;
use crate::support::{Exit, Failure, print};
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_report::site::{self, PAGE, Site};
use std::path::PathBuf;

const NOTES: &str = "\
The site has README.md as its front page, the documents as a book with a search, a report of every record in `results/`, and \
the interactive page with the lessons and a page for each human technique. It loads nothing from other servers.

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

/// Reads a built-in lesson.
fn read_lesson(name: &str, source: &str) -> Result<Lesson, Failure> {
    Lesson::read(name, source).map_err(|error| Failure::new(Exit::Internal, Diagnostic::of(&error)))
}

/// The pages of the lessons, and the list of techniques.
fn lesson_pages() -> Result<Vec<site::Lesson>, Failure> {
    let page = |&(name, source): &(&str, &str)| {
        let lesson = read_lesson(name, source)?;
        let title = format!("Lesson: {}", lesson.title());
        Ok(site::Lesson { file: format!("lesson-{name}.html"), title, page: lesson.page_of_site() })
    };
    let mut pages = LESSONS.iter().map(page).collect::<Result<Vec<_>, Failure>>()?;
    let contents = read_lesson(technique::CONTENTS, &technique::contents())?;
    let (file, title) = (technique::file(technique::CONTENTS), contents.title().to_string());
    pages.push(site::Lesson { file, title, page: contents.page_of_site() });
    Ok(pages)
}

/// The pages of techniques, and the module that they and the lessons share.
fn technique_files(module: &[u8]) -> Result<Vec<(String, String)>, Failure> {
    let mut files = vec![(MODULE_FILE.to_string(), module_script(module))];
    for (name, _) in technique::FILES {
        let Some(source) = technique::markdown(name) else { continue };
        files.push((technique::file(name), read_lesson(name, &source)?.page_of_site()));
    }
    Ok(files)
}

/// Runs `coverlab site`.
pub fn run(arguments: &SiteArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let results = arguments.from.join("results");
    if !results.is_dir() {
        return Err(Failure::input(
            format!("there is no folder {}", results.display()),
            "run the command in a clone, or give its folder with --from",
        ));
    }
    let module = page::gzip(page::MODULE);
    let live = page::page_of_site(&module);
    let (lessons, files) = (lesson_pages()?, technique_files(&module)?);
    let (from, out) = (&arguments.from, &arguments.out);
    let site = Site { from, out, page: &live, lessons: &lessons, files: &files };
    let mut bar = Bar::of_search(terminal);
    let mut reports = 0;
    let summary = site.write(|name| {
        reports += 1;
        bar.show(|_| (reports, format!("report of {name}")));
    });
    drop(bar);
    let summary = summary?;
    let out = arguments.out.display();
    let reports = counted((summary.reports + summary.tables) as u64, "report", "reports");
    print(&format!("{out}: {reports}, {} chapters, {PAGE}\n", summary.chapters)).map(|()| Exit::Answered)
}
