//! The laws from which Bird derives his program, as property tests of our functions, and the number of boards
//! that remain to be checked after each step of the derivation.

use crate::bird::{
    Choices, Expand, Matrix, Prune, Variant, board, boxs, choices, cols, expand, group, nodups, prune,
    prune_by, reduce, rows, ungroup,
};
use coverlab_model::{Shape, Sudoku};
use proptest::prelude::*;
use proptest::{collection::vec, sample::subsequence};

// Two functions of the pearl that only its laws need: as lists, their results exceed any memory.

fn cp<A: Clone>(xss: &[Vec<A>]) -> Vec<Vec<A>> {
    let Some((xs, rest)) = xss.split_first() else { return vec![Vec::new()] };
    let yss = cp(rest);
    let cons = |x: &A, ys: &Vec<A>| std::iter::once(x.clone()).chain(ys.iter().cloned()).collect();
    xs.iter().flat_map(|x| yss.iter().map(move |ys| cons(x, ys))).collect()
}

fn mcp<A: Clone>(m: &Matrix<Vec<A>>) -> Vec<Matrix<A>> {
    cp(&m.iter().map(|row| cp(row)).collect::<Vec<_>>())
}

/// Converts the choices to plain lists.
fn listed(cm: &[Vec<Choices>]) -> Matrix<Vec<u8>> {
    cm.iter().map(|row| row.iter().map(|cs| cs.to_vec()).collect()).collect()
}

fn correct(shape: Shape, b: &Matrix<u8>) -> bool {
    let all_nodups = |m: Matrix<u8>| m.iter().all(|xs| nodups(xs));
    all_nodups(rows(b.clone())) && all_nodups(cols(b.clone())) && all_nodups(boxs(shape, b.clone()))
}

const FOUR: fn() -> Shape = || Shape::new(2, 2).unwrap();

fn shape() -> impl Strategy<Value = Shape> {
    (1_usize..=5, 1_usize..=5).prop_map(|(rows, columns)| Shape::new(rows, columns).unwrap())
}

/// A shape and a matrix of that shape, filled with letters from the pearl's other alphabet.
fn matrix() -> impl Strategy<Value = (Shape, Matrix<char>)> {
    let letter = prop::sample::select("TONYBLAIR".chars().collect::<Vec<_>>());
    shape().prop_flat_map(move |shape| (Just(shape), vec(vec(letter.clone(), shape.side()), shape.side())))
}

/// Choices from four digits, mostly few: a matrix of full choices has too many boards to list.
fn choice() -> impl Strategy<Value = Choices> {
    prop_oneof![
        8 => (1_u8..=4).prop_map(|c| vec![c]),
        4 => subsequence(vec![1_u8, 2, 3, 4], 2),
        2 => subsequence(vec![1_u8, 2, 3, 4], 3),
        1 => subsequence(vec![1_u8, 2, 3, 4], 0..=4),
    ]
    .prop_map(Choices::from_vec)
}

fn boards(cm: &Matrix<Choices>) -> f64 {
    cm.iter().flatten().map(|cs| cs.len() as f64).product()
}

/// A 4x4 matrix of choices whose boards can be listed.
fn choices_of_four() -> impl Strategy<Value = Matrix<Choices>> {
    vec(vec(choice(), 4), 4).prop_filter("too many boards to list", |cm| boards(cm) <= 20_000.0)
}

fn sorted<A: Ord>(mut xs: Vec<A>) -> Vec<A> {
    xs.sort();
    xs
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_cols_and_boxs_are_their_own_inverses((shape, m) in matrix()) {
        prop_assert_eq!(&rows(rows(m.clone())), &m);
        prop_assert_eq!(&cols(cols(m.clone())), &m);
        prop_assert_eq!(&boxs(shape, boxs(shape, m.clone())), &m);
    }

    #[test]
    fn boxs_is_the_equation_of_the_pearl((shape, m) in matrix()) {
        let grouped: Vec<_> = m.iter().map(|row| group(shape.box_columns(), row.clone())).collect();
        let turned = group(shape.box_rows(), grouped).into_iter().map(cols).collect();
        let equation: Matrix<char> = ungroup(turned).into_iter().map(ungroup).collect();
        prop_assert_eq!(boxs(shape, m), equation);
    }

    #[test]
    fn group_and_ungroup_are_inverses(n in 1_usize..5, k in 0_usize..5, seed in vec(any::<u8>(), 25)) {
        let xs = &seed[..n * k];
        prop_assert_eq!(ungroup(group(n, xs.to_vec())), xs);
        let xss: Vec<Vec<u8>> = (0..k).map(|i| seed[i * n..(i + 1) * n].to_vec()).collect();
        prop_assert_eq!(group(n, ungroup(xss.clone())), xss);
    }

    #[test]
    fn reduce_loses_no_list_without_duplicates(css in vec(choice(), 0..6)) {
        let filtered = |css: &[Choices]| cp(&listed(&[css.to_vec()])[0]).into_iter().filter(|xs| nodups(xs)).collect::<Vec<_>>();
        prop_assert_eq!(filtered(&css), filtered(&reduce(css.clone())));
    }

    #[test]
    fn prune_loses_no_correct_board(cm in choices_of_four()) {
        let filtered = |cm| mcp(&listed(cm)).into_iter().filter(|b| correct(FOUR(), b)).collect::<Vec<_>>();
        prop_assert_eq!(filtered(&cm), filtered(&prune(FOUR(), cm.clone())));
    }

    #[test]
    fn expand_is_mcp_up_to_order(cm in choices_of_four(), first in any::<bool>()) {
        prop_assume!(cm.iter().flatten().any(|cs| cs.len() > 1));
        let which = if first { Expand::First } else { Expand::Fewest };
        let expanded = expand(which, &cm).flat_map(|next| mcp(&listed(&next))).collect();
        prop_assert_eq!(sorted(expanded), sorted(mcp(&listed(&cm))));
    }

    #[test]
    fn prune_by_reduces_between_f_and_f(cm in choices_of_four()) {
        let reduced = |m: Matrix<Choices>| m.into_iter().map(reduce).collect::<Matrix<_>>();
        prop_assert_eq!(prune_by(rows, cm.clone()), reduced(cm.clone()));
        prop_assert_eq!(prune_by(cols, cm.clone()), cols(reduced(cols(cm.clone()))));
        prop_assert_eq!(
            prune_by(|m| boxs(FOUR(), m), cm.clone()),
            boxs(FOUR(), reduced(boxs(FOUR(), cm)))
        );
    }

    #[test]
    fn maps_of_rows_cols_and_boxs_pass_through_mcp(cm in choices_of_four()) {
        // `mcp` enumerates the boards of a transposed matrix in a different order.
        let through = |f: &dyn Fn(Matrix<u8>) -> Matrix<u8>| sorted(mcp(&listed(&cm)).into_iter().map(f).collect());
        prop_assert_eq!(through(&cols), sorted(mcp(&listed(&cols(cm.clone())))));
        prop_assert_eq!(through(&|m| boxs(FOUR(), m)), sorted(mcp(&listed(&boxs(FOUR(), cm.clone())))));
    }

    /// Justifies the odometer of `bird-spec`: `mcp` enumerates the choices of all cells, row by row.
    #[test]
    fn mcp_is_the_product_of_all_cells_cut_into_rows(cm in choices_of_four()) {
        let cells: Vec<Matrix<u8>> = cp(&ungroup(listed(&cm))).into_iter().map(|xs| group(4, xs)).collect();
        prop_assert_eq!(mcp(&listed(&cm)), cells);
    }
}

fn puzzle(text: &str) -> (Shape, Matrix<Choices>) {
    let clues: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let shape = Shape::of_side(clues.len().isqrt()).unwrap();
    (shape, choices(shape, &board(&Sudoku::new(shape, &clues).unwrap())))
}

#[test]
fn pruning_takes_the_boards_to_be_checked_down_a_staircase() {
    let staircase = |text| {
        let (shape, cm) = puzzle(text);
        let fixpoint = Variant { prune: Prune::Fixpoint, ..Variant::default() };
        let steps =
            [boards(&cm), boards(&prune(shape, cm.clone())), boards(&fixpoint.prune(shape, cm, &mut ()))];
        steps.map(|boards| format!("{boards:.1e}"))
    };
    let steps = [
        (
            "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....",
            ["4.6e48", "1.0e24", "1.0e0"],
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            ["1.8e57", "9.6e36", "9.6e36"],
        ),
        (
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            ["1.2e61", "3.0e42", "3.0e42"],
        ),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ["4.6e48", "1.4e22", "1.0e0"],
        ),
        ("1......3..2....4", ["1.7e7", "8.6e2", "1.0e0"]),
    ];
    for (text, expected) in steps {
        assert_eq!(staircase(text), expected, "{text}");
    }
}

#[test]
fn a_matrix_without_choice_expands_to_nothing() {
    let (_, cm) = puzzle("1");
    assert_eq!(expand(Expand::Fewest, &cm).count(), 0);
}
