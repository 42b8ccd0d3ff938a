use super::*;
use coverlab_model::{PatternSymmetry, Shape, canonical, pattern_symmetries};
use std::collections::HashSet;
use std::ops::RangeInclusive;

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn minimal(shape: Shape) -> PuzzleRequest {
    PuzzleRequest { minimal: true, ..PuzzleRequest::new(shape) }
}

fn strategy(name: &str) -> Configured<Sudoku> {
    coverlab_strategies::sudoku(&name.parse().unwrap()).unwrap()
}

/// The first `count` puzzles, each verified by `referee`.
fn verified(request: &PuzzleRequest, count: usize, referee: &str) -> Vec<GeneratedPuzzle> {
    let generator = Generator::new(request.clone()).unwrap();
    let mut verifier = Verifier::new(request, &strategy(referee)).unwrap();
    let made: Vec<GeneratedPuzzle> = generator.puzzles(1).take(count).map(Result::unwrap).collect();
    for made in &made {
        verifier.verify(made).unwrap_or_else(|flaw| panic!("{flaw}"));
    }
    made
}

#[test]
fn a_puzzle_depends_on_seed_and_number_only() {
    for (request, count) in
        [(minimal(shape(3, 3)), 20), (PuzzleRequest::new(shape(2, 3)), 20), (minimal(shape(3, 4)), 1)]
    {
        let generator = Generator::new(request.clone()).unwrap();
        let puzzles: Vec<GeneratedPuzzle> = generator.puzzles(7).take(count).map(Result::unwrap).collect();
        let again = Generator::new(request).unwrap();
        let mut maker = again.maker();
        for index in (0..count).rev() {
            assert_eq!(maker.make(7, index as u64).unwrap(), puzzles[index]);
        }
        assert_ne!(maker.make(8, 0).unwrap().puzzle, puzzles[0].puzzle);
        let different: HashSet<_> = puzzles.iter().map(|made| made.puzzle.clone()).collect();
        assert_eq!(different.len(), count);
    }
}

#[test]
fn another_strategy_confirms_that_minimal_puzzles_are_minimal_and_unique() {
    for (rows, columns, count, referee) in [
        (1, 1, 1, "dlx"),
        (1, 5, 50, "dlx"),
        (2, 2, 300, "dlx"),
        (2, 3, 200, "dlx"),
        (3, 3, 200, "dlx"),
        (3, 3, 3, "sat"),
    ] {
        let puzzles = verified(&minimal(shape(rows, columns)), count, referee);
        assert_eq!(puzzles.len(), count);
    }
}

#[test]
fn large_boards_are_dug_with_a_solver() {
    let puzzles = verified(&minimal(shape(3, 4)), 2, "dlx");
    assert!(puzzles.iter().all(|made| made.puzzle.clue_count() < 60));
    let turned =
        PuzzleRequest { symmetry: vec![PatternSymmetry::HalfTurn], ..PuzzleRequest::new(shape(3, 4)) };
    assert!(verified(&turned, 1, "dlx")[0].puzzle.clue_count() < 80);
    let clues = PuzzleRequest { clues: 90..=90, ..PuzzleRequest::new(shape(3, 4)) };
    assert_eq!(verified(&clues, 1, "dlx")[0].puzzle.clue_count(), 90);
    assert!(verified(&minimal(shape(4, 4)), 1, "sat")[0].puzzle.clue_count() < 120);
}

#[test]
fn boards_too_large_for_a_formula_are_dug_by_singles() {
    let dug = |request: &PuzzleRequest| verified(request, 1, "cdcl:clues=reduced")[0].puzzle.clue_count();
    let large = |rows, columns| PuzzleRequest::new(shape(rows, columns));
    assert_eq!(dug(&PuzzleRequest { clues: 800..=800, ..large(6, 6) }), 800);
    // Singles get below half of the cells.
    assert!(dug(&large(6, 6)) < 648);
    let turned = PuzzleRequest { symmetry: vec![PatternSymmetry::HalfTurn], ..large(3, 9) };
    assert!(dug(&turned) < 400);
    // Nothing may be removed.
    assert_eq!(dug(&PuzzleRequest { clues: 2401..=2401, ..large(7, 7) }), 2401);
}

#[test]
fn patterns_have_the_requested_symmetry() {
    use PatternSymmetry::*;
    let patterns: [&[PatternSymmetry]; 8] = [
        &[HalfTurn],
        &[QuarterTurn],
        &[LeftRight],
        &[TopBottom],
        &[Diagonal],
        &[AntiDiagonal],
        &[LeftRight, TopBottom],
        &PatternSymmetry::ALL,
    ];
    for symmetry in patterns {
        for shape in [shape(3, 3), shape(2, 3)] {
            let request = PuzzleRequest { symmetry: symmetry.to_vec(), ..PuzzleRequest::new(shape) };
            for made in verified(&request, 10, "dlx") {
                let has = pattern_symmetries(&made.puzzle);
                assert!(symmetry.iter().all(|s| has.contains(s)));
            }
        }
    }
    let strict = PuzzleRequest { symmetry: vec![Diagonal], ..minimal(shape(3, 3)) };
    verified(&strict, 3, "dlx");
}

#[test]
fn puzzles_have_the_requested_number_of_clues() {
    for clues in [24..=24, 30..=35, 50..=50, 81..=81] {
        let request = PuzzleRequest { clues: clues.clone(), ..PuzzleRequest::new(Shape::NINE) };
        assert!(verified(&request, 10, "dlx").iter().all(|made| clues.contains(&made.puzzle.clue_count())));
    }
    let few = PuzzleRequest { clues: 22..=23, ..minimal(Shape::NINE) };
    verified(&few, 5, "dlx");
    let never = PuzzleRequest { clues: 17..=17, max_tries: 5, ..minimal(Shape::NINE) };
    let gave_up = Generator::new(never).unwrap().maker().make(1, 4).unwrap_err();
    assert_eq!(gave_up, GaveUp { index: 4, tries: 5, misses: None });
}

#[test]
fn puzzles_have_the_requested_number_of_solutions() {
    for solutions in [SolutionCount::None, SolutionCount::Many { most: 2 }, SolutionCount::Many { most: 50 }]
    {
        for minimal in [false, true] {
            for shape in [shape(2, 2), shape(2, 3), shape(3, 3)] {
                let made =
                    verified(&PuzzleRequest { solutions, minimal, ..PuzzleRequest::new(shape) }, 20, "dlx");
                assert!(made.iter().all(|made| made.puzzle.check_clues().is_ok()));
                assert!(
                    made.iter().all(|made| made.solution.is_none() == (solutions == SolutionCount::None))
                );
            }
        }
    }
    let turned = PuzzleRequest {
        solutions: SolutionCount::None,
        symmetry: vec![PatternSymmetry::HalfTurn],
        clues: 26..=32,
        ..PuzzleRequest::new(Shape::NINE)
    };
    verified(&turned, 5, "dlx");
}

#[test]
fn strategies_need_the_requested_number_of_nodes() {
    let few = Generator::new(minimal(Shape::NINE)).unwrap();
    let dlx: NodeRange = "dlx:0..".parse().unwrap();
    let request = PuzzleRequest { node_ranges: vec![dlx], ..minimal(Shape::NINE) };
    let plain: Vec<u64> =
        Generator::new(request).unwrap().puzzles(1).take(20).map(|made| made.unwrap().nodes[0]).collect();
    let median = {
        let mut sorted = plain.clone();
        sorted.sort_unstable();
        sorted[10]
    };
    for (text, fits) in [(format!("dlx:{}..", median + 1), true), (format!("dlx:..{median}"), false)] {
        let request = PuzzleRequest { node_ranges: vec![text.parse().unwrap()], ..minimal(Shape::NINE) };
        let made = verified(&request, 5, "dlx");
        assert!(made.iter().all(|made| (made.nodes[0] > median) == fits), "{text}");
        assert!(made.iter().any(|made| made.tries > 1), "{text}: every puzzle fits");
    }
    assert!(few.puzzles(1).take(3).all(|made| made.unwrap().nodes.is_empty()));
}

#[test]
fn node_ranges_are_parsed() {
    let range: NodeRange = "bird-bits:prune=fixpoint:10..20".parse().unwrap();
    assert_eq!(range.strategy.to_string(), "bird-bits:prune=fixpoint");
    assert_eq!(range.nodes, 10..=20);
    assert_eq!("dlx:1000..".parse::<NodeRange>().unwrap().nodes, 1000..=u64::MAX);
    assert_eq!("dlx:..50".parse::<NodeRange>().unwrap().nodes, 0..=50);
    for wrong in ["dlx", "dlx:", "dlx:7", "dlx:a..", "dlx:1..b", "..", "", "dlx:1..99999999999999999999"] {
        assert!(wrong.parse::<NodeRange>().is_err(), "{wrong}");
    }
}

/// Checks that each request is refused with an error that contains both texts: what is wrong, and the help.
fn check_refused<const N: usize>(cases: [(PuzzleRequest, &str, &str); N]) {
    for (request, what, help) in cases {
        let error = Generator::new(request).err().expect(what).to_string();
        assert!(error.contains(what) && error.contains(help), "{error}");
    }
}

#[test]
fn a_request_for_an_unsupported_board_or_strategy_is_refused() {
    let nine = || PuzzleRequest::new(Shape::NINE);
    let large = || PuzzleRequest::new(shape(4, 4));
    let none = SolutionCount::None;
    check_refused([
        (PuzzleRequest { solutions: none, ..large() }, "with exactly one solution only", "at most 11"),
        (PuzzleRequest { solutions: none, ..PuzzleRequest::new(shape(1, 1)) }, "one cell", ""),
        (PuzzleRequest { node_ranges: vec!["no-such:1..".parse().unwrap()], ..nine() }, "no-such", ""),
        (PuzzleRequest::new(shape(1, 200)), "side 200", "128"),
    ]);
}

#[test]
fn a_request_for_an_impossible_number_is_refused() {
    let nine = || PuzzleRequest::new(Shape::NINE);
    let clues = |clues| PuzzleRequest { clues, ..nine() };
    let many = |most| PuzzleRequest { solutions: SolutionCount::Many { most }, ..nine() };
    let rated = |text: &str| Difficulty { rating: Some(text.parse().unwrap()), ..Difficulty::default() };
    let turned = PuzzleRequest { symmetry: vec![PatternSymmetry::QuarterTurn], ..clues(27..=27) };
    let reversed = PuzzleRequest { node_ranges: vec!["dlx:9..3".parse().unwrap()], ..nine() };
    let first = "smaller number first";
    check_refused([
        (many(1), "at least 2", ""),
        (clues(90..=95), "no puzzle of 81 cells", "81 or fewer"),
        (clues(10..=16), "has 16 clues or fewer", "ask for 17 or more"),
        (PuzzleRequest { clues: 78..=81, ..many(9) }, "78 clues or more", "ask for 77 or fewer"),
        (clues(RangeInclusive::new(30, 20)), "range 30 to 20", first),
        (turned, "no pattern with the symmetry quarter-turn", "25 and 28"),
        (reversed, "no number of nodes is in the range of `dlx:9..3`", first),
        (
            PuzzleRequest { difficulty: rated("9..8"), ..nine() },
            "in the range 9.0..8.0",
            "smaller rating first",
        ),
        (
            PuzzleRequest { difficulty: rated("6.3"), ..PuzzleRequest::new(shape(2, 5)) },
            "no board of side 10 is rated above 6.2",
            "smaller rating",
        ),
        (PuzzleRequest { difficulty: rated("16.6"), ..nine() }, "above 16.5", "smaller rating"),
        (
            PuzzleRequest { difficulty: rated("2.0"), ..many(9) },
            "puzzles with one solution only",
            "ask for one solution",
        ),
    ]);
    // A long chain of the last level rates more than 10.5, its lowest rating.
    assert!(PuzzleRequest { difficulty: rated("10.6"), ..nine() }.check().is_ok());
}

#[test]
fn a_verifier_finds_flaws() {
    let request = minimal(Shape::NINE);
    let made = verified(&request, 1, "dlx").remove(0);
    let referee = strategy("dlx");
    let mut verifier = Verifier::new(&request, &referee).unwrap();
    let (solution, clues) = (made.solution.clone().unwrap(), made.puzzle.clues());
    let (empty, given) =
        ((0..81).find(|&c| clues[c] == 0).unwrap(), (0..81).find(|&c| clues[c] != 0).unwrap());
    let redundant =
        GeneratedPuzzle { puzzle: made.puzzle.with(empty, solution.cells()[empty]), ..made.clone() };
    assert!(verifier.verify(&redundant).unwrap_err().contains("does not need"));
    let loose = GeneratedPuzzle { puzzle: made.puzzle.with(given, 0), ..made.clone() };
    assert!(verifier.verify(&loose).unwrap_err().contains("2 solutions"));
    let liar = GeneratedPuzzle { solution: Some(Grid::new(Shape::NINE, &[1; 81]).unwrap()), ..made.clone() };
    assert!(verifier.verify(&liar).is_err());
    let turned = PuzzleRequest { symmetry: PatternSymmetry::ALL.to_vec(), ..request.clone() };
    assert!(Verifier::new(&turned, &referee).unwrap().verify(&made).unwrap_err().contains("half-turn"));
    let few = PuzzleRequest { clues: 0..=10, ..request };
    assert!(Verifier::new(&few, &referee).unwrap().verify(&made).unwrap_err().contains("clues"));
}

#[test]
fn a_verifier_rejects_wrong_proofs() {
    let request = minimal(shape(3, 4));
    let made = verified(&request, 1, "dlx").remove(0);
    assert_eq!(made.proofs.len(), made.puzzle.clue_count());
    let referee = strategy("dlx");
    let mut verifier = Verifier::new(&request, &referee).unwrap();
    let rejected = |proofs: Vec<Grid>, verifier: &mut Verifier| {
        verifier.verify(&GeneratedPuzzle { proofs, ..made.clone() }).unwrap_err()
    };
    let mut swapped = made.proofs.clone();
    swapped.swap(0, 1);
    assert!(rejected(swapped, &mut verifier).contains("its clue number 1"));
    let mut solved = made.proofs.clone();
    solved[2] = made.solution.clone().unwrap();
    assert!(rejected(solved, &mut verifier).contains("its clue number 3"));
    assert!(rejected(made.proofs[1..].to_vec(), &mut verifier).contains("proofs"));
    // Without proofs, each clue needs a search.
    assert_eq!(verifier.verify(&GeneratedPuzzle { proofs: vec![], ..made.clone() }), Ok(1));
}

#[test]
fn images_are_isomorphic() {
    let puzzles: Vec<Sudoku> =
        verified(&minimal(Shape::NINE), 3, "dlx").into_iter().map(|made| made.puzzle).collect();
    let images = Isomorphs::new(puzzles.clone(), 10);
    assert_eq!(images.len(), 30);
    let all: Vec<_> = images.iter(5).collect();
    for (index, (image, symmetry)) in all.iter().enumerate() {
        assert_eq!(canonical(image).unwrap().0, canonical(&puzzles[index / 10]).unwrap().0);
        assert_eq!(symmetry.apply(&puzzles[index / 10]), *image);
    }
    assert_eq!(all.iter().map(|(image, _)| image).collect::<HashSet<_>>().len(), 30);
    assert_eq!(images.get(5, 17).as_ref(), Some(&all[17]));
    assert_eq!(images.get(5, 30), None);
    assert!(Isomorphs::new(puzzles, 0).is_empty());
    assert_eq!(Isomorphs::new(Vec::new(), 3).get(1, 0), None);
}
