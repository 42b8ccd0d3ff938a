//! A folder for any static host: the documents as a book with a search, the live page and the lessons, and every record as a
//! report.

mod prose;

use crate::{Error, RelatedPages};
use coverlab_bench::input::{self, Accept};
use coverlab_model::memory::available;
use prose::{Document, Frame, Section};
use std::fs;
use std::path::{Path, PathBuf};

/// The chapters of the book: the Markdown file, the page, and its title.
const CHAPTERS: [(&str, &str, &str); 14] = [
    ("README.md", "index.html", "coverlab"),
    ("docs/GUIDE.md", "guide.html", "Guide"),
    ("python/README.md", "python.html", "Python"),
    ("docs/GALLERY.md", "gallery.html", "Gallery in Python"),
    ("docs/FINDINGS.md", "findings.html", "Findings"),
    ("results/README.md", "reports.html", "Reports"),
    ("results/beside-others.md", "beside-others.html", "Beside other programs"),
    ("docs/METHOD.md", "method.html", "Method and bias"),
    ("docs/FORMAT.md", "format.html", "Formats"),
    ("docs/SOLVERS.md", "solvers.html", "Solvers of your own"),
    ("docs/STRATEGY-NOTES.md", "strategy-notes.html", "Notes on strategies"),
    ("docs/ARCHITECTURE.md", "architecture.html", "Architecture"),
    ("CONTRIBUTING.md", "contributing.html", "Contributing"),
    ("CHANGELOG.md", "changelog.html", "Changes"),
];

/// The files of a record, to which its report refers.
const RECORD: [&str; 3] = ["trials.csv", "run.json", "experiment.toml"];

/// Leads from a report to the folder of the site.
const UP: &str = "../../../";

/// The live page.
pub const PAGE: &str = "page.html";

/// The files written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Chapters of the book.
    pub chapters: usize,
    /// Reports made from trials.
    pub reports: usize,
    /// Records whose trials are not kept: their tables alone.
    pub tables: usize,
}

/// A site that is being written.
pub struct Site<'a> {
    /// The folder with README.md, `docs/`, `python/` and `results/`.
    pub from: &'a Path,
    /// The folder that is written.
    pub out: &'a Path,
    /// The live page, if the program holds it.
    pub page: Option<&'a str>,
    /// The lessons.
    pub lessons: &'a [Lesson],
    /// Other files: a name and a text. Lessons and the live page link to them.
    pub files: &'a [(String, String)],
}

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its file.
    pub file: String,
    /// Its title in links.
    pub title: String,
    /// Its page.
    pub page: String,
}

impl Site<'_> {
    /// Writes everything, after a call of `about` with the name of each record.
    ///
    /// # Errors
    /// A file is missing, or cannot be read or written, or a record is invalid.
    pub fn write(&self, mut about: impl FnMut(&str)) -> Result<Summary, Error> {
        let records = self.records()?;
        let mut summary = Summary::default();
        for name in &records {
            about(name);
            let kept = self.write_record(name, &records)?;
            *(if kept { &mut summary.reports } else { &mut summary.tables }) += 1;
        }
        summary.chapters = self.write_book(&records)?;
        if let Some(page) = self.page {
            write(&self.out.join(PAGE), page.as_bytes())?;
        }
        for lesson in self.lessons {
            write(&self.out.join(&lesson.file), lesson.page.as_bytes())?;
        }
        for (file, text) in self.files {
            write(&self.out.join(file), text.as_bytes())?;
        }
        // Hosts that render Markdown themselves would leave out folders that begin with an underscore.
        write(&self.out.join(".nojekyll"), b"")?;
        Ok(summary)
    }

    /// Writes the report of a record, or its tables if its trials are not kept; returns whether they are.
    fn write_record(&self, name: &str, records: &[String]) -> Result<bool, Error> {
        let (live, home) = (format!("{UP}{PAGE}"), format!("{UP}index.html"));
        let (from, out) = (self.from.join("results").join(name), self.out.join("reports").join(name));
        let kept = from.join("trials.csv").is_file();
        if kept {
            let beside = RelatedPages { live: self.page.map(|_| live.as_str()), home: Some(&home) };
            crate::write_to(&out.join("report"), &from, beside)?;
            RECORD.iter().try_for_each(|file| copy(&from.join(file), &out.join(file)))?;
        } else {
            let file = format!("results/{name}/report/table.md");
            let document = Document::new(&read(&self.from.join(&file))?, &file, records, UP);
            let page = document.page(name, &self.frame(UP));
            write(&out.join("report/index.html"), page.as_bytes())?;
        }
        Ok(kept)
    }

    /// Writes the chapters, their pictures and what the search needs; returns the number of chapters.
    fn write_book(&self, records: &[String]) -> Result<usize, Error> {
        let mut sections: Vec<Section> = Vec::new();
        for (file, page, title) in CHAPTERS {
            let document = Document::new(&read(&self.from.join(file))?, file, records, "");
            write(&self.out.join(page), document.page(title, &self.frame("")).as_bytes())?;
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
        let entries = fs::read_dir(&folder)
            .map_err(|why| Error::of(&folder, &why, "run it in a clone, or name one with --from"))?;
        let is_record =
            |path: &PathBuf| path.join("trials.csv").is_file() || path.join("report/table.md").is_file();
        let paths = entries.flatten().map(|entry| entry.path()).filter(is_record);
        let mut names: Vec<String> =
            paths.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
        names.sort();
        Ok(names)
    }

    /// The links around a page of prose; `up` leads from it to the folder of the site.
    fn frame(&self, up: &str) -> Frame {
        let link = |file: &str, title: &str| (format!("{up}{file}"), title.to_string());
        let live = self.page.map(|_| link(PAGE, "Live page"));
        let lessons = self.lessons.iter().map(|lesson| link(&lesson.file, &lesson.title));
        Frame {
            up: up.to_string(),
            chapters: CHAPTERS.iter().map(|(_, page, title)| link(page, title)).collect(),
            watch: live.into_iter().chain(lessons).collect(),
        }
    }
}

/// The pictures in a folder, which need not exist.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "png" || ending == "svg")).collect()
}

fn read(path: &Path) -> Result<String, Error> {
    input::read_text(path, Accept::Files)
        .map_err(|why| Error::of(path, &why, "run it in a clone, or name one with --from"))
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let bytes = input::read_at_most(from, available())
        .map_err(|why| Error::of(from, &why, "is the record whole?"))?;
    write(to, &bytes)
}

fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, content));
    written.map_err(|why| Error::of(path, &why, "can the folder be written to?"))
}
