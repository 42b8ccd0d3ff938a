//! The website, as a folder for any static host: the documents as a book with a search, the live page, the lessons, and a
//! report for every record.

mod prose;

use crate::{RelatedPages, findings, load};
use coverlab_bench::error::Error;
use coverlab_bench::input::{self, Accept};
use coverlab_bench::record::{EXPERIMENT, RUN, TRIALS};
use coverlab_model::memory::available;
use prose::{Document, Navigation, SearchSection};
use std::fs;
use std::path::{Path, PathBuf};

/// The chapters of the book: the Markdown file, the page and the title.
const CHAPTERS: [(&str, &str, &str); 14] = [
    ("README.md", "index.html", "coverlab"),
    ("docs/GUIDE.md", "guide.html", "Guide"),
    ("python/README.md", "python.html", "Python"),
    ("docs/GALLERY.md", "gallery.html", "Gallery in Python"),
    ("docs/FINDINGS.md", "findings.html", "Findings"),
    ("results/README.md", "reports.html", "Reports"),
    ("results/beside-others.md", "beside-others.html", "Comparison with external solvers"),
    ("docs/METHOD.md", "method.html", "Method and bias"),
    ("docs/FORMAT.md", "format.html", "Formats"),
    ("docs/SOLVERS.md", "solvers.html", "Solvers of your own"),
    ("docs/STRATEGY-NOTES.md", "strategy-notes.html", "Notes on strategies"),
    ("docs/ARCHITECTURE.md", "architecture.html", "Architecture"),
    ("CONTRIBUTING.md", "contributing.html", "Contributing"),
    ("CHANGELOG.md", "changelog.html", "Changes"),
];

/// The files of a record to which its report links.
const RECORD: [&str; 3] = [TRIALS, RUN, EXPERIMENT];

/// The relative URL of the site's folder from a report.
const FROM_REPORT: &str = "../../../";

/// The file name of the live page.
pub const PAGE: &str = "page.html";

/// Numbers of the pages written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageCounts {
    /// Chapters of the book.
    pub chapters: usize,
    /// Reports computed from trials.
    pub reports: usize,
    /// Pages of records whose trials are not kept, so that only their tables are shown.
    pub tables: usize,
}

/// The sources of a site, and the folder to which it is written.
pub struct Site<'a> {
    /// The root of the repository, with README.md, `docs/`, `python/` and `results/`.
    pub from: &'a Path,
    /// The folder that is written.
    pub out: &'a Path,
    /// The HTML of the live page.
    pub page: &'a str,
    /// The lessons.
    pub lessons: &'a [Lesson],
    /// Other files to which lessons and the live page link: names and contents.
    pub files: &'a [(String, String)],
}

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name of its file.
    pub file: String,
    /// Its title in links.
    pub title: String,
    /// Its HTML.
    pub page: String,
}

impl Site<'_> {
    /// Writes the site. Calls `progress` with the name of each record before its report is computed.
    ///
    /// # Errors
    /// If a file is missing, or cannot be read or written, or a record is invalid.
    pub fn write(&self, mut progress: impl FnMut(&str)) -> Result<PageCounts, Error> {
        let records = self.records()?;
        let mut summary = PageCounts::default();
        for name in &records {
            progress(name);
            let has_trials = self.write_record(name, &records)?;
            *(if has_trials { &mut summary.reports } else { &mut summary.tables }) += 1;
        }
        summary.chapters = self.write_book(&records)?;
        write(&self.out.join(PAGE), self.page.as_bytes())?;
        for lesson in self.lessons {
            write(&self.out.join(&lesson.file), lesson.page.as_bytes())?;
        }
        for (file, text) in self.files {
            write(&self.out.join(file), text.as_bytes())?;
        }
        // Without this file, GitHub Pages leaves out names that begin with an underscore.
        write(&self.out.join(".nojekyll"), b"")?;
        Ok(summary)
    }

    /// Writes the report of a record, or its tables if its trials are not kept. Returns whether the trials are kept.
    fn write_record(&self, name: &str, records: &[String]) -> Result<bool, Error> {
        let (live, home) = (format!("{FROM_REPORT}{PAGE}"), format!("{FROM_REPORT}index.html"));
        let (from, out) = (self.from.join("results").join(name), self.out.join("reports").join(name));
        let has_trials = from.join(TRIALS).is_file();
        if has_trials {
            let related = RelatedPages { live: Some(&live), home: Some(&home) };
            crate::write_to(&out.join("report"), &findings(load(&from)?), related)?;
            RECORD.iter().try_for_each(|file| copy(&from.join(file), &out.join(file)))?;
        } else {
            let file = format!("results/{name}/report/table.md");
            let document = Document::new(&read(&self.from.join(&file))?, &file, records, FROM_REPORT);
            let page = document.page(name, &self.navigation(FROM_REPORT));
            write(&out.join("report/index.html"), page.as_bytes())?;
        }
        Ok(has_trials)
    }

    /// Writes the chapters, their pictures and the scripts of the search. Returns the number of chapters.
    fn write_book(&self, records: &[String]) -> Result<usize, Error> {
        let mut sections: Vec<SearchSection> = Vec::new();
        for (file, page, title) in CHAPTERS {
            let document = Document::new(&read(&self.from.join(file))?, file, records, "");
            write(&self.out.join(page), document.page(title, &self.navigation("")).as_bytes())?;
            sections.extend(document.sections(page, title));
        }
        for picture in pictures(&self.from.join("docs")) {
            let name = picture.file_name().unwrap_or_default();
            copy(&picture, &self.out.join("docs").join(name))?;
        }
        write(&self.out.join("sections.js"), prose::sections_script(&sections).as_bytes())?;
        write(&self.out.join("search.js"), prose::SEARCH.as_bytes())?;
        Ok(CHAPTERS.len())
    }

    /// The names of the folders under `results/` that hold a record.
    fn records(&self) -> Result<Vec<String>, Error> {
        let folder = self.from.join("results");
        let entries = fs::read_dir(&folder).map_err(|why| unreadable(&folder, &why))?;
        let is_record =
            |path: &PathBuf| path.join(TRIALS).is_file() || path.join("report/table.md").is_file();
        let paths = entries.flatten().map(|entry| entry.path()).filter(is_record);
        let mut names: Vec<String> =
            paths.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
        names.sort();
        Ok(names)
    }

    /// The navigation of a page from which the relative URL of the site's folder is `up`.
    fn navigation(&self, up: &str) -> Navigation {
        let link = |file: &str, title: &str| (format!("{up}{file}"), title.to_string());
        let live = link(PAGE, "Live page");
        let lessons = self.lessons.iter().map(|lesson| link(&lesson.file, &lesson.title));
        Navigation {
            up: up.to_string(),
            chapters: CHAPTERS.iter().map(|(_, page, title)| link(page, title)).collect(),
            watch: [live].into_iter().chain(lessons).collect(),
        }
    }
}

/// The pictures in a folder; none if the folder does not exist.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "png" || ending == "svg")).collect()
}

fn read(path: &Path) -> Result<String, Error> {
    input::read_text(path, Accept::Files).map_err(|why| unreadable(path, &why))
}

fn unreadable(path: &Path, why: &std::io::Error) -> Error {
    Error::file("read", path, why).help("run it in a clone, or name one with --from")
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let bytes = input::read_at_most(from, available())
        .map_err(|why| Error::file("read", from, &why).help("is the record complete?"))?;
    write(to, &bytes)
}

fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, content));
    written.map_err(|why| Error::file("write", path, &why))
}
