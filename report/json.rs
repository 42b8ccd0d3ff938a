//! Findings as JSON: raw figures for programs.

use super::findings::Findings;
use super::section::CorpusResults;
use super::sections::outcome_word;
use coverlab_bench::statistics::{ClaimResult, Score};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The findings as a JSON document.
pub fn json(findings: &Findings) -> String {
    let record = &findings.record;
    let corpora = CorpusResults::all(record);
    let scores: BTreeMap<&str, Vec<Score>> =
        corpora.iter().map(|corpus| (corpus.name.as_str(), corpus.scores())).collect();
    let context: BTreeMap<String, &str> =
        findings.context.iter().map(|(name, value)| (name.to_lowercase(), value.as_str())).collect();
    let document: Value = json!({
        "experiment": record.name(),
        "question": record.experiment.question,
        "counts": findings.counts,
        "gap": record.gap(),
        "context": context,
        "checks": record.claim_results().iter().map(claim).collect::<Vec<_>>(),
        "published": record.published(),
        "corpora": scores,
    });
    format!("{document:#}\n")
}

/// The result of a claim or law. Adds the kind of a claim, which is optional in experiments, and the word for the outcome.
fn claim(result: &ClaimResult) -> Value {
    let mut value = json!(result);
    if !result.is_law {
        value["claim_kind"] = json!(result.claim.claim_kind());
    }
    value["outcome_word"] = json!(outcome_word(result));
    value
}
