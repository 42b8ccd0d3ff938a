//! `coverlab site`: the links of the site lead to existing files within it.

use crate::common::{coverlab, empty_folder};
use coverlab::site::{Lesson, PageCounts, Site};
use std::fs;
use std::path::{Path, PathBuf};

/// A copy of the repository with one record, the tables of another, and documents.
fn clone(name: &str) -> PathBuf {
    let (clone, root) = (empty_folder(name), Path::new(env!("CARGO_MANIFEST_DIR")));
    for file in ["trials.csv", "run.json", "experiment.toml"] {
        fs::create_dir_all(clone.join("results/bird-2006")).unwrap();
        fs::copy(root.join("results/bird-2006").join(file), clone.join("results/bird-2006").join(file))
            .unwrap();
    }
    fs::create_dir_all(clone.join("results/public/report")).unwrap();
    fs::write(clone.join("results/public/report/table.md"), "# Public\n\n| a |\n|--|\n| 1 |\n").unwrap();
    fs::create_dir(clone.join("docs")).unwrap();
    fs::create_dir(clone.join("python")).unwrap();
    for file in
        ["beside-others", "../docs/GUIDE", "../docs/FORMAT", "../docs/SOLVERS", "../docs/STRATEGY-NOTES"]
    {
        fs::write(clone.join(format!("results/{file}.md")), format!("# {file}\n")).unwrap();
    }
    for (file, text) in [
        ("README.md", "# coverlab\n\n![A page](docs/page.png) and <https://example.org>.\n"),
        ("CONTRIBUTING.md", "# Contributing\n"),
        ("CHANGELOG.md", "# Changes\n"),
        ("results/README.md", "# Reports\n\n[public](public/report/table.md)\n"),
        ("docs/page.png", "a picture"),
        ("docs/GALLERY.md", "# Gallery\n\n![A page](page.png) and [notebooks](../python/notebooks).\n"),
        ("python/README.md", "# Python\n\nThe [guide](../docs/GUIDE.md).\n"),
        (
            "docs/ARCHITECTURE.md",
            "# Architecture\n\n## Where\n\nIn [contributing](../CONTRIBUTING.md#contributing).\n",
        ),
        (
            "docs/METHOD.md",
            "# Method\n\nSee [findings](FINDINGS.md#findings).\n\n## Clocks\n\nThe *clock* of a thread.\n",
        ),
        ("docs/FINDINGS.md", "# Findings\n\n`results/bird-2006` and [code](../src/lib.rs).\n"),
    ] {
        fs::write(clone.join(file), text).unwrap();
    }
    clone
}

/// The targets of the links of a page, as written.
fn links(page: &str) -> Vec<&str> {
    let after = |mark| page.split(mark).skip(1).filter_map(|rest: &str| rest.split('"').next());
    after(" href=\"").chain(after(" src=\"")).collect()
}

/// The pages in a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { pages(&path) } else { vec![path] }).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    found
}

/// Checks that every link within the folder leads to a file and an anchor. Returns the number of links.
fn check_links(out: &Path) -> usize {
    let mut checked = 0;
    for path in pages(out) {
        let (page, name) = (fs::read_to_string(&path).unwrap(), path.display());
        for link in links(&page)
            .into_iter()
            .filter(|link| !link.starts_with("https://") && !link.starts_with("http://"))
        {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(to.is_file(), "{name} refers to {link}");
            let has_anchor = || fs::read_to_string(&to).unwrap().contains(&format!("id=\"{part}\""));
            assert!(part.is_empty() || has_anchor(), "{name} refers to {link}, an anchor that is not there");
            checked += 1;
        }
    }
    checked
}

#[test]
fn every_link_leads_to_a_file_of_the_folder() {
    let (from, out) = (clone("site-from"), empty_folder("site-out"));
    let run = coverlab(&["site", "--from", from.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    run.answers(0, &["2 reports, 14 chapters"]);
    let links = check_links(&out);
    assert!(links > 40, "{links} links");
    for path in pages(&out) {
        assert!(fs::read_to_string(&path).unwrap().contains("default-src 'none'"), "{}", path.display());
    }
    let findings = fs::read_to_string(out.join("findings.html")).unwrap();
    assert!(findings.contains("<h1 id=\"findings\">Findings</h1>"), "{findings}");
    assert!(findings.contains("reports/bird-2006/report/index.html"), "{findings}");
    let sections = fs::read_to_string(out.join("sections.js")).unwrap();
    assert!(
        sections.contains(r#""title":"Method and bias: Clocks","text":"The clock of a thread.""#),
        "{sections}"
    );
}

#[test]
fn a_report_links_the_live_page_of_its_site() {
    let (from, out) = (clone("site-live-from"), empty_folder("site-live"));
    let lesson = Lesson { file: "lesson-a.html".into(), title: "A & B".into(), page: "<p id=\"a\">".into() };
    let site = Site { from: &from, out: &out, page: "<p>live", lessons: &[lesson], files: &[] };
    assert_eq!(site.write(|_| ()).unwrap(), PageCounts { chapters: 14, reports: 1, tables: 1 });
    check_links(&out);
    let report = out.join("reports/bird-2006/report");
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    assert_eq!(fs::read_to_string(out.join("page.html")).unwrap(), "<p>live");
    assert!(["../../../page.html", "../../../index.html"].iter().all(|to| links(&page).contains(to)));
    let front = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        front.contains("<a href=\"lesson-a.html\">A &amp; B</a>") && front.contains("href=\"page.html\"")
    );
}

#[test]
fn a_folder_that_is_not_a_clone_is_reported() {
    let (from, out) = (empty_folder("site-empty"), empty_folder("site-nothing"));
    let run = coverlab(&["site", "--from", from.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    run.fails(3, &["results", "--from"]);
}
