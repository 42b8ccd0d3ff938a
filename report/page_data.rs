//! The data for the script of the page: the result of each strategy on each instance.
//!
//! The text is gzip in base64. Decompressed, it is a line of JSON that names everything once and lists the columns, followed
//! by the columns: little-endian unsigned integers and doubles, a value per row. An unknown figure is NaN.

use super::findings::Findings;
use super::plot::SeriesStyles;
use super::record::Record;
use super::section::CorpusResults;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use coverlab_bench::html_script::gzip;
use coverlab_bench::record::{Status, Verdict};
use coverlab_bench::statistics::{CorpusTotals, InstanceResult, known_puzzles};
use coverlab_model::format::line;
use coverlab_model::format::symbols::Symbols;
use serde_json::json;
use std::collections::BTreeMap;

/// A page with more rows than this has no data, since a browser would take long to open it.
const MAX_ROWS: usize = 1_000_000;
/// The status of a wrong answer.
const WRONG: &str = "WRONG";

/// The data of the page as text; `live` is the URL of the live page.
pub(crate) fn encode(findings: &Findings, live: Option<&str>) -> String {
    let (record, all) = (&findings.record, findings.record.results());
    let rows =
        |corpus: &CorpusTotals| corpus.totals.values().map(|total| total.counts.instances).sum::<usize>();
    let total = record.trials.corpora.values().map(rows).sum::<usize>();
    // No rows of a sample either: its counts would differ from those of the tables.
    let results = if total > MAX_ROWS.min(all.len()) { &[][..] } else { all };
    let styles = SeriesStyles::of(all);
    let colors = styles.colors();
    let strategies = styles.names().iter().zip(colors);
    let strategies: Vec<_> = strategies.map(|(name, color)| json!({"name": name, "color": color})).collect();
    let columns = columns(results, &styles);
    let named: Vec<_> = columns.iter().map(|(name, kind, _)| (name, kind)).collect();
    let head = json!({
        "total": total,
        "rows": results.len(),
        "seeds": results.iter().map(InstanceResult::run_count).max().unwrap_or(1),
        "strategies": strategies,
        "corpora": corpora(record, results.is_empty()),
        "statuses": statuses(),
        "live": live,
        "columns": named,
    });
    let mut bytes = format!("{head}\n").into_bytes();
    columns.into_iter().for_each(|(.., column)| bytes.extend(column));
    STANDARD.encode(gzip(&bytes))
}

/// A column: its name, the type of its values, and their bytes.
type Column = (&'static str, &'static str, Vec<u8>);

fn columns(results: &[InstanceResult], styles: &SeriesStyles) -> Vec<Column> {
    let numbers: BTreeMap<&str, u16> = styles.names().iter().map(String::as_str).zip(0..).collect();
    let strategies = results.iter().flat_map(|result| numbers[&*result.strategy].to_le_bytes());
    let integers =
        |values: &mut dyn Iterator<Item = u32>| values.flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let doubles = |value: fn(&InstanceResult) -> Option<f64>| {
        results.iter().flat_map(|result| value(result).unwrap_or(f64::NAN).to_le_bytes()).collect::<Vec<u8>>()
    };
    vec![
        ("instance", "u4", integers(&mut results.iter().map(|result| result.number))),
        ("strategy", "u2", strategies.collect()),
        ("status", "u1", results.iter().map(status).collect()),
        ("cpu", "f8", doubles(|result| result.cpu_ns)),
        ("nodes", "f8", doubles(|result| result.nodes)),
        ("limit", "f8", doubles(|result| result.limit_cpu_ns.map(|limit| limit as f64))),
    ]
}

/// The index of a result's status in [`statuses`].
fn status(result: &InstanceResult) -> u8 {
    let at =
        Status::ALL.iter().position(|&status| status == result.status && result.verdict != Verdict::Wrong);
    at.unwrap_or(Status::ALL.len()) as u8
}

fn statuses() -> Vec<serde_json::Value> {
    let known =
        Status::ALL.iter().map(|status| json!({"name": status.phrase(), "solved": status.is_answer()}));
    known.chain([json!({"name": WRONG, "solved": false})]).collect()
}

/// The corpora with the names of their instances and, for Sudokus of built-in corpora, the clues. `without_instances`: the
/// corpora alone.
fn corpora(record: &Record, without_instances: bool) -> Vec<serde_json::Value> {
    let puzzles = match without_instances {
        true => BTreeMap::new(),
        false => known_puzzles(&record.experiment, &record.trials.results),
    };
    let clues = |corpus: &str, name: &str| {
        let puzzle = puzzles.get(&(corpus.to_string(), name.to_string()))?;
        let (shape, symbols) = (puzzle.shape(), Symbols::default());
        let text = || line::write(shape, puzzle.clues(), &symbols);
        symbols.is_short(shape.side()).then(|| format!("{shape} {}", text()))
    };
    let corpora = CorpusResults::all(record).into_iter().map(|CorpusResults { id, results, .. }| {
        let (group, corpus) = (&*results[0].group, &*results[0].corpus);
        let mut names: Vec<&str> = results.iter().map(|result| &*result.instance).collect();
        names.dedup();
        let mut puzzles: Vec<String> =
            names.iter().map(|name| clues(corpus, name).unwrap_or_default()).collect();
        let names = if without_instances { &[][..] } else { &names[..] };
        puzzles.truncate(if puzzles.iter().all(String::is_empty) { 0 } else { names.len() });
        json!({"name": group, "slug": id, "instances": names, "puzzles": puzzles})
    });
    corpora.collect()
}
