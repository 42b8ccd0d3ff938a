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

fn pattern_board(shape: Shape) -> Vec<u8> {
    let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % side;
    (0..shape.cells()).map(|c| digit(c / side, c % side) as u8 + 1).collect()
}

/// Some clues of a scrambled board. One in five is changed at random, so that the tests also cover clues that
/// clash.
fn some_clues(shape: Shape, clues: usize, seed: u64) -> Sudoku {
    let mut below = source(seed);
    let board = Sudoku::new(shape, &pattern_board(shape)).unwrap();
    let board = Symmetry::random(shape, &mut below).apply(&board);
    let mut puzzle = Sudoku::empty(shape);
    for cell in shuffled(shape.cells(), &mut below).into_iter().take(clues) {
        let wild = below(5) == 0;
        let digit = if wild { below(shape.side()) as u8 + 1 } else { board.clues()[cell] };
        puzzle = puzzle.with(cell, digit);
    }
    puzzle
}

/// All symmetries of a small board.
fn every_symmetry(shape: Shape) -> Vec<Symmetry> {
    let side = shape.side();
    let permutations = permutations(side);
    let rows: Vec<_> = permutations.iter().filter(|p| keeps_groups(p, side, shape.box_rows())).collect();
    let columns: Vec<_> =
        permutations.iter().filter(|p| keeps_groups(p, side, shape.box_columns())).collect();
    let mut all = Vec::new();
    for transpose in [false, true] {
        for rows in &rows {
            for columns in &columns {
                for digits in &permutations {
                    let digits: Vec<u8> = digits.iter().map(|&d| d as u8 + 1).collect();
                    all.extend(Symmetry::new(shape, transpose, rows, columns, &digits));
                }
            }
        }
    }
    all
}

fn permutations(length: usize) -> Vec<Vec<usize>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(length - 1);
    let insert = |p: &Vec<usize>, at: usize| {
        let mut longer = p.clone();
        longer.insert(at, length - 1);
        longer
    };
    shorter.iter().flat_map(|p| (0..length).map(move |at| insert(p, at))).collect()
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
    fn symmetries_are_a_group(shape in shapes(), seed: u64, clues in 0_usize..200) {
        let mut below = source(seed);
        let [f, g, h] = [(); 3].map(|()| Symmetry::random(shape, &mut below));
        let identity = Symmetry::identity(shape);
        prop_assert_eq!(f.then(&g).then(&h), f.then(&g.then(&h)));
        prop_assert_eq!(f.then(&f.inverse()), identity.clone());
        prop_assert_eq!(f.inverse().then(&f), identity.clone());
        prop_assert_eq!(f.then(&identity), f.clone());
        prop_assert_eq!(identity.then(&f), f.clone());

        let puzzle = some_clues(shape, clues % (shape.cells() + 1), seed);
        prop_assert_eq!(f.then(&g).apply(&puzzle), g.apply(&f.apply(&puzzle)));
        prop_assert_eq!(f.inverse().apply(&f.apply(&puzzle)), puzzle);
    }

    #[test]
    fn a_symmetry_takes_boards_to_boards(shape in shapes(), seed: u64) {
        use crate::Problem;
        let symmetry = Symmetry::random(shape, &mut source(seed));
        let board = Grid::new(shape, &pattern_board(shape)).unwrap();
        let image = symmetry.apply_to_grid(&board);
        prop_assert_eq!(Sudoku::empty(shape).verify(&image), Ok(()));
        prop_assert_eq!(symmetry.inverse().apply_to_grid(&image), board);
    }

    #[test]
    fn parts_make_the_symmetry_they_came_from(shape in shapes(), seed: u64) {
        let f = Symmetry::random(shape, &mut source(seed));
        let wide = |lines: &[u8]| lines.iter().map(|&l| usize::from(l)).collect::<Vec<_>>();
        let again = Symmetry::new(shape, f.transpose, &wide(&f.rows), &wide(&f.columns), &f.digits[1..]);
        prop_assert_eq!(again, Some(f));
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
        prop_assert_eq!(automorphisms(&puzzle), automorphisms(&image));
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

    #[test]
    fn automorphisms_are_as_many_as_a_count_finds(seed: u64, clues in 0_usize..=16) {
        thread_local!(static ALL: Vec<Symmetry> = every_symmetry(shape(2, 2)));
        let puzzle = some_clues(shape(2, 2), clues, seed);
        let count = ALL.with(|all| all.iter().filter(|s| s.apply(&puzzle) == puzzle).count());
        prop_assert_eq!(automorphisms(&puzzle), Ok(count as u64));
    }

    #[test]
    fn automorphisms_of_boxes_that_are_not_square(seed: u64, clues in 0_usize..=36) {
        // Trying all renamings of digits, 720 for each of 3456 symmetries, would take too long.
        let shape = shape(2, 3);
        let puzzle = some_clues(shape, clues, seed);
        let lines = |size| permutations(6).into_iter().filter(|p| keeps_groups(p, 6, size)).collect::<Vec<_>>();
        let mut count = 0_u64;
        for rows in lines(2) {
            for columns in lines(3) {
                let moved = Symmetry::new(shape, false, &rows, &columns, &[1, 2, 3, 4, 5, 6]).unwrap();
                count += renamings(moved.apply(&puzzle).clues(), puzzle.clues(), 6);
            }
        }
        prop_assert_eq!(automorphisms(&puzzle), Ok(count));
    }
}

/// The number of renamings of digits that map `from` to `to`.
fn renamings(from: &[u8], to: &[u8], side: usize) -> u64 {
    let mut name = vec![0; side + 1];
    let mut taken = vec![0; side + 1];
    for (&a, &b) in from.iter().zip(to) {
        let (a, b) = (usize::from(a), usize::from(b));
        if (a == 0) != (b == 0) || a != 0 && (name[a] != 0 && name[a] != b || taken[b] != 0 && taken[b] != a)
        {
            return 0;
        }
        name[a] = b;
        taken[b] = a;
    }
    (1..=name[1..].iter().filter(|n| **n == 0).count() as u64).product()
}

#[test]
fn the_group_of_a_small_board_is_as_large_as_it_should_be() {
    let all = every_symmetry(shape(2, 2));
    assert_eq!(all.len(), 2 * 8 * 8 * 24);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    let drawn: HashSet<Symmetry> = {
        let mut below = source(1);
        (0..60_000).map(|_| Symmetry::random(shape(2, 2), &mut below)).collect()
    };
    assert_eq!(drawn.len(), all.len(), "a random symmetry can be any of them");
}

#[test]
fn invalid_symmetries_are_rejected() {
    let (nine, lines, digits) = (Shape::NINE, [0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(Symmetry::new(nine, false, &lines, &lines, &digits), Some(Symmetry::identity(nine)));
    assert_eq!(Symmetry::new(nine, false, &[0, 1, 3, 2, 4, 5, 6, 7, 8], &lines, &digits), None);
    assert_eq!(Symmetry::new(nine, false, &lines, &[0, 0, 2, 3, 4, 5, 6, 7, 8], &digits), None);
    assert_eq!(Symmetry::new(nine, false, &lines, &lines[..8], &digits), None);
    assert_eq!(Symmetry::new(nine, false, &lines, &lines, &[0, 2, 3, 4, 5, 6, 7, 8, 9]), None);
    let six: Vec<usize> = (0..6).collect();
    assert_eq!(Symmetry::new(shape(2, 3), true, &six, &six, &[1, 2, 3, 4, 5, 6]), None);
}

#[test]
fn there_are_two_boards_of_side_four() {
    let boards = boards_of_side_four();
    assert_eq!(boards.len(), 288);
    let forms: HashSet<Sudoku> = boards.iter().map(|b| canonical(b).unwrap().0).collect();
    assert_eq!(forms.len(), 2);
    // The size of each class is the size of the group divided by the number of symmetries that fix one of its
    // boards.
    let sizes: u64 = forms.iter().map(|form| 2 * 8 * 8 * 24 / automorphisms(form).unwrap()).sum();
    assert_eq!(sizes, 288);
}

#[test]
fn puzzles_of_side_four_fall_into_the_classes_that_the_group_makes() {
    let all = every_symmetry(shape(2, 2));
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
fn known_groups() {
    // Every symmetry fixes the empty board.
    assert_eq!(automorphisms(&Sudoku::empty(Shape::NINE)), Ok(362_880 * 2 * 6_u64.pow(8)));
    assert_eq!(automorphisms(&Sudoku::empty(shape(1, 1))), Ok(2));
    assert_eq!(automorphisms(&Sudoku::empty(shape(5, 5))), Err(TooSymmetric));
    assert!(canonical(&Sudoku::empty(shape(5, 5))).is_ok());
    // The "most canonical" board, with 648 automorphisms, the maximum of all full boards.
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let most: Vec<u8> = most.bytes().map(|b| b - b'0').collect();
    assert_eq!(automorphisms(&Sudoku::new(Shape::NINE, &most).unwrap()), Ok(648));
    // A full first row: renaming digits undoes any permutation of it.
    let row = (0..9).fold(Sudoku::empty(Shape::NINE), |p, cell| p.with(cell, cell as u8 + 1));
    assert_eq!(automorphisms(&row), Ok(6_u64.pow(4) * 2 * 2 * 36));
    let wide = (0..25).fold(Sudoku::empty(shape(5, 5)), |p, cell| p.with(cell, cell as u8 + 1));
    assert!(canonical(&wide).is_ok(), "pruning by automorphisms copes with a row of 25");
}

#[test]
fn a_full_board_has_the_group_that_trying_all_arrangements_finds() {
    let board = Sudoku::new(Shape::NINE, &pattern_board(Shape::NINE)).unwrap();
    let arrangements: Vec<Vec<usize>> = {
        let groups = permutations(3);
        let within = |g: usize, p: &[usize]| p.iter().map(|k| 3 * g + k).collect::<Vec<_>>();
        let mut all = Vec::new();
        for order in &groups {
            for a in &groups {
                for b in &groups {
                    let lines = |c| [within(order[0], a), within(order[1], b), within(order[2], c)].concat();
                    all.extend(groups.iter().map(|c| lines(c)));
                }
            }
        }
        all
    };
    let mut count = 0;
    for turned in [false, true] {
        let cell = |row: usize, column: usize| if turned { column * 9 + row } else { row * 9 + column };
        for rows in &arrangements {
            for columns in &arrangements {
                let mut names = [0; 10];
                let agrees = (0..81).all(|at| {
                    let digit = board.clues()[cell(rows[at / 9], columns[at % 9])];
                    let name = &mut names[usize::from(digit)];
                    if *name == 0 {
                        *name = board.clues()[at];
                    }
                    *name == board.clues()[at]
                });
                count += u64::from(agrees);
            }
        }
    }
    assert_eq!(automorphisms(&board), Ok(count));
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
