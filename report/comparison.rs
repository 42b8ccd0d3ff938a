//! Compares strategies with a baseline over all corpora of a record together: the output of `coverlab compare`.

use super::findings::{count, verdict};
use super::record::Record;
use super::section::CorpusResults;
use super::sections::{pairs, strategies};
use super::table::{Table, Text, Tone};
use super::text_report::{self, TextLayout};
use super::units::pluralize;
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{ComparedPair, InstanceResult, MIN_VALUES, PairedResults, instances};
use serde_json::{Value, json};

/// Columns of the report's score table that are omitted here, since they do not compare strategies.
const OMITTED_COLUMNS: [&str; 3] = ["nodes", "ns per node", "timed"];

/// The scores of strategies, and the ratios of their times to those of a baseline.
pub struct ComparisonReport {
    remarks: Vec<Text>,
    scores: Table,
    ratios: Table,
    json: Value,
}

/// Compares the strategies of `record` with its baseline or, by default, with its first strategy.
#[must_use]
pub fn comparison(record: &Record) -> ComparisonReport {
    let results: Vec<&InstanceResult> = record.trials.results.iter().collect();
    let first = results.first().map(|result| result.strategy.to_string());
    let baseline = record.experiment.baseline.clone().or(first).unwrap_or_default();
    let pooled = pooled(record, results);
    let counts = count(record);
    let remarks = verdict(record, &counts);
    let mut remarks: Vec<Text> = remarks.into_iter().filter(|line| line.tone != Tone::Faint).collect();
    remarks.extend(unsupported(record));
    remarks.extend(pooled.sample_note().map(Text::plain));
    let compared = compared(&pooled, &baseline);
    let (ratios, ratios_json) = ratios(&pooled, &compared, &baseline);
    let json = json!({
        "baseline": baseline,
        "instances": pooled.instances(),
        "counts": counts,
        "strategies": pooled.scores(),
        "comparisons": ratios_json,
    });
    ComparisonReport { remarks, scores: scores(&pooled), ratios, json }
}

/// All corpora of the record as one.
fn pooled<'a>(record: &'a Record, results: Vec<&'a InstanceResult>) -> CorpusResults<'a> {
    // The totals include instances outside the sample. There are no totals over several corpora.
    let totals = record.trials.corpora.values().next().filter(|_| record.trials.corpora.len() == 1);
    let names: Vec<String> = record.trials.corpora.keys().map(ToString::to_string).collect();
    let name = if names.len() == 1 { names[0].clone() } else { pluralize(names.len(), "corpus", "corpora") };
    CorpusResults::new("all".to_string(), name, results, totals.filter(|totals| totals.is_sampled))
}

/// A remark on each strategy that does not support some instances.
fn unsupported(record: &Record) -> Vec<Text> {
    let line = |strategy: &String| {
        let trials = record.trials.ended(strategy, Status::Unsupported);
        let what = || {
            format!("{strategy} does not support the instances of {}", pluralize(trials, "trial", "trials"))
        };
        (trials > 0).then(|| Text::toned(what(), Tone::Bad))
    };
    record.experiment.strategies.iter().filter_map(line).collect()
}

/// The table of scores, the best strategy first.
fn scores(pooled: &CorpusResults<'_>) -> Table {
    let mut table = strategies::score_table(pooled);
    let all_solved = pooled.scores().iter().all(|score| score.counts.solved_runs == score.counts.runs);
    OMITTED_COLUMNS.iter().for_each(|column| table.remove_column(column));
    if all_solved {
        table.remove_column("by status");
    }
    table
}

/// Compares each strategy with `baseline`.
fn compared(pooled: &CorpusResults<'_>, baseline: &str) -> Vec<ComparedPair> {
    let paired = PairedResults::of(&pooled.results);
    let names = paired.strategies().iter().map(|name| name.as_str()).filter(|name| *name != baseline);
    paired.compare(&names.map(|name| (name, baseline)).collect::<Vec<_>>())
}

/// The strategies that were compared with `baseline`: a table, and its rows as JSON.
fn ratios(pooled: &CorpusResults<'_>, compared: &[ComparedPair], baseline: &str) -> (Table, Vec<Value>) {
    let title = format!("CPU time relative to {baseline}");
    let mut table = pairs::pairs_table("ratios".to_string(), title, compared);
    let values = compared.iter().zip(&table.rows).map(|(pair, row)| {
        let comparison = &pair.comparison;
        json!({
            "strategy": pair.names.0.as_str(),
            "baseline": baseline,
            "typical": comparison.typical,
            "total": comparison.total,
            "instances": comparison.instances,
            "solved_by_one": comparison.solved_by_one,
            "p": pair.p,
            "difference": row.last().map(|cell| &cell.text),
        })
    });
    let values = values.collect();
    table.remove_column("against");
    if compared.iter().all(|pair| pair.comparison.solved_by_one == [0; 2]) {
        table.remove_column("solved by one");
    }
    table.note_if(
        instances(&pooled.results) < MIN_VALUES,
        format!(
            "Fewer than {MIN_VALUES} instances cannot show a difference: there are no intervals and no test."
        ),
    );
    (table, values)
}

impl ComparisonReport {
    /// The comparison as text.
    #[must_use]
    pub fn terminal(&self, layout: TextLayout) -> String {
        let remarks: String = self.remarks.iter().map(|line| text_report::paragraph(line, layout)).collect();
        let mut text = format!("{remarks}\n{}", text_report::table(&self.scores, layout));
        if !self.ratios.rows.is_empty() {
            text += &format!("\n{}", text_report::table(&self.ratios, layout));
        }
        text
    }

    /// The comparison as one line of JSON: scores and ratios, times in nanoseconds.
    #[must_use]
    pub fn json(&self) -> String {
        self.json.to_string()
    }
}
