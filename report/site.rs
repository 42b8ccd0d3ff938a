//! A folder for any static host: the live page and the lessons, every record as a report, and the findings as a front page.

mod prose;

use crate::{Beside, Error};
use coverlab_bench::input::{self, Accept};
use coverlab_model::memory::available;
use std::fs;
use std::path::{Path, PathBuf};

/// The pages made of prose: the Markdown file, the page, and its title.
const PROSE: [(&str, &str, &str); 4] = [
    ("FINDINGS.md", "index.html", "Findings"),
    ("METHOD.md", "method.html", "Method"),
    ("FORMAT.md", "format.html", "Formats"),
    ("results/README.md", "reports.html", "Reports"),
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
    /// Pages of prose.
    pub prose: usize,
    /// Reports made from trials.
    pub reports: usize,
    /// Records whose trials are not kept: their tables alone.
    pub tables: usize,
}

/// A site that is being written.
pub struct Site<'a> {
    /// The folder with FINDINGS.md and `results/`.
    pub from: &'a Path,
    /// The folder that is written.
    pub out: &'a Path,
    /// The live page, if the program holds it.
    pub page: Option<&'a str>,
    /// The lessons.
    pub lessons: &'a [Lesson],
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
    /// Writes everything; `about` is told the next step.
    ///
    /// # Errors
    /// A file that is missing, or cannot be read or written; a record that is none.
    pub fn write(&self, mut about: impl FnMut(&str)) -> Result<Summary, Error> {
        let records = self.records()?;
        let (live, home) = (format!("{UP}{PAGE}"), format!("{UP}index.html"));
        let beside = Beside { live: self.page.map(|_| live.as_str()), home: Some(&home) };
        let mut summary = Summary::default();
        for name in &records {
            about(name);
            let (from, out) = (self.from.join("results").join(name), self.out.join("reports").join(name));
            if from.join("trials.csv").is_file() {
                crate::write_to(&out.join("report"), &from, beside)?;
                RECORD.iter().try_for_each(|file| copy(&from.join(file), &out.join(file)))?;
                summary.reports += 1;
            } else {
                let text = read(&from.join("report/table.md"))?;
                let page = self.prose(&text, name, &records, UP);
                write(&out.join("report/index.html"), page.as_bytes())?;
                summary.tables += 1;
            }
        }
        for (file, page, title) in PROSE {
            let text = read(&self.from.join(file))?;
            write(&self.out.join(page), self.prose(&text, title, &records, "").as_bytes())?;
            summary.prose += 1;
        }
        if let Some(page) = self.page {
            write(&self.out.join(PAGE), page.as_bytes())?;
        }
        for lesson in self.lessons {
            write(&self.out.join(&lesson.file), lesson.page.as_bytes())?;
        }
        // Hosts that render Markdown themselves would leave out folders that begin with an underscore.
        write(&self.out.join(".nojekyll"), b"")?;
        Ok(summary)
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

    /// A page of prose; `up` leads from it to the folder of the site.
    fn prose(&self, markdown: &str, title: &str, records: &[String], up: &str) -> String {
        let mut links: Vec<(String, &str)> =
            PROSE.iter().map(|(_, page, title)| (format!("{up}{page}"), *title)).collect();
        links.extend(
            self.lessons.iter().map(|lesson| (format!("{up}{}", lesson.file), lesson.title.as_str())),
        );
        if self.page.is_some() {
            links.insert(1, (format!("{up}{PAGE}"), "Live page"));
        }
        prose::page(markdown, title, &links, records, up)
    }
}

fn read(path: &Path) -> Result<String, Error> {
    input::settings(path, Accept::Files)
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
