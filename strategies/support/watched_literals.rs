//! Lists of clauses by watched literal, for engines that keep one list per literal.
//!
//! A clause can become unit only when one of its last two unassigned literals becomes false, so it suffices
//! to watch two literals of each clause (M. W. Moskewicz and others, *Chaff: Engineering an Efficient SAT
//! Solver*, 2001). An entry of a list also has another literal of the clause, the blocker: while the blocker
//! is true, the clause need not be read.
//!
//! `cdcl` has its own lists, in one array together with the binary clauses. It must not use these: the
//! checker of its proofs uses them, and the checker shares no code with what it checks.

/// An entry of a watch list: a clause, and another literal of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: u32,
    blocker: u32,
}

/// The clauses that watch each literal.
pub(crate) type WatchLists = Vec<Vec<Watch>>;

/// Adds the clause to the lists of its first two literals.
pub(crate) fn watch(lists: &mut WatchLists, clause: u32, [a, b]: [u32; 2]) {
    lists[a as usize].push(Watch { clause, blocker: b });
    lists[b as usize].push(Watch { clause, blocker: a });
}

/// The clauses and the assignment of an engine, as propagation needs them.
pub(crate) trait Watching {
    /// The lists.
    fn lists(&mut self) -> &mut WatchLists;
    /// By literal: 1 if it is true, -1 if it is false, 0 if it is unassigned.
    fn values(&self) -> &[i8];
    /// The literals of a clause, the watched ones first, and the values; a deleted clause has no literals.
    fn clause(&mut self, clause: u32) -> (&mut [u32], &[i8]);
    /// Makes an unassigned literal true, because the other literals of the clause are false.
    fn imply(&mut self, literal: u32, clause: u32);
}

/// Visits the clauses that watch `falsified`, which has just become false. Returns the first clause that is
/// false; the clauses after it are not visited.
#[inline]
pub(crate) fn visit(engine: &mut impl Watching, falsified: u32) -> Option<u32> {
    let mut list = std::mem::take(&mut engine.lists()[falsified as usize]);
    let (mut read, mut kept) = (0, 0);
    let mut conflict = None;
    while let Some(&watch) = list.get(read) {
        read += 1;
        if engine.values()[watch.blocker as usize] > 0 {
            list[kept] = watch;
            kept += 1;
            continue;
        }
        let (literals, values) = engine.clause(watch.clause);
        if literals.is_empty() {
            continue;
        }
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let other = literals[0];
        let value = values[other as usize];
        let moved = Watch { clause: watch.clause, blocker: other };
        if value <= 0
            && let Some(open) = literals[2..].iter().position(|&literal| values[literal as usize] >= 0)
        {
            literals.swap(1, 2 + open);
            let watched = literals[1];
            engine.lists()[watched as usize].push(moved);
            continue;
        }
        list[kept] = moved;
        kept += 1;
        if value < 0 {
            conflict = Some(watch.clause);
            break;
        }
        if value == 0 {
            engine.imply(other, watch.clause);
        }
    }
    list.copy_within(read.., kept);
    list.truncate(kept + list.len() - read);
    engine.lists()[falsified as usize] = list;
    conflict
}
