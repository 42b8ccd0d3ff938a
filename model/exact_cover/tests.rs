//! Tests of a small problem, of the errors of the builder, and of the referee.

use super::referee::ItemSets;
use super::*;
use crate::Problem;

/// Knuth's toy problem of TAOCP 7.2.2.1, (49): primary items p, q and others, secondary items x and y with
/// colors.
fn toy() -> ExactCover {
    let mut b = ExactCoverBuilder::named(&["p", "q", "r"], &["x", "y"]);
    let (blue, red) = (b.color("A"), b.color("B"));
    b.colored_option([(0, 0), (1, 0), (3, 0), (4, blue)]).unwrap();
    b.colored_option([(0, 0), (2, 0), (3, blue), (4, 0)]).unwrap();
    b.colored_option([(0, 0), (3, red)]).unwrap();
    b.colored_option([(1, 0), (3, blue)]).unwrap();
    b.colored_option([(2, 0), (4, red)]).unwrap();
    b.build()
}

#[test]
fn the_referee_knows_the_toy_problem() {
    let toy = toy();
    let says = |options: &[u32]| toy.verify(&Cover::new(options.to_vec())).map_err(|v| v.what);
    assert_eq!(says(&[1, 3]), Ok(()));
    assert_eq!(says(&[3]), Err("item p is not covered".into()));
    assert_eq!(says(&[0, 1]), Err("item p is covered twice, by options 1 and 2".into()));
    assert_eq!(says(&[2, 3]), Err("item x is B in option 3 and A in option 4".into()));
    assert_eq!(says(&[0, 0]), Err("option 1 twice".into()));
    assert_eq!(says(&[9]), Err("option 10 of 5".into()));
    assert_eq!(toy.option_text(3), "q x:A");
    let mut builder = ExactCoverBuilder::new(1, 1);
    builder.option([0]).unwrap();
    builder.option([1]).unwrap();
    let idle = builder.build().verify(&Cover::new(vec![0, 1])).unwrap_err();
    assert_eq!(idle.what, "option 2 has no primary item");
}

#[test]
fn bad_options_are_refused_and_leave_no_trace() {
    let mut b = ExactCoverBuilder::named(&["p"], &["x"]);
    assert_eq!(b.option([]), Err(BadOption::Empty));
    assert_eq!(b.option([0, 2]), Err(BadOption::UnknownItem(1)));
    assert_eq!(b.option([0, 1, 0]), Err(BadOption::ItemTwice(2)));
    assert_eq!(b.colored_option([(0, 1)]), Err(BadOption::ColorOnPrimary(0)));
    assert_eq!(builder::offset(u32::MAX as usize), Ok(u32::MAX));
    assert_eq!(builder::offset(u32::MAX as usize + 1), Err(BadOption::TooManyEntries));
    assert_eq!(b.option([0, 1]), Ok(0));
    assert_eq!(b.build().entries(), 2);
}

#[test]
fn the_referee_counts_multiplicities() {
    let mut b = ExactCoverBuilder::named(&["p", "q"], &["x"]);
    assert_eq!(b.multiplicity(0, 2, 3), Ok(()));
    assert_eq!(b.multiplicity(2, 1, 1), Err(BadMultiplicity::NotPrimary));
    assert_eq!(b.multiplicity(1, 2, 1), Err(BadMultiplicity::EmptyRange));
    assert_eq!(b.multiplicity(1, 0, 0), Err(BadMultiplicity::EmptyRange));
    for items in [vec![0, 1], vec![0], vec![0, 2], vec![0]] {
        b.option(items).unwrap();
    }
    let problem = b.build();
    let says = |options: &[u32]| problem.verify(&Cover::new(options.to_vec())).map_err(|v| v.what);
    assert_eq!(says(&[0, 1]), Ok(()));
    assert_eq!(says(&[0, 1, 2]), Ok(()));
    assert_eq!(says(&[0]), Err("item p is covered 1 times, not 2 to 3 times".into()));
    assert_eq!(says(&[0, 1, 2, 3]), Err("item p is covered 4 times, not 2 to 3 times".into()));
    assert_eq!(says(&[1, 2]), Err("item q is not covered".into()));
    assert_eq!(problem.starved_item(), None);
}

#[test]
fn a_multiplicity_of_one_is_none() {
    let mut b = ExactCoverBuilder::named(&["p", "q"], &[]);
    b.multiplicity(1, 1, 1).unwrap();
    assert!(!b.clone().build().has_multiplicities());
    b.multiplicity(1, 0, 2).unwrap();
    b.multiplicity(1, 1, 1).unwrap();
    assert!(!b.clone().build().has_multiplicities());
    assert_eq!(b.build().starved_item(), Some(0));
}

/// Small instances with and without colors and multiplicities; some of the sets of options are covers.
#[test]
fn the_quick_checks_agree_with_the_naive_referee() {
    let mut random = crate::random::Random(7);
    let (mut accepted, mut accepted_by_sets, mut rejected) = (0, 0, 0);
    for round in 0..400 {
        let mut b = ExactCoverBuilder::new(4, 2);
        let color = b.color("A");
        if round % 4 == 3 {
            b.multiplicity(0, 1, 2).unwrap();
        }
        for _ in 0..6 {
            let entries = (0..6_u32).filter(|_| random.below(3) == 0);
            let colored = |item: u32| (item, if item >= 4 && round % 2 == 1 { color } else { 0 });
            let _ = b.colored_option(entries.map(colored).collect::<Vec<_>>());
        }
        let problem = b.build();
        let (referee, sets) = (problem.referee(), ItemSets::new(&problem));
        for set in 0..1_u32 << problem.options() {
            let cover = Cover::new((0..problem.options() as u32).filter(|o| set >> o & 1 == 1).collect());
            let naive = problem.verify_naively(&cover).is_ok();
            assert!(naive || !problem.covers_each_item_once(&cover), "{problem:?} {cover:?}");
            assert_eq!(problem.verify(&cover).is_ok(), naive);
            let quick = sets.as_ref().is_some_and(|sets| sets.are_partitioned_by(&cover));
            assert!(naive || !quick, "{problem:?} {cover:?}");
            assert_eq!(referee(&cover), problem.verify(&cover));
            accepted_by_sets += u32::from(quick);
            accepted += u32::from(problem.covers_each_item_once(&cover));
            rejected += u32::from(!naive);
        }
    }
    assert!(
        accepted > 50 && accepted_by_sets > 10 && rejected > 1000,
        "{accepted} {accepted_by_sets} {rejected}"
    );
}
