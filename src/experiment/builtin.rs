//! The experiments that come with coverlab, as one table: name and text.

/// Every built-in experiment.
pub static BUILTIN: &[(&str, &str)] = &[("delord", include_str!("../../experiments/delord.toml"))];
