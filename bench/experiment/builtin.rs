//! The built-in experiments, as one table of names and texts.

/// A table of experiments, each with its text.
macro_rules! experiments {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../experiments/", $name, ".toml")))),*] };
}

/// Every built-in experiment.
pub static BUILTIN: &[(&str, &str)] = experiments! {
    "sources" "delord-2018" "bird-2006" "isomorphs" "clues" "difficulty" "sizes" "knuth-workloads"
    "heuristics" "heuristics-counting" "tdoku-suite" "a-a" "a-a-stream" "growth" "phase-transition"
    "ablation" "solvers" "encodings" "sat-auto" "sat-auto-formulas" "tdoku-encodings" "kwon-jain-2006"
    "lynce-ouaknine-2006" "cheeseman-1991" "mitchell-1992" "crawford-auton-1996" "achlioptas-2000"
    "gomes-selman-1997" "haken-1985" "urquhart-1987" "chen-2010" "encodings-after-2006" "taocp-7-2-2-1"
    "dancing-cells" "dxz-2017" "dxd-2026" "norvig-2006" "seventeen-clues" "dlx-rs-benchmarks" "ratings"
};
