//! The sentences of steps, read again and compared with the board.

use crate::soundness::corpus;
use coverlab_model::{House, Shape};

use coverlab_techniques::{Board, Entry, LinkReason, Step, TECHNIQUES, all, solve};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The first steps by a technique on boards on the way to solutions of hard puzzles.
fn steps(names: &[&str], boards: usize, each: usize) -> Vec<(&'static Entry, Board, Step)> {
    let mut found = Vec::new();
    let techniques = TECHNIQUES.iter().filter(|technique| names.contains(&technique.about.name));
    let techniques: Vec<&'static Entry> = techniques.collect();
    assert_eq!(techniques.len(), names.len());
    let puzzles = [corpus("sources.txt"), corpus("minimal-9x9.txt")].concat();
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.shape() == Shape::NINE).take(boards) {
        let path = solve(Board::new(puzzle).unwrap(), &all());
        for board in path.steps.iter().map(|taken| &taken.before).step_by(6) {
            for technique in &techniques {
                let mut left = each;
                let _ = technique.find(board, &mut |step| {
                    found.push((*technique, board.clone(), step));
                    left -= 1;
                    if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
        }
    }
    found
}

/// The cells that a text names.
fn cells(text: &str) -> BTreeSet<usize> {
    let names = text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.strip_prefix('r'));
    let numbers = names.filter_map(|name| name.split_once('c'));
    numbers
        .filter_map(|(row, column)| {
            let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
            Some((row - 1) * 9 + column - 1)
        })
        .collect()
}

/// The houses that a text names, as `rows 3 and 5, and box 1` does.
fn houses(text: &str) -> Vec<House> {
    let (mut kind, mut houses) = ("", Vec::new());
    for word in text.split([' ', ',']) {
        match (word.parse::<usize>(), kind) {
            (Err(_), _) if ["row", "column", "box"].iter().any(|noun| word.starts_with(noun)) => kind = word,
            (Ok(number), kind) if kind.starts_with("row") => houses.push(House::Row(number - 1)),
            (Ok(number), kind) if kind.starts_with("column") => houses.push(House::Column(number - 1)),
            (Ok(number), _) => houses.push(House::Box(number - 1)),
            _ => {}
        }
    }
    houses
}

fn sees(a: usize, b: usize) -> bool {
    a != b && House::all(Shape::NINE).any(|house| house.has(Shape::NINE, a) && house.has(Shape::NINE, b))
}

/// How many of the houses have a cell.
fn count(houses: &[House], cell: usize) -> usize {
    houses.iter().filter(|house| house.has(Shape::NINE, cell)).count()
}

/// The base has the digit only in the cover and in the exceptions; cells that count for several houses of the base are
/// named; all affected cells see both.
#[test]
fn a_fish_is_as_its_sentence_says() {
    let names = ["x-wing", "finned-x-wing", "finned-swordfish", "franken-fish", "mutant-fish"];
    let (mut exceptions, mut inner) = (0, 0);
    for (technique, board, step) in steps(&names, 4, 3) {
        let sentence = technique.because(&board, &step);
        let (head, rest) = sentence.split_once(" occurs only in ").unwrap_or_else(|| panic!("{sentence}"));
        let (base, digit) = head.rsplit_once(", ").unwrap();
        let (base, digit) = (houses(base), digit.parse::<u8>().unwrap());
        let cut = [", which ", ". All the affected", ". The affected"]
            .iter()
            .filter_map(|end| rest.find(end))
            .min();
        let mut parts = rest[..cut.unwrap_or(rest.len())].split("; ");
        let first = parts.next().unwrap();
        let (cover, outside) = first.split_once(", except in ").unwrap_or((first, ""));
        let (cover, outside) = (houses(cover), cells(outside));
        let mut twice = BTreeSet::new();
        for part in parts {
            let (cell, of) = part.split_once(" is in ").unwrap();
            let (cell, of) = (cells(cell), houses(of));
            assert!(of.len() > 1 && of.iter().all(|house| base.contains(house)), "{sentence}");
            assert!(cell.iter().all(|&cell| count(&of, cell) == count(&base, cell)), "{sentence}");
            twice.extend(cell);
        }
        assert_eq!(base.len(), cover.len(), "{sentence}");
        let places: Vec<usize> =
            (0..81).filter(|&cell| board.has(cell, digit) && count(&base, cell) > 0).collect();
        let not_covered = places.iter().copied().filter(|&cell| count(&cover, cell) == 0);
        assert_eq!(not_covered.collect::<BTreeSet<_>>(), outside, "{sentence}");
        let counts_twice = places.iter().copied().filter(|&cell| count(&base, cell) > 1);
        let counts_twice = counts_twice.filter(|cell| !outside.contains(cell));
        assert_eq!(counts_twice.collect::<BTreeSet<_>>(), twice, "{sentence}");
        let fins: BTreeSet<usize> = outside.union(&twice).copied().collect();
        assert_eq!(fins.is_empty(), cut.is_none(), "{sentence}");
        let seen = cut.map_or_else(BTreeSet::new, |cut| cells(&rest[cut..]));
        assert!(seen.is_empty() || seen == fins, "{sentence}");
        for removal in &step.removals {
            assert!(fins.iter().all(|&fin| sees(fin, removal.cell)), "{sentence}");
            assert!(count(&cover, removal.cell) > count(&base, removal.cell), "{sentence}");
        }
        exceptions += usize::from(!outside.is_empty());
        inner += usize::from(!twice.is_empty());
    }
    assert!(exceptions > 10 && inner > 1, "{exceptions} {inner}");
}

/// The corner with other digits and the cells beside it have as many digits as cells.
#[test]
fn a_rectangle_with_a_subset_is_as_its_sentence_says() {
    let mut subsets = 0;
    for (technique, board, step) in steps(&["unique-rectangle-3"], 40, 5) {
        let sentence = technique.because(&board, &step);
        let (_, text) = sentence.split_once(". So ").unwrap_or_else(|| panic!("{sentence}"));
        let (corners, text) = text.split_once(" is ").unwrap();
        let (extras, text) = text.split_once(", and in ").unwrap();
        let (house, text) = text.split_once(" this cell and ").unwrap();
        let (beside, all) = text.split_once(" take all of ").unwrap();
        let digits = |text: &str| -> BTreeSet<u8> {
            text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
        };
        let (corners, beside, house) = (cells(corners), cells(beside), houses(house));
        let (extras, all) = (digits(extras), digits(all));
        assert!(corners.iter().chain(&beside).all(|&cell| count(&house, cell) == 1), "{sentence}");
        assert!(corners.is_disjoint(&beside) && extras.is_subset(&all), "{sentence}");
        assert_eq!(beside.len() + 1, all.len(), "{sentence}");
        let mut of_beside = beside.iter().flat_map(|&cell| board.candidates_of(cell));
        assert!(of_beside.all(|candidate| all.contains(&candidate.digit)), "{sentence}");
        for removal in &step.removals {
            assert!(all.contains(&removal.digit) && count(&house, removal.cell) == 1, "{sentence}");
            assert!(!corners.contains(&removal.cell) && !beside.contains(&removal.cell), "{sentence}");
        }
        subsets += 1;
    }
    assert!(subsets > 0);
}

/// Cells that lose a digit have as many digits left as the sentence names, one for each cell.
#[test]
fn an_almost_locked_set_is_as_its_sentence_says() {
    let mut sets = 0;
    for (technique, board, step) in steps(&["als-chain", "death-blossom"], 4, 5) {
        let sentence = technique.because(&board, &step);
        let mut rest = &sentence[..];
        for (before, link) in step.chain.iter().zip(&step.chain[1..]) {
            let LinkReason::Almost(of) = &link.by else { continue };
            let (_, text) = rest.split_once("(the only digit").unwrap_or_else(|| panic!("{sentence}"));
            let (text, more) = text.split_once(')').unwrap();
            let (names, digits) = text.split_once(" are ").or_else(|| text.split_once(" is ")).unwrap();
            let digits: BTreeSet<u8> =
                digits.split([' ', ',']).filter_map(|digit| digit.parse().ok()).collect();
            assert_eq!(cells(names), of.iter().copied().collect(), "{sentence}");
            let mut left: BTreeSet<u8> = of
                .iter()
                .flat_map(|&cell| board.candidates_of(cell))
                .map(|candidate| candidate.digit)
                .collect();
            assert!(left.remove(&before.candidates[0].digit), "{sentence}");
            assert_eq!((&left, left.len()), (&digits, of.len()), "{sentence}");
            (rest, sets) = (more, sets + 1);
        }
    }
    assert!(sets > 10, "{sets}");
}
