//! The place rule on a board at rest: a minirow or a minicolumn has room for three digits.
//!
//! So where three digits have no other place in their row (in a stack: in their box), no other digit can be,
//! and where four have none there is no solution. All of that follows from the configurations. One down
//! the diagonals, `a`, and one up, `b`, have exactly one place in common, and each of the nine
//! places is common to one such pair. A digit that has no configuration besides `a` and `b` is
//! in their place; so, three places at a time,
//!
//! ```text
//! only = neither of the other two down  and  neither of the other two up
//! here = a or b
//! ```
//!
//! where turning the words by one and by two fields gives the other pairs, which are the other rows.
//! Here a lane is a line, six of eight, all of one puzzle: few puzzles rest at the same time.

use super::branch::{Configurations, LINES};
use super::kernel::{CELL, FULL, GUARD, WORDS, one, two};
use super::lanes::{Eight, Lanes, Row, Vector};

/// Applies the rule to the board in `lane` of `state`, which is at rest and has the configurations
/// `lines`. Says whether there was a contradiction, and whether a candidate was removed.
#[inline(always)]
pub(super) fn place_rule<E: Eight, L: Lanes>(
    eight: E,
    state: &mut [L::Row; WORDS],
    lines: &Configurations<L>,
    lane: usize,
) -> (bool, bool) {
    // The first two lines stand twice.
    let words = |first: usize| std::array::from_fn(|k| lines[first + k % LINES].words()[lane]);
    let (down, up) = (eight.vector(words(0)), eight.vector(words(LINES)));
    let full = eight.splat(FULL);
    let (by_one, by_two) = (one(up), two(up));
    let alone = full.without(one(down).or(two(down)));
    let rows = [
        (down.or(up), alone.without(by_one.or(by_two))),
        (down.or(by_two), alone.without(by_one.or(up))),
        (down.or(by_one), alone.without(by_two.or(up))),
    ];
    let (mut any, mut more) = (eight.splat(0), eight.splat(0));
    let mut gone = [eight.splat(0); 3];
    for (gone, (here, only)) in gone.iter_mut().zip(rows) {
        // Twice the lowest goes, as in a round; then the guard tells whether there is a third.
        let second = only.and(only.add(full));
        let third = second.and(second.add(full));
        let less = third.add(full);
        more = more.or_and(third, less);
        let three = less.and(eight.splat(GUARD));
        *gone = here.without(only).and(three.sub(three.shr::<9>()));
        any = any.or(*gone);
    }
    let all = u32::MAX >> (32 - E::COUNT);
    let (dead, changed) = (more.zeros() != all, any.zeros() != all);
    if changed {
        remove::<E, L>(state, lane, gone);
    }
    (dead, changed)
}

/// Removes digits from the places of lines: field `a` of word `k` of a line is the place of the configurations
/// `a` down and `a + k` up.
#[inline(always)]
fn remove<E: Eight, L: Lanes>(state: &mut [L::Row; WORDS], lane: usize, gone: [E::Vector; 3]) {
    let mut rows = [E::Row::ZERO; 3];
    // In a band: row `k`, field by field the box.
    let of_bands = [gone[0], two(gone[1]), one(gone[2])];
    for k in 0..3 {
        of_bands[k].store(&mut rows[k]);
        for band in 0..3 {
            let digits = rows[k].words()[band] & FULL;
            for word in 0..3 {
                state[9 * band + 3 * k + word].words_mut()[lane] &= !digits;
            }
        }
    }
    // In a stack: the first band, the third, the second, and in each field by field a column.
    for (k, band) in [0, 2, 1].into_iter().enumerate() {
        gone[k].store(&mut rows[k]);
        for stack in 0..3 {
            let digits = rows[k].words()[3 + stack];
            for a in 0..3 {
                let cell = (digits >> (10 * a) & CELL) << (10 * stack);
                for r in 0..3 {
                    state[9 * band + 3 * r + (a + band) % 3].words_mut()[lane] &= !cell;
                }
            }
        }
    }
}
