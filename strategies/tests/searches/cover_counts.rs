//! Compares the counts of every strategy for exact cover with the literature and with other programs.

use crate::common::{exact_covers, solve};
use coverlab_model::{Stop, Task, family};
use coverlab_strategies::exact_cover;

/// Counts from the literature: A000170, A014552, A000315, A002860, A004003, A000438, A030128 and
/// others of the On-Line Encyclopedia of Integer Sequences, and TAOCP 7.2.2.1.
const KNOWN: &[(&str, u64)] = &[
    ("queens:1", 1),
    ("queens:2", 0),
    ("queens:4", 2),
    ("queens:6", 4),
    ("queens:8", 92),
    ("queens:9", 352),
    ("langford:3", 2),
    ("langford:4", 2),
    ("langford:5", 0),
    ("langford:7", 52),
    ("langford-reduced:3", 1),
    ("langford-reduced:4", 1),
    ("langford-reduced:7", 26),
    ("langford-reduced:8", 150),
    ("latin:1", 1),
    ("latin:3", 12),
    ("latin:4", 576),
    ("latin-reduced:5", 56),
    ("dominoes:4x4", 36),
    ("dominoes:3x3", 0),
    ("dominoes:2x10", 89),
    ("dominoes:5x6", 1183),
    // Elkies, Kuperberg, Larsen and Propp, Alternating-Sign Matrices and Domino Tilings, 1992.
    ("dominoes:..##../.####./######/######/.####./..##..", 64),
    ("dominoes:.###/####/####/###.", 0),
    ("polyominoes:####/####/####:###/#,##/##,####", 0),
    ("polyominoes:###/###/###:###,###,###", 12),
    ("polycubes:2x2x2:##/#,##/##+#", 24),
    ("word-square:heart,ember,abuse,resin,trend", 1),
    ("word-square:ab,ba", 2),
    ("word-square:no,on", 2),
    ("steiner-triples:7", 30),
    ("steiner-triples:8", 0),
    ("steiner-triples:9", 840),
    ("one-factorisations:4", 6),
    ("one-factorisations:6", 720),
    ("matchings:petersen", 6),
    ("matchings:cube-3", 9),
    ("matchings:cube-4", 272),
    ("matchings:complete-8", 105),
    ("matchings:cycle-9", 0),
    ("matchings:a-b,b-c,c-d,d-a", 2),
    ("dominating-queens:4x2", 12),
    ("dominating-queens:5x3", 186),
    ("dominating-queens:6x3", 4),
    ("quasigroup:6:0", 1),
];

#[test]
fn known_counts_come_out() {
    for strategy in exact_covers() {
        for &(spec, count) in KNOWN {
            let problem = family::parse(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
            if strategy.backend.accepts(&problem).is_err() {
                assert_eq!(
                    solve(&strategy, &problem, &Task::count()).stop,
                    Some(Stop::Unsupported),
                    "{}",
                    strategy.spec
                );
                continue;
            }
            let outcome = solve(&strategy, &problem, &Task::count());
            assert_eq!((outcome.stop, outcome.solutions), (None, count), "{} on {spec}", strategy.spec);
            let shown = solve(&strategy, &problem, &Task::first(1000));
            assert_eq!(shown.kept.len() as u64, count.min(1000), "{} on {spec}", strategy.spec);
        }
    }
}

/// Counts beyond two words, also where a diagram counts in two words. The expected number is that of another
/// program, which proceeds cell by cell with a set of columns as its state.
#[test]
fn counts_beyond_128_bits_are_exact() {
    let problem = family::parse("dominoes:42x8").unwrap();
    for name in ["zdd-cover", "zdd-cover:heuristic=first", "frontier-cover", "auto"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let outcome = solve(&strategy, &problem, &Task::count());
        assert_eq!((outcome.stop, outcome.solutions), (None, u64::MAX), "{name}");
        assert_eq!(outcome.count().to_string(), "3551658752738951336334492091773332263489", "{name}");
    }
}

#[test]
fn larger_counts_come_out_where_they_are_cheap() {
    let cases = [
        (
            "dominoes:8x8",
            12_988_816,
            &["zdd-cover", "zdd-cover:heuristic=first", "frontier-cover", "auto"][..],
        ),
        ("dominoes:12x12", 53_060_477_521_960_000, &["zdd-cover", "frontier-cover", "auto"]),
        // More than any counter holds; the limit is the maximum count.
        ("dominoes:14x14", u64::MAX, &["zdd-cover:heuristic=first", "frontier-cover"]),
        ("dominoes:7x9", 0, &["frontier-cover"]),
        // With layers in parts, because the memory does not hold all states, and without.
        ("latin-reduced:7", 16_942_080, &["frontier-cover", "frontier-cover:memory=1"]),
        ("matchings:complete-10", 945, &["frontier-cover"]),
        ("pentominoes:3x20", 8, &["dancing-cells", "bit-cover", "auto", "dlx"]),
        ("soma", 11520, &["bit-cover", "zdd-cover", "auto"]),
        ("queens:10", 724, &["bit-cover", "dancing-cells", "auto"]),
        ("langford:8", 300, &["bit-cover", "dancing-cells", "auto"]),
        ("latin-reduced:6", 9408, &["bit-cover", "dancing-cells", "mcc", "auto"]),
    ];
    for (family, count, specs) in cases {
        for spec in specs {
            let strategy = exact_cover(&spec.parse().unwrap()).unwrap();
            let outcome = solve(&strategy, &family::parse(family).unwrap(), &Task::count());
            assert_eq!(outcome.solutions, count, "{spec} on {family}");
        }
    }
}

/// A frontier too wide for a state: one item with more colors than bits. Two items must agree on a color.
#[test]
fn what_is_too_wide_to_sweep_is_enumerated() {
    let colors = 1100;
    let options = (1..=colors).flat_map(|color| [format!("a s:c{color}\n"), format!("b s:c{color}\n")]);
    let text = format!("a b | s\n{}", options.collect::<String>());
    let problem = coverlab_model::format::knuth::read(&text).unwrap();
    let strategy = exact_cover(&"frontier-cover".parse().unwrap()).unwrap();
    for keep in [0, 2] {
        let outcome = solve(&strategy, &problem, &Task { keep, ..Task::count() });
        assert_eq!((outcome.stop, outcome.solutions, outcome.kept.len()), (None, colors, keep));
        outcome.verify(&problem).unwrap();
    }
}
