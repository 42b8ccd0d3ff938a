//! The findings for programs: raw figures, no prose.

use super::findings::Findings;
use crate::statistics::Score;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The findings as one JSON document.
pub(crate) fn json(findings: &Findings) -> String {
    let corpora = findings.corpora();
    let scores: BTreeMap<&str, Vec<Score>> =
        corpora.iter().map(|corpus| (corpus.name.as_str(), corpus.scores())).collect();
    let context: BTreeMap<String, &str> =
        findings.context.iter().map(|(name, value)| (name.to_lowercase(), value.as_str())).collect();
    let document: Value = json!({
        "experiment": findings.name,
        "question": findings.question,
        "counts": findings.counts,
        "context": context,
        "checks": findings.checks,
        "published": findings.published,
        "disagreements": findings.disagreements.first(),
        "corpora": scores,
    });
    format!("{document:#}\n")
}
