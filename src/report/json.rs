//! The findings for programs: raw figures, no prose.

use super::findings::Findings;
use crate::statistics::{Cell, Score, score};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The findings as one JSON document.
pub(crate) fn json(findings: &Findings) -> String {
    let mut corpora: BTreeMap<&str, Vec<&Cell>> = BTreeMap::new();
    for cell in &findings.cells {
        corpora.entry(&cell.corpus).or_default().push(cell);
    }
    let scores: BTreeMap<&str, Vec<Score>> =
        corpora.into_iter().map(|(corpus, cells)| (corpus, score(cells))).collect();
    let context: BTreeMap<String, &str> =
        findings.context.iter().map(|(name, value)| (name.to_lowercase(), value.as_str())).collect();
    let document: Value = json!({
        "experiment": findings.name,
        "question": findings.question,
        "counts": findings.counts,
        "context": context,
        "checks": findings.checks,
        "published": findings.published,
        "disagreements": findings.disagreements,
        "corpora": scores,
    });
    format!("{document:#}\n")
}
