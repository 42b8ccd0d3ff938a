//! Trials that came twice: whether they agree.

use super::gathered::Found;
use crate::record::{self, Row, Status};

/// Whether a trial came to the end that it comes to on every machine: no clock and no memory ended it.
fn is_decided(row: &Row) -> bool {
    !matches!(row.status, Status::Timeout | Status::Memout | Status::Crash)
}

/// The first column in which two trials of one search differ that does not depend on the machine, and its values.
fn differs(one: &Row, other: &Row) -> Option<(&'static str, u64, u64)> {
    const DEPENDENT: [&str; 7] =
        ["instance", "order", "cpu_ns", "wall_ns", "encode_ns", "decode_ns", "peak_rss"];
    let columns = record::ROW.iter().zip(one.words().into_iter().zip(other.words()));
    columns
        .filter(|(column, _)| !DEPENDENT.contains(&column.name))
        .find_map(|(column, (a, b))| (a != b).then_some((column.name, a, b)))
}

/// Of trials of one search the first two that differ, by the numbers of their pieces, and in which column.
pub(super) fn disagree(rows: &[&Found]) -> Option<(usize, usize, (&'static str, u64, u64))> {
    let mut decided = rows.iter().filter(|found| is_decided(&found.row));
    let first = decided.next()?;
    decided.find_map(|other| Some((first.piece, other.piece, differs(&first.row, &other.row)?)))
}
