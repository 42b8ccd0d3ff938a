//! Tests the model counter, and counts of formulas whose variables are not all shown.

use crate::common::{projected_formula, search, solutions_by_referee, solve};
use coverlab_model::{Cnf, Event, Natural, Outcome, Shape, Stop, Sudoku, Task, family};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

const STRATEGIES: [&str; 7] = [
    "model-count",
    "model-count:learn=no",
    "model-count:cache=no",
    "model-count:order=occurrences",
    "model-count:tables=0",
    "model-count:tables=9,memory=1",
    "model-count:tables=0,learn=no,cache=no",
];

fn count(name: &str, cnf: &Cnf) -> Outcome<Cnf> {
    let strategy = coverlab_strategies::cnf(&name.parse().unwrap()).unwrap();
    search(&*strategy.backend, cnf, &Task::count())
}

/// In their encoding, models that agree on the shown variables are different covers.
#[test]
fn strategies_for_covers_merge_what_is_not_shown() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut merged = 0;
    for round in 0..60 {
        let cnf = projected_formula(&mut random, 14);
        let expected = solutions_by_referee(&cnf).len() as u64;
        for entry in coverlab_strategies::EXACT_COVER {
            let strategy = coverlab_strategies::cnf(&entry.about.name.parse().unwrap()).unwrap();
            let all = solve(&strategy, &cnf, &Task::count());
            if entry.about.name == "dlx-rs" && all.stop == Some(Stop::Unsupported) {
                // It supports no colors, which most formulas need.
                continue;
            }
            assert_eq!((all.stop, all.solutions), (None, expected), "{} in round {round}", strategy.spec);
            let two = solve(&strategy, &cnf, &Task::first(2));
            assert_eq!(two.solutions, expected.min(2), "{} in round {round}", strategy.spec);
            if let (Some(shown), [one, other]) = (cnf.decisive(), &two.kept[..]) {
                assert!(shown.iter().any(|&v| one.value(v) != other.value(v)), "{}", strategy.spec);
                merged += 1;
            }
        }
    }
    assert!(merged > 100, "{merged}");
}

/// Compares with brute force: with a few models shown first, with or without `decide_by`, and with `auto`.
#[test]
fn models_that_are_shown_count_as_well() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for round in 0..300 {
        let cnf = projected_formula(&mut random, 14);
        let expected = solutions_by_referee(&cnf).len() as u64;
        for name in STRATEGIES.into_iter().chain(["auto"]) {
            let strategy = coverlab_strategies::cnf(&name.parse().unwrap()).unwrap();
            for keep in [0, 1, 3] {
                let outcome = strategy.backend.session().untimed(&cnf, &Task { keep, ..Task::count() });
                assert_eq!((outcome.stop, outcome.solutions), (None, expected), "{name}, round {round}");
                assert_eq!(outcome.kept.len() as u64, expected.min(keep as u64), "{name}, round {round}");
                assert_eq!(outcome.verify(&cnf), Ok(()), "{name}, round {round}");
            }
        }
    }
}

fn formula(variables: usize, clauses: impl IntoIterator<Item = Vec<i32>>) -> Cnf {
    let mut cnf = Cnf::new(variables);
    clauses.into_iter().for_each(|clause| cnf.clause(&clause));
    cnf
}

fn power(base: u64, exponent: usize) -> Natural {
    (0..exponent).fold(Natural::from(1_u64), |power, _| &power * &Natural::from(base))
}

#[test]
fn numbers_of_any_length_are_exact() {
    for name in STRATEGIES {
        let outcome = count(name, &formula(1000, [vec![7]]));
        assert_eq!((outcome.stop, outcome.count()), (None, power(2, 999)), "{name}");
        // Independent pairs, each with three models.
        let pairs = formula(4000, (0..2000).map(|k| vec![2 * k + 1, 2 * k + 2]));
        assert_eq!(count(name, &pairs).count(), power(3, 2000), "{name}");
    }
    let mut cnf = formula(3, [vec![1, 2]]);
    cnf.project_to(Vec::new());
    assert_eq!(count("model-count", &cnf).solutions, 1);
}

/// Blocking a model of n variables takes up to n² steps, so `auto` blocks few models of a wide formula.
#[test]
fn auto_enumerates_few_models_of_a_wide_formula() {
    let n = 20_000;
    let outcome = count("auto", &formula(n, [vec![1, n as i32]]));
    assert_eq!(outcome.choice.map(|c| c.taken), Some("model-count"));
    assert_eq!(outcome.count(), &power(2, n - 2) * &Natural::from(3_u64));
    let guesses = outcome.counters.of(Event::Guess);
    assert!(guesses <= 4 * n as u64, "{guesses}");
}

#[test]
fn long_formulas_do_not_overflow_the_stack() {
    // Each variable implies the next, so a model is the position of the first true variable.
    let chain = |n: i32| formula(n as usize, (1..n).map(|k| vec![-k, k + 1]));
    let outcome = count("model-count", &chain(100_000));
    assert_eq!((outcome.stop, outcome.solutions), (None, 100_001));
    // Decided in sequence they leave components that take more than a mebibyte, so the search stops.
    let outcome = count("model-count:order=occurrences,memory=1", &chain(10_000));
    assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Memory), 0));
}

#[test]
fn families_and_sudokus_are_counted_by_their_formulas() {
    let known = [
        ("queens:6", 4),
        ("queens:8", 92),
        ("dominoes:6x6", 6728),
        ("dominoes:8x8", 12_988_816),
        ("latin:4", 576),
        ("latin-reduced:5", 56),
        ("langford:7", 26 * 2),
    ];
    for name in STRATEGIES.into_iter().filter(|name| !name.contains("cache=no")) {
        let strategy = coverlab_strategies::exact_cover(&name.parse().unwrap()).unwrap();
        for (spec, covers) in known {
            let problem = family::parse(spec).unwrap();
            let outcome = strategy.backend.session().untimed(&problem, &Task::count());
            assert_eq!((outcome.stop, outcome.solutions), (None, covers), "{name}: {spec}");
        }
    }
    let empty = Sudoku::new(Shape::new(2, 2).unwrap(), &[0; 16]).unwrap();
    for encoding in ["minimal", "extended", "augmented"] {
        for amo in ["pairwise", "sequential", "product", "commander", "bitwise"] {
            let spec = format!("model-count:encoding={encoding},amo={amo}");
            let strategy = coverlab_strategies::sudoku(&spec.parse().unwrap()).unwrap();
            let outcome = strategy.backend.session().untimed(&empty, &Task::count());
            assert_eq!((outcome.stop, outcome.solutions), (None, 288), "{spec}");
        }
    }
}
