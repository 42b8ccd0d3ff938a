//! Forcing chains and nets solve every puzzle, and each net is checked. Broken nets are refused.

use crate::soundness::{corpus, solutions};
use crate::tables;
use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::net::{Inference, MAX_LINES, NetKind, Reason};
use coverlab_techniques::net_check::check;
use coverlab_techniques::{AppliedStep, Board, End, Entry, Step, TECHNIQUES, solve};
use std::ops::ControlFlow;

/// Puzzles that need nets: A. Inkala's of 2012, and "Golden Nugget", which Sudoku Explainer rates 11.9.
const HARD: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];

fn puzzle(line: &str) -> Sudoku {
    let clues: Vec<u8> = line.chars().take(81).map(|c| c.to_digit(10).unwrap_or(0) as u8).collect();
    Sudoku::new(Shape::NINE, &clues).unwrap()
}

/// Singles, locked candidates and forcing chains.
fn singles_and_nets() -> Vec<&'static Entry> {
    let simple = ["hidden-single", "naked-single", "pointing", "claiming", "nishio"];
    let used = |name: &str| simple.contains(&name) || name.contains("forcing");
    TECHNIQUES.iter().filter(|technique| used(technique.about.name)).collect()
}

/// Solves a puzzle, checks every net on the way, and returns the steps that have one.
fn checked(puzzle: &Sudoku) -> Vec<AppliedStep> {
    let way = solve(Board::new(puzzle).unwrap(), &singles_and_nets());
    assert_eq!(way.end, End::Solved, "{puzzle:?}");
    assert_eq!(solutions(puzzle), [way.board.digits()]);
    let nets: Vec<AppliedStep> = way.steps.into_iter().filter(|taken| taken.step.net.is_some()).collect();
    for taken in &nets {
        check(&taken.before, &taken.step).unwrap_or_else(|claim| panic!("{claim}\n{}", taken.sentence()));
    }
    nets
}

#[test]
fn nets_solve_every_puzzle_and_are_checked() {
    let mut nets: Vec<AppliedStep> = HARD.iter().flat_map(|line| checked(&puzzle(line))).collect();
    for name in ["sources.txt", "delord.txt", "minimal-9x9.txt"] {
        nets.extend(corpus(name).iter().step_by(40).flat_map(checked));
    }
    let kinds: [fn(NetKind) -> bool; 4] = [
        |kind| kind == NetKind::Contradiction,
        |kind| kind == NetKind::Double,
        |kind| matches!(kind, NetKind::Cell(_)),
        |kind| matches!(kind, NetKind::House(..)),
    ];
    for kind in kinds {
        assert!(nets.iter().any(|taken| kind(taken.step.net.as_ref().unwrap().kind)), "each kind is found");
    }
    assert!(nets.iter().any(|taken| inferences(&taken.step).any(|i| matches!(i.reason, Reason::Inner(_)))));
}

/// The collections are not part of the project: without them, this test checks nothing.
#[test]
fn nets_solve_public_puzzles() {
    for (name, every) in [
        ("puzzles3_magictour_top1465", 100),
        ("puzzles6_forum_hardest_1106", 150),
        ("puzzles5_forum_hardest_1905_11+", 20_000),
    ] {
        let Ok(text) = std::fs::read_to_string(tables::public().join("sudoku9").join(name)) else { continue };
        for line in text.lines().filter(|line| !line.starts_with('#')).step_by(every) {
            checked(&puzzle(line));
        }
    }
}

/// Nets of the clues of puzzles of other sides. Nested nets take long on boards that are not nearly solved.
#[test]
fn nets_of_other_shapes_are_checked() {
    for name in ["unique-6x6.txt", "minimal-12x12.txt", "minimal-16x16.txt"] {
        let board = Board::new(&corpus(name)[0]).unwrap();
        let mut nets = 0;
        let is_quick = |entry: &&&Entry| entry.has_nets && !entry.about.name.starts_with("nested");
        for technique in singles_and_nets().iter().filter(is_quick) {
            let mut left = 2;
            let _ = technique.find(&board, &mut |step| {
                check(&board, &step).unwrap_or_else(|claim| panic!("{name}, {technique:?}: {claim}"));
                (nets, left) = (nets + 1, left - 1);
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        assert!(nets > 0, "{name}");
    }
}

/// A puzzle of the forum's list "hardest 1106": its longest net has 55 inferences and 236 lines in full.
const LONG: &str = "...4...8...7..92......3...526...1.....19.....7.....1..5......4...6..29..9..8....3";

/// Every step has at most twelve lines, and says where the net begins and how it ends. In full, each inference
/// has its number.
#[test]
fn nets_are_short_enough_to_read() {
    let (mut lines, mut abridged, mut outlines) = (Vec::new(), 0, 0);
    for taken in [HARD[0], HARD[1], LONG].iter().flat_map(|line| checked(&puzzle(line))) {
        let (sentence, full) = (taken.sentence(), taken.full_sentence());
        let ends = [&sentence, &full].map(|text| text.lines().last().map(str::to_string));
        assert_eq!(ends[0], ends[1]);
        lines.push(sentence.lines().count());
        abridged += usize::from(taken.is_abridged());
        assert!(sentence.lines().count() <= MAX_LINES && !sentence.contains("and so on"), "{sentence}");
        assert!(sentence.lines().all(|line| line.chars().count() <= 100 || line.contains(':')), "{sentence}");
        if taken.is_abridged() && sentence.contains(" from ") {
            outlines += check_outline(&taken.step, &sentence);
        }
        for branch in &taken.step.net.as_ref().unwrap().branches {
            (1..=branch.inferences.len())
                .for_each(|k| assert!(full.contains(&format!(" {k} ")), "{k} in {full}"));
        }
    }
    lines.sort_unstable();
    println!(
        "{} nets, {abridged} abridged: lines {} in the median, 90 % up to {}, most {}",
        lines.len(),
        lines[lines.len() / 2],
        lines[lines.len() * 9 / 10],
        lines[lines.len() - 1]
    );
    assert!(abridged > 0 && abridged < lines.len() && lines[lines.len() / 2] <= 8, "{lines:?}");
    assert!(outlines > 10, "{outlines}");
}

/// The literals of an outline's stage such as `r1c2=3, r45c6≠79 (locked in r4 and b5)`: cell, digit, and whether it is true.
fn literals(stage: &str) -> Vec<(usize, u8, bool)> {
    let mut plain = String::new();
    let mut depth = 0;
    for c in stage.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let mut literals = Vec::new();
    for fact in plain.split([' ', ';']).map(|word| word.trim_end_matches(',')).filter(|word| !word.is_empty())
    {
        let (cells, digits, on) = match fact.split_once('=') {
            Some((cells, digits)) => (cells, digits, true),
            None => fact
                .split_once('≠')
                .map(|(cells, digits)| (cells, digits, false))
                .unwrap_or_else(|| panic!("{stage}")),
        };
        for cells in cells.split(',') {
            let (rows, columns) = cells.strip_prefix('r').and_then(|cells| cells.split_once('c')).unwrap();
            for (row, column) in rows.bytes().flat_map(|row| columns.bytes().map(move |column| (row, column)))
            {
                let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
                literals.extend(digits.bytes().map(|digit| (cell, digit - b'0', on)));
            }
        }
    }
    literals
}

/// Each stage of an outline names the stages that its inferences follow from, and no others. Returns the number of
/// stages.
fn check_outline(step: &Step, sentence: &str) -> usize {
    let words: Vec<&str> = sentence.lines().skip(1).flat_map(str::split_whitespace).collect();
    let end = words.iter().position(|word| ["Then", "Every"].contains(word)).unwrap();
    // Words of a stage begin with its number, or with 0 and the assumption of a branch.
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    let begins = |k: usize| {
        is_number(words[k])
            && (words[k] == "0" || words.get(k + 1) == Some(&"from"))
            && words[k - k.min(1)] != "from"
    };
    let starts: Vec<usize> = (0..end).filter(|&k| begins(k)).chain([end]).collect();
    let mut branches = step.net.as_ref().unwrap().branches.iter();
    let (mut branch, mut stages) = (branches.next().unwrap(), Vec::new());
    let mut checked = 0;
    let mut finish = |branch: &coverlab_techniques::net::Branch, stages: &mut Vec<(Vec<usize>, String)>| {
        let facts: Vec<Vec<(usize, u8, bool)>> = stages.iter().map(|(_, text)| literals(text)).collect();
        let stage_of = |number: usize| match number.checked_sub(1) {
            None => 0,
            Some(k) => {
                let effect = branch.inferences[k].effects[0];
                let fact = (effect.candidate.cell, effect.candidate.digit, effect.on);
                1 + facts
                    .iter()
                    .position(|facts| facts.contains(&fact))
                    .unwrap_or_else(|| panic!("{fact:?}\n{sentence}"))
            }
        };
        for (k, (premises, _)) in stages.iter().enumerate() {
            let of = (1..=branch.inferences.len()).filter(|&number| stage_of(number) == k + 1);
            let uses = of.flat_map(|number| {
                branch.inferences[number - 1].uses.iter().map(|&premise| stage_of(premise))
            });
            let mut uses: Vec<usize> = uses.filter(|&stage| stage != k + 1).collect();
            uses.sort_unstable();
            uses.dedup();
            assert_eq!(&uses, premises, "stage {}\n{sentence}", k + 1);
            checked += 1;
        }
        stages.clear();
    };
    for (at, &start) in starts[..starts.len() - 1].iter().enumerate() {
        let text = &words[start..starts[at + 1]];
        if text[0] == "0" {
            if start > 0 {
                finish(branch, &mut stages);
                branch = branches.next().unwrap();
            }
            continue;
        }
        let colon = text.iter().position(|word| word.ends_with(':')).unwrap();
        let numbers = text[2..=colon].iter().filter(|word| **word != "and");
        let premises = numbers.flat_map(|word| {
            let word = word.trim_end_matches([',', ':']);
            let (first, last) = word.split_once('–').unwrap_or((word, word));
            first.parse::<usize>().unwrap()..=last.parse().unwrap()
        });
        assert_eq!(text[0].parse(), Ok(stages.len() + 1), "{sentence}");
        stages.push((premises.collect(), text[colon + 1..].join(" ")));
    }
    finish(branch, &mut stages);
    checked
}

/// An inference that no other uses is an end of its branch: one, or the two that clash.
#[test]
fn nets_have_no_idle_inference() {
    for taken in &checked(&puzzle(HARD[1])) {
        let net = taken.step.net.as_ref().unwrap();
        for branch in &net.branches {
            let used = |number: usize| branch.inferences.iter().any(|other| other.uses.contains(&number));
            let idle = (1..=branch.inferences.len()).filter(|&number| !used(number)).count();
            let ends = if net.kind == NetKind::Contradiction { 2 } else { 1 };
            assert!(idle <= ends, "{}", taken.sentence());
        }
    }
}

fn inferences(step: &Step) -> impl Iterator<Item = &Inference> {
    step.net.iter().flat_map(|net| &net.branches).flat_map(|branch| &branch.inferences)
}

/// A change that breaks any net in which it finds something to change.
type Damage = fn(&mut Step) -> bool;

const DAMAGES: [(&str, Damage); 7] = [
    ("another conclusion", |step| {
        let claims = step.placements.iter_mut().chain(&mut step.removals);
        claims.for_each(|candidate| candidate.cell = (candidate.cell + 40) % 81);
        true
    }),
    ("the opposite conclusion", |step| {
        let net = step.net.as_mut().unwrap();
        net.conclusions.iter_mut().for_each(|literal| *literal = literal.negated());
        true
    }),
    ("a missing branch", |step| step.net.as_mut().unwrap().branches.pop().is_some()),
    ("the opposite assumption", |step| {
        let assumption = &mut step.net.as_mut().unwrap().branches[0].assumption;
        *assumption = assumption.negated();
        true
    }),
    ("no effect", |step| {
        let mut branches = step.net.as_mut().unwrap().branches.iter_mut();
        branches.find_map(|branch| branch.inferences.first_mut()).map(|first| first.effects.clear()).is_some()
    }),
    ("a missing premise", |step| {
        let singles =
            |i: &&mut Inference| matches!(i.reason, Reason::Cell | Reason::House(_)) && i.uses.len() == 1;
        let mut branches = step.net.as_mut().unwrap().branches.iter_mut();
        let found = branches.find_map(|branch| branch.inferences.iter_mut().find(singles));
        found.map(|inference| inference.uses.clear()).is_some()
    }),
    ("a premise from the future", |step| {
        let mut branches = step.net.as_mut().unwrap().branches.iter_mut();
        branches.find_map(|branch| branch.inferences.first_mut()).map(|first| first.uses.push(1)).is_some()
    }),
];

#[test]
fn a_broken_net_is_refused() {
    let mut tried = [0; DAMAGES.len()];
    for taken in checked(&puzzle(HARD[0])) {
        for (k, (name, damage)) in DAMAGES.iter().enumerate() {
            let mut step = taken.step.clone();
            if damage(&mut step) {
                tried[k] += 1;
                assert!(check(&taken.before, &step).is_err(), "{name}\n{}", taken.sentence());
            }
        }
    }
    assert!(tried.iter().all(|&count| count > 0), "{tried:?}");
}
