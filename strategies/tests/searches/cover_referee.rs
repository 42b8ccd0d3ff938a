//! Tests every strategy for exact cover against the referee, on small random instances that use every
//! feature.

use crate::common::{CoverSize, covers_by_referee, exact_covers, random_cover, solve};
use coverlab_model::{Task, parallel};
use coverlab_strategies::exact_cover;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::collections::BTreeSet;

const SIZE: CoverSize = CoverSize { max_primary: 5, max_options: 10 };

#[test]
fn everyone_finds_what_the_referee_accepts() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let everyone = exact_covers();
    let mut nonempty = 0;
    for round in 0..1500 {
        let problem = random_cover(&mut random, SIZE, round % 3 == 0);
        let expected = covers_by_referee(&problem);
        nonempty += usize::from(expected.len() > 1);
        for strategy in everyone.iter().filter(|s| s.backend.accepts(&problem).is_ok()) {
            let outcome = solve(strategy, &problem, &Task::first(u64::MAX));
            let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
            let text: Vec<_> = (0..problem.options() as u32).map(|o| problem.option_text(o)).collect();
            assert_eq!(found, expected, "{} on {problem:?} {text:#?}", strategy.spec);
            assert_eq!(outcome.stop, None, "{}", strategy.spec);
            let counted = solve(strategy, &problem, &Task::count());
            assert_eq!(counted.solutions, expected.len() as u64, "{}", strategy.spec);
        }
    }
    assert!(nonempty > 300, "only {nonempty} instances have several covers");
}

#[test]
fn somebody_accepts_every_instance() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for round in 0..20 {
        let problem = random_cover(&mut random, SIZE, round % 2 == 0);
        for name in ["auto", "mcc"] {
            let strategy = exact_cover(&name.parse().unwrap()).unwrap();
            assert_eq!(strategy.backend.accepts(&problem), Ok(()));
        }
    }
}

#[test]
fn colors_and_multiplicities_survive_threads() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let strategy = exact_cover(&"auto".parse().unwrap()).unwrap();
    for round in 0..300 {
        let problem = random_cover(&mut random, SIZE, round % 3 == 0);
        let task = Task::first(u64::MAX);
        let (outcome, _) = parallel::solve(&*strategy.backend, &problem, &task, 2);
        let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
        assert_eq!(found, covers_by_referee(&problem));
    }
}
