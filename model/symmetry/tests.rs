use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

/// A random generator for tests: the high bits of Knuth's linear congruential generator for MMIX.
fn source(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

/// Some clues of a scrambled board. One in five is changed at random, so that the tests also cover clues that
/// clash.
fn some_clues(shape: Shape, clues: usize, seed: u64) -> Sudoku {
    let mut below = source(seed);
    let board = Symmetry::random(shape, &mut below).apply_to_grid(&Grid::shifted(shape));
    let mut puzzle = Sudoku::empty(shape);
    for cell in shuffled(shape.cells(), &mut below).into_iter().take(clues) {
        let wild = below(5) == 0;
        let digit = if wild { below(shape.side()) as u8 + 1 } else { board.cells()[cell] };
        puzzle = puzzle.with(cell, digit);
    }
    puzzle
}

/// All 2 · 8 · 8 · 24 symmetries of 4x4 boards. A random symmetry can be any of them.
fn every_symmetry() -> HashSet<Symmetry> {
    let mut below = source(1);
    let all: HashSet<_> = (0..60_000).map(|_| Symmetry::random(shape(2, 2), &mut below)).collect();
    assert_eq!(all.len(), 2 * 8 * 8 * 24);
    all
}

/// All full 4x4 boards, found by trying all digits.
fn boards_of_side_four() -> Vec<Sudoku> {
    let mut partial = vec![Sudoku::empty(shape(2, 2))];
    for cell in 0..16 {
        let grown = partial.iter().flat_map(|p| (1..=4).map(|d| p.with(cell, d)));
        partial = grown.filter(|p| p.check_clues().is_ok()).collect();
    }
    partial
}

fn shapes() -> impl proptest::strategy::Strategy<Value = Shape> {
    let sizes = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)];
    prop::sample::select(sizes.map(|(r, c)| shape(r, c)).to_vec())
}

proptest! {
    #[test]
    fn a_symmetry_takes_boards_to_boards(shape in shapes(), seed: u64) {
        use crate::Problem;
        let symmetry = Symmetry::random(shape, &mut source(seed));
        let board = Grid::shifted(shape);
        let image = symmetry.apply_to_grid(&board);
        prop_assert_eq!(Sudoku::empty(shape).verify(&image), Ok(()));
    }

    #[test]
    fn isomorphic_puzzles_have_one_canonical_form(shape in shapes(), seed: u64, share in 0_usize..=100) {
        let puzzle = some_clues(shape, shape.cells() * share / 100, seed);
        let image = Symmetry::random(shape, &mut source(!seed)).apply(&puzzle);
        let (Ok((form, how)), Ok((form_of_image, how_image))) = (canonical(&puzzle), canonical(&image)) else {
            panic!("{puzzle:?} is too symmetric");
        };
        prop_assert_eq!(&form, &form_of_image);
        prop_assert_eq!(how.apply(&puzzle), form.clone());
        prop_assert_eq!(how_image.apply(&image), form);
    }

    #[test]
    fn a_moved_clue_shows(seed: u64, clues in 17_usize..40) {
        // Isomorphic puzzles have the same sorted list of clues per digit.
        let puzzle = some_clues(Shape::NINE, clues, seed);
        let counts = |p: &Sudoku| {
            let mut counts = [0; 10];
            p.clues().iter().for_each(|&d| counts[usize::from(d)] += 1);
            counts[1..].sort_unstable();
            counts
        };
        let cell = (0..81).find(|&c| puzzle.clues()[c] != 0).unwrap();
        let other = puzzle.with(cell, puzzle.clues()[cell] % 9 + 1);
        if counts(&puzzle) != counts(&other) {
            prop_assert_ne!(canonical(&puzzle).unwrap().0, canonical(&other).unwrap().0);
        }
    }
}

#[test]
fn there_are_two_boards_of_side_four() {
    let boards = boards_of_side_four();
    assert_eq!(boards.len(), 288);
    let forms: HashSet<Sudoku> = boards.iter().map(|b| canonical(b).unwrap().0).collect();
    assert_eq!(forms.len(), 2);
    let all = every_symmetry();
    let class = |form: &Sudoku| all.iter().map(|s| s.apply(form)).collect::<HashSet<_>>();
    let reached: HashSet<Sudoku> = forms.iter().flat_map(class).collect();
    assert_eq!(reached, boards.into_iter().collect());
}

#[test]
fn puzzles_of_side_four_fall_into_the_classes_that_the_group_makes() {
    let all = every_symmetry();
    let boards = boards_of_side_four();
    let mut below = source(5);
    let mut forms = HashSet::new();
    let mut classes: Vec<HashSet<Sudoku>> = Vec::new();
    for _ in 0..150 {
        let mut puzzle = boards[below(288)].clone();
        for cell in shuffled(16, &mut below).into_iter().skip(5) {
            puzzle = puzzle.with(cell, 0);
        }
        forms.insert(canonical(&puzzle).unwrap().0);
        if !classes.iter().any(|class| class.contains(&puzzle)) {
            classes.push(all.iter().map(|s| s.apply(&puzzle)).collect());
        }
    }
    assert_eq!(forms.len(), classes.len());
    assert!(classes.len() > 20, "only {} classes", classes.len());
}

#[test]
fn pruning_by_automorphisms_copes_with_many_symmetries() {
    let side_25 = Sudoku::empty(shape(5, 5));
    assert!(canonical(&side_25).is_ok());
    // A full first row: renaming digits undoes any permutation of it.
    let row = (0..25).fold(side_25, |p, cell| p.with(cell, cell as u8 + 1));
    assert!(canonical(&row).is_ok());
}

#[test]
fn thousands_of_scrambled_puzzles_are_recognized() {
    let mut below = source(11);
    for (shape, least) in [(shape(2, 2), 3), (shape(2, 3), 7), (Shape::NINE, 17)] {
        let mut forms = HashSet::new();
        for seed in 0..1000 {
            let puzzle = some_clues(shape, least + below(10), seed);
            let form = canonical(&puzzle).unwrap().0;
            let scrambled = Symmetry::random(shape, &mut below).apply(&puzzle);
            assert_eq!(canonical(&scrambled).unwrap().0, form, "{puzzle:?}");
            assert_eq!(canonical(&form).unwrap().0, form, "a canonical form is its own");
            forms.insert(form);
        }
        assert!(shape.side() < 6 || forms.len() > 990, "{} classes of {shape}", forms.len());
    }
}

#[test]
fn patterns_have_the_symmetries_they_show() {
    let puzzle = |cells: [usize; 4]| cells.iter().fold(Sudoku::empty(shape(2, 2)), |p, &c| p.with(c, 1));
    use PatternSymmetry::*;
    assert_eq!(pattern_symmetries(&puzzle([0, 3, 12, 15])), PatternSymmetry::ALL);
    assert_eq!(pattern_symmetries(&puzzle([1, 7, 14, 8])), [HalfTurn, QuarterTurn]);
    assert_eq!(pattern_symmetries(&puzzle([0, 5, 10, 15])), [HalfTurn, Diagonal, AntiDiagonal]);
    assert_eq!(pattern_symmetries(&puzzle([0, 3, 4, 7])), [LeftRight]);
    assert_eq!(pattern_symmetries(&puzzle([0, 1, 12, 13])), [TopBottom]);
    assert_eq!(pattern_symmetries(&puzzle([0, 1, 2, 4])), []);
    assert_eq!(pattern_symmetries(&puzzle([3, 2, 7, 15])), []);
    assert_eq!(pattern_symmetries(&puzzle([2, 3, 7, 15])), []);
    assert_eq!(pattern_symmetries(&puzzle([2, 7, 3, 6])), [AntiDiagonal]);
    for symmetry in PatternSymmetry::ALL {
        assert_eq!(symmetry.name().parse(), Ok(symmetry));
        let orbits = orbits(9, &[symmetry]);
        assert_eq!(orbits.concat().len(), 81);
        let all: HashSet<usize> = orbits.concat().into_iter().collect();
        assert_eq!(all.len(), 81);
        assert!(orbits.iter().all(|o| o.iter().all(|&c| o.contains(&symmetry.image(9, c)))));
    }
    assert!(
        "sideways".parse::<PatternSymmetry>().unwrap_err().to_string().contains("half-turn, quarter-turn")
    );
}
