//! The page of a report: its references, the groups for its script, and escaping of names.

use crate::records::{BROKEN, LARGE, read, synthetic};
use coverlab::report;
use std::process::Command;

#[test]
fn the_page_refers_to_nothing_outside_and_runs_its_own_script_alone() {
    let summary = &*BROKEN;
    let page = read(&summary.page);
    // The name of a namespace is not fetched.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for forbidden in ["http:", "https:", "src=", "@import", "url(", "<link", "<iframe"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("; 1 thread<"));
    assert_eq!(scripts(&page), ["<script type=\"module\">"]);
    let page = page.split("<script").next().unwrap();
    for link in page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        let target = summary.page.parent().unwrap().join(link);
        let anchor = link.strip_prefix('#').map(|id| page.contains(&format!("id=\"{id}\"")));
        assert!(anchor.unwrap_or_else(|| target.is_file()), "{link}");
    }
}

/// The start tags of the scripts in a page.
fn scripts(page: &str) -> Vec<&str> {
    page.match_indices("<script").map(|(at, _)| &page[at..=at + page[at..].find('>').unwrap()]).collect()
}

#[test]
fn curves_and_legends_of_the_page_name_their_strategy_and_files_have_no_groups() {
    let (record, summary) = &*LARGE;
    let page = read(&summary.page);
    for label in &record.experiment.strategies {
        for class in ["curve", "legend"] {
            let group = format!("<g class=\"{class}\" data-series=\"{label}\">");
            assert!(page.matches(&group).count() >= 3, "{group}");
        }
    }
    assert!(page.contains("data-value=\""));
    let svg = read(&summary.page.parent().unwrap().join("cactus-easy.svg"));
    assert!(!svg.contains("data-"));
}

#[test]
fn the_report_links_a_live_page_beside_it() {
    let dir = synthetic(2, &[("c", 4)], 1, 1).write("live");
    let is_linked = || read(&report::write(&dir).unwrap().page).contains("href=\"page.html\"");
    let _ = std::fs::remove_file(dir.join("report/page.html"));
    assert!(!is_linked());
    std::fs::write(dir.join("report/page.html"), "a page").unwrap();
    assert!(is_linked());
}

#[test]
fn names_from_data_are_inert() {
    let mut record = synthetic(3, &[("<img onerror=x>", 4)], 1, 1);
    for trial in &mut record.trials {
        if trial.strategy == "dlx" {
            trial.strategy = "<script>alert(1)</script>".into();
            trial.instance.push_str("\"><b>|\u{1b}[31m\u{0}");
        }
    }
    let dir = record.write("inert");
    let summary = report::write(&dir).unwrap();
    let page = read(&summary.page);
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<img"));
    assert_eq!(scripts(&page).len(), 1);
    assert!(!page.contains("<b>"));
    for path in summary.plots.iter().filter(|path| path.extension().unwrap() == "svg") {
        roxmltree::Document::parse(&read(path)).unwrap();
    }
    let tables = read(&summary.tables);
    assert!(!tables.contains("<script") && tables.contains("&lt;script>"));
    let shown = Command::new(env!("CARGO_BIN_EXE_coverlab")).arg("report").arg(dir).output().unwrap();
    assert!(!shown.stdout.contains(&0x1b) && !shown.stdout.contains(&0));
}
