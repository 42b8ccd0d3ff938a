//! The experiments that come with coverlab, as one table: name and text.

/// Every built-in experiment.
pub static BUILTIN: &[(&str, &str)] = &[
    ("sources", include_str!("../../experiments/sources.toml")),
    ("delord-2018", include_str!("../../experiments/delord-2018.toml")),
    ("bird-2006", include_str!("../../experiments/bird-2006.toml")),
    ("isomorphs", include_str!("../../experiments/isomorphs.toml")),
    ("clues", include_str!("../../experiments/clues.toml")),
    ("difficulty", include_str!("../../experiments/difficulty.toml")),
    ("sizes", include_str!("../../experiments/sizes.toml")),
    ("knuth-workloads", include_str!("../../experiments/knuth-workloads.toml")),
    ("heuristics", include_str!("../../experiments/heuristics.toml")),
    ("heuristics-counting", include_str!("../../experiments/heuristics-counting.toml")),
    ("tdoku-suite", include_str!("../../experiments/tdoku-suite.toml")),
    ("a-a", include_str!("../../experiments/a-a.toml")),
    ("a-a-stream", include_str!("../../experiments/a-a-stream.toml")),
    ("growth", include_str!("../../experiments/growth.toml")),
    ("phase-transition", include_str!("../../experiments/phase-transition.toml")),
    ("ablation", include_str!("../../experiments/ablation.toml")),
    ("solvers", include_str!("../../experiments/solvers.toml")),
    ("encodings", include_str!("../../experiments/encodings.toml")),
    ("sat-auto", include_str!("../../experiments/sat-auto.toml")),
    ("sat-auto-formulas", include_str!("../../experiments/sat-auto-formulas.toml")),
    ("tdoku-encodings", include_str!("../../experiments/tdoku-encodings.toml")),
    ("kwon-jain-2006", include_str!("../../experiments/kwon-jain-2006.toml")),
    ("lynce-ouaknine-2006", include_str!("../../experiments/lynce-ouaknine-2006.toml")),
];
