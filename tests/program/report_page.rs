//! The page of a report: its references, the data for its script, and escaping of names.

use crate::records::{BROKEN, CORPORA, LARGE, read, record_data, synthetic};
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
    assert_eq!(scripts(&page), ["<script type=\"text/plain\" id=\"record\">", "<script type=\"module\">"]);
    // The script creates additional links.
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

/// A column of the page's data.
fn column(head: &serde_json::Value, bytes: &[u8], name: &str) -> Vec<f64> {
    let rows = head["rows"].as_u64().unwrap() as usize;
    let mut rest = bytes;
    for column in head["columns"].as_array().unwrap() {
        let size: usize = column[1].as_str().unwrap()[1..].parse().unwrap();
        let (own, behind) = rest.split_at(rows * size);
        if column[0] == name {
            let value = |value: &[u8]| {
                let mut eight = [0; 8];
                eight[..size].copy_from_slice(value);
                if size == 8 { f64::from_le_bytes(eight) } else { u64::from_le_bytes(eight) as f64 }
            };
            return own.chunks_exact(size).map(value).collect();
        }
        rest = behind;
    }
    panic!("there is no column {name}")
}

#[test]
fn the_page_carries_every_result() {
    let (record, summary) = &*LARGE;
    let page = read(&summary.page);
    let (head, bytes) = record_data(&page);
    let count = record.trials.len();
    assert_eq!((head["rows"].as_u64(), head["total"].as_u64()), (Some(count as u64), Some(count as u64)));
    let size: usize = head["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it[1].as_str().unwrap()[1..].parse::<usize>().unwrap())
        .sum();
    assert_eq!(bytes.len(), size * count);
    let names: Vec<&str> =
        head["corpora"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, CORPORA.map(|(name, _)| name));
    let of_corpora = head["corpora"].as_array().unwrap().iter().flat_map(|corpus| {
        let name = corpus["name"].as_str().unwrap();
        corpus["instances"].as_array().unwrap().iter().map(move |it| (name, it.as_str().unwrap()))
    });
    let instances: Vec<(&str, &str)> = of_corpora.collect();
    let values = |name: &str| column(&head, &bytes, name);
    let (of, strategies, statuses) = (values("instance"), values("strategy"), values("status"));
    let (cpu, nodes, limits) = (values("cpu"), values("nodes"), values("limit"));
    let mut found: Vec<_> = (0..count)
        .map(|row| {
            let (corpus, instance) = instances[of[row] as usize];
            let strategy = head["strategies"][strategies[row] as usize]["name"].as_str().unwrap();
            let status = head["statuses"][statuses[row] as usize]["name"].as_str().unwrap();
            (
                corpus,
                instance,
                strategy.to_string(),
                status,
                cpu[row] as u64,
                nodes[row] as u64,
                limits[row] as u64,
            )
        })
        .collect();
    let mut recorded: Vec<_> = record
        .trials
        .iter()
        .map(|it| {
            let (cpu, nodes) = (it.solve_cpu_ns.unwrap(), it.nodes.unwrap());
            (&*it.corpus, &*it.instance, it.label(), it.status.phrase(), cpu, nodes, it.limit_cpu_ns.unwrap())
        })
        .collect();
    found.sort();
    recorded.sort();
    assert_eq!(found, recorded);
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
    let cactus = page.split("id=\"cactus-easy\"").nth(1).unwrap().split("</figure>").next().unwrap();
    assert!(cactus.contains("data-corpora=\"[&quot;easy&quot;]\"") && cactus.contains("data-frame="));
    assert!(page.contains("data-pair=\"[&quot;") && page.contains("data-value=\""));
    let svg = read(&summary.page.parent().unwrap().join("cactus-easy.svg"));
    assert!(!svg.contains("data-"));
}

#[test]
fn the_report_links_a_live_page_beside_it() {
    let dir = synthetic(2, &[("c", 4)], 1, 1).write("live");
    let live = || record_data(&read(&report::write(&dir).unwrap().page)).0["live"].clone();
    let _ = std::fs::remove_file(dir.join("report/page.html"));
    assert_eq!(live(), serde_json::Value::Null);
    std::fs::write(dir.join("report/page.html"), "a page").unwrap();
    assert_eq!(live(), "page.html");
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
    assert_eq!(scripts(&page).len(), 2);
    assert!(!page.contains("<b>"));
    for path in summary.plots.iter().filter(|path| path.extension().unwrap() == "svg") {
        roxmltree::Document::parse(&read(path)).unwrap();
    }
    let tables = read(&summary.tables);
    assert!(!tables.contains("<script") && tables.contains("&lt;script>"));
    let shown = Command::new(env!("CARGO_BIN_EXE_coverlab")).arg("report").arg(dir).output().unwrap();
    assert!(!shown.stdout.contains(&0x1b) && !shown.stdout.contains(&0));
}
