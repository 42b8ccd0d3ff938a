//! Every section is shown by some committed record, in each format.

use super::escape::html;
use super::findings::{Findings, facts};
use super::markdown::escape;
use super::section::{Content, SMALL_CORPUS, Section};
use super::sections::{PARTS, SECTIONS, plot_prefixes};
use super::{Beside, Record, csv, findings, load, markdown, page};
use coverlab_bench::record::{Machine, Status, Verdict};
use coverlab_bench::statistics::fixtures::trial;
use coverlab_bench::statistics::{Disagreement, Measured};

/// The committed records, the first with a wrong answer, a crash, a contradiction and a second machine added, and of
/// its first corpus with one instance alone.
fn records() -> Vec<Record> {
    let results = std::fs::read_dir("../results").unwrap().map(|entry| entry.unwrap().path());
    let mut dirs: Vec<_> = results.filter(|path| path.join("trials.csv").is_file()).collect();
    dirs.sort();
    let mut records: Vec<Record> = dirs.iter().map(|dir| load(dir).unwrap()).collect();
    let trials = &mut records[0].trials;
    let first = trials.cells[0].clone();
    trials.cells.retain(|cell| cell.corpus != first.corpus || cell.instance == first.instance);
    for (status, verdict) in [(Status::Solved, Verdict::Wrong), (Status::Crash, Verdict::Unverified)] {
        let mut failure = trial("s", "i", 1);
        (failure.status, failure.verdict) = (status, verdict);
        if verdict == Verdict::Wrong { &mut trials.wrong } else { &mut trials.broken }.push(failure);
    }
    let [corpus, instance, claims] = ["c", "i", "1 and 2"].map(str::to_string);
    trials.disagreements.push(Disagreement { corpus, instance, claims });
    let run = &mut records[0].run;
    run.machines = vec![run.machine.clone(), Machine { host: "another".to_string(), ..run.machine.clone() }];
    records
}

/// The place of the content in the report, checked in each of its formats.
fn is_shown(content: &Content, found: &Findings) {
    let tables: Vec<_> = found.sections.iter().flat_map(|section| &section.tables).collect();
    let plots: Vec<_> = found.sections.iter().flat_map(|section| &section.plots).collect();
    for table in &content.tables {
        assert!(tables.iter().any(|shown| shown.title == table.title), "{}: {}", found.name, table.title);
    }
    for plot in &content.plots {
        assert!(plots.iter().any(|shown| shown.caption == plot.caption), "{}: {}", found.name, plot.id);
        assert!(plot_prefixes().any(|prefix| plot.id.starts_with(prefix)), "{} has no entry", plot.id);
    }
}

fn is_linked_and_written(found: &Findings) {
    let (page, text) = (page::render(found, Beside::default()), markdown(found));
    let csv = csv(found);
    for section in &found.sections {
        let (id, title) = (html(&section.id), html(&section.title));
        assert!(page.contains(&format!("<section id=\"{id}\">\n<h2>{title}</h2>")), "{id}");
        let link = format!("<a href=\"#{id}\">{title}</a>");
        assert!(found.sections.len() < 2 || page.contains(&link), "{link} in {}", found.name);
        assert!(text.contains(&format!("\n## {}\n", escape(&section.title))), "{id}");
        for table in &section.tables {
            assert!(page.contains(&format!("id=\"part-{}\"", html(&table.id))), "{}", table.id);
            assert!(csv.contains(&format!("# {}: ", table.id)), "{}", table.id);
        }
        let figure = |id: &str| format!("id=\"{}\"", html(id));
        assert!(section.plots.iter().all(|plot| page.contains(&figure(&plot.id))), "{id}");
    }
}

#[test]
fn every_entry_is_shown_by_some_record_and_wherever_it_has_something_to_say() {
    let (mut sections, mut parts) = (vec![false; SECTIONS.len()], vec![false; PARTS.len()]);
    for record in records() {
        let found = findings(record.clone());
        let measured = Measured::of(&record.experiment, &found.cells);
        let facts = facts(&record, &found, &measured);
        for (entry, shown) in SECTIONS.iter().zip(&mut sections) {
            for Section { title, tables, plots, .. } in (entry.show)(&facts) {
                assert!(found.sections.iter().any(|section| section.title == title), "{title}");
                is_shown(&Content { tables, plots }, &found);
                *shown = true;
            }
        }
        for (part, shown) in PARTS.iter().zip(&mut parts) {
            let large = facts.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
            let contents = large.map(|corpus| (part.corpus)(&facts, corpus));
            for content in contents.chain([(part.across)(&facts)]) {
                *shown |= !content.tables.is_empty() || !content.plots.is_empty();
                is_shown(&content, &found);
            }
        }
        is_linked_and_written(&found);
    }
    let missing = |shown: &[bool]| (0..shown.len()).filter(|&at| !shown[at]).collect::<Vec<_>>();
    assert_eq!(
        (missing(&sections), missing(&parts)),
        (vec![], vec![]),
        "places in the lists that nothing shows"
    );
}
