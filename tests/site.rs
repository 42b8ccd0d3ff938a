//! `coverlab site`: a folder whose links lead somewhere, and nowhere else.

mod common;

use common::coverlab;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of this name under the target's temporary ones, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A clone with one record, the tables of another, and prose.
fn clone(name: &str) -> PathBuf {
    let (clone, root) = (folder(name), Path::new(env!("CARGO_MANIFEST_DIR")));
    for file in ["trials.csv", "run.json", "experiment.toml"] {
        fs::create_dir_all(clone.join("results/bird-2006")).unwrap();
        fs::copy(root.join("results/bird-2006").join(file), clone.join("results/bird-2006").join(file))
            .unwrap();
    }
    fs::create_dir_all(clone.join("results/public/report")).unwrap();
    fs::write(clone.join("results/public/report/table.md"), "# Public\n\n| a |\n|--|\n| 1 |\n").unwrap();
    fs::write(clone.join("results/README.md"), "# Reports\n\n[public](public/report/table.md)\n").unwrap();
    fs::write(clone.join("METHOD.md"), "# Method\n\nSee [findings](FINDINGS.md).\n").unwrap();
    fs::write(clone.join("FORMAT.md"), "# Format\n").unwrap();
    fs::write(clone.join("FINDINGS.md"), "# Findings\n\n`results/bird-2006` and [code](src/lib.rs).\n")
        .unwrap();
    clone
}

/// The files that a page refers to, as they are written.
fn links(page: &str) -> Vec<&str> {
    let after = |mark| page.split(mark).skip(1).filter_map(|rest: &str| rest.split('"').next());
    after(" href=\"").chain(after(" src=\"")).filter(|link| !link.starts_with('#')).collect()
}

#[test]
fn every_link_leads_to_a_file_of_the_folder() {
    let (from, out) = (clone("site-from"), folder("site-out"));
    let run = coverlab(&["site", "--from", from.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("2 reports, 4 pages of prose"), "{}", run.out);
    let pages = [
        "index.html",
        "method.html",
        "format.html",
        "reports.html",
        "reports/bird-2006/report/index.html",
        "reports/public/report/index.html",
    ];
    let mut seen = 0;
    for name in pages {
        let path = out.join(name);
        let page = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(page.contains("default-src 'none'"), "{name}");
        for link in links(&page).into_iter().filter(|link| !link.starts_with("https://")) {
            let file = link.split('#').next().unwrap();
            assert!(path.parent().unwrap().join(file).is_file(), "{name} refers to {link}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} links");
    assert!(
        fs::read_to_string(out.join("index.html")).unwrap().contains("reports/bird-2006/report/index.html")
    );
}

#[test]
fn a_folder_that_is_no_clone_is_told() {
    let (from, out) = (folder("site-empty"), folder("site-nothing"));
    let run = coverlab(&["site", "--from", from.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("results") && run.err.contains("--from"), "{}", run.err);
}
