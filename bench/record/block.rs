//! A block of trials: a head with what they share, and a row of fixed width for each.

use super::row::{ROW, Row, Words};
use super::{Column, Mode};
use crate::plan::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The facts that the trials of a block share: one strategy, one repetition, one list of instances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The key of the lane, see [`crate::plan::Contender::key`].
    pub lane: String,
    /// The strategy, for people.
    pub strategy: String,
    /// The digest of the list of instances, see [`crate::plan::CorpusPlan::digest`].
    pub corpus: String,
    /// The seed.
    pub seed: u64,
    /// Which repetition, from 0.
    pub repeat: u32,
    /// How the times were taken.
    pub mode: Mode,
    /// When the block began, seconds since 1970-01-01 UTC.
    pub started_utc: u64,
    /// The limits of a trial.
    pub limits: Limits,
    /// Errors, by the trial's place in the block, in order once they are read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<(u32, String)>,
}

/// The layout of rows, in the terms of Python's `struct`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Layout {
    /// The format of a row.
    pub(super) format: String,
    /// The columns of a row.
    pub(super) columns: Vec<String>,
    /// Columns that have one value in all rows, which is not repeated in each.
    pub(super) shared: BTreeMap<String, u64>,
}

impl Layout {
    /// Rows of `columns` without shared values.
    pub(super) fn new<'a>(columns: impl IntoIterator<Item = &'a Column>) -> Layout {
        let mut layout = Layout { format: "<".to_string(), columns: Vec::new(), shared: BTreeMap::new() };
        for column in columns {
            layout.format.push(column.format);
            layout.columns.push(column.name.to_string());
        }
        layout
    }
}

/// A column that earlier programs did not write; it is 0 there.
const LATER: &str = "peak_rss";

/// The first column, which every row has.
const INSTANCE: usize = 0;

/// Appends `rows` to `body`, and says how they are written.
pub(super) fn write_rows(rows: &[Row], body: &mut Vec<u8>) -> Layout {
    let first = rows.first().map_or([0; ROW.len()], Row::words);
    let mut differing = [0; ROW.len()];
    for row in rows {
        differing
            .iter_mut()
            .zip(row.words())
            .zip(first)
            .for_each(|((seen, word), first)| *seen |= word ^ first);
    }
    let is_shared = |at: usize| at != INSTANCE && differing[at] == 0;
    let varying: Vec<usize> = (0..ROW.len()).filter(|&at| !is_shared(at)).collect();
    let mut layout = Layout::new(varying.iter().map(|&at| &ROW[at]));
    layout.shared =
        (0..ROW.len()).filter(|&at| is_shared(at)).map(|at| (ROW[at].name.to_string(), first[at])).collect();
    for row in rows {
        let words = row.words();
        for &at in &varying {
            let bytes = words[at].to_le_bytes();
            match ROW[at].bytes() {
                1 => body.push(bytes[0]),
                4 => body.extend_from_slice(&bytes[..4]),
                _ => body.extend_from_slice(&bytes),
            }
        }
    }
    layout
}

/// Bytes of a file that was read; copies share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    pub(super) file: Arc<Vec<u8>>,
    pub(super) range: Range<usize>,
}

impl Bytes {
    pub(super) fn get(&self) -> &[u8] {
        &self.file[self.range.clone()]
    }
}

/// A block as it was read: rows are decoded when they are asked for.
#[derive(Clone, Debug)]
pub struct Block {
    pub(super) head: Head,
    shared: Words,
    /// Where the columns of a row lie in it: column, first byte, length.
    varying: Vec<(usize, usize, usize)>,
    width: usize,
    bytes: Bytes,
}

impl Block {
    /// The block with this head, whose rows are `bytes`; `None` if the layout is not one of [`ROW`], the rows do
    /// not fill the bytes, or a value stands for nothing.
    pub(super) fn open(mut head: Head, layout: &Layout, bytes: Bytes) -> Option<Block> {
        head.errors.sort_by_key(|(at, _)| *at);
        let (mut shared, mut varying, mut width, mut absent) = ([0; ROW.len()], Vec::new(), 0, 0);
        for (at, column) in ROW.iter().enumerate() {
            if let Some(value) = layout.shared.get(column.name) {
                shared[at] = *value;
            } else if column.name == LATER && !layout.columns.iter().any(|name| name == LATER) {
                absent += 1;
            } else {
                varying.push((at, width, column.bytes()));
                width += column.bytes();
            }
        }
        let mut expected = Layout::new(varying.iter().map(|(at, ..)| &ROW[*at]));
        expected.shared.clone_from(&layout.shared);
        let is_known = *layout == expected && layout.shared.len() + varying.len() + absent == ROW.len();
        let fills = !layout.shared.contains_key(ROW[INSTANCE].name)
            && !bytes.range.is_empty()
            && bytes.range.len().is_multiple_of(width);
        let block = Block { head, shared, varying, width, bytes };
        (is_known && fills && (0..block.len()).all(|k| block.row(k).is_some())).then_some(block)
    }

    /// How many trials it holds.
    pub(super) fn len(&self) -> usize {
        self.bytes.range.len() / self.width
    }

    /// Trial `k`, with its own times and its own place in the order of execution.
    pub(super) fn row(&self, k: usize) -> Option<Row> {
        let bytes = self.bytes.get().get(k * self.width..)?;
        let mut words = self.shared;
        for &(at, from, length) in &self.varying {
            let mut word = [0; 8];
            word[..length].copy_from_slice(bytes.get(from..from + length)?);
            words[at] = u64::from_le_bytes(word);
        }
        let mut row = Row::of_words(&words)?;
        if self.head.mode == Mode::Stream {
            let (k, trials) = (k as u64, self.len() as u64);
            row.order = row.order.checked_add(k)?;
            for time in [&mut row.cpu_ns, &mut row.wall_ns, &mut row.encode_ns, &mut row.decode_ns] {
                *time = share(*time, k, trials);
            }
        }
        Some(row)
    }

    /// The error of trial `k`.
    pub(super) fn error(&self, k: usize) -> Option<&str> {
        let errors = &self.head.errors;
        let first = errors.partition_point(|(at, _)| (*at as usize) < k);
        errors.get(first).filter(|(at, _)| *at as usize == k).map(|(_, words)| words.as_str())
    }
}

/// Part `k` of `total` in `parts` equal parts, which add up to it exactly.
fn share(total: u64, k: u64, parts: u64) -> u64 {
    let (share, rest) = (total / parts, total % parts);
    share + (k + 1) * rest / parts - k * rest / parts
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::Status;

    /// The head of a block of trials over the list of instances with that digest.
    pub(crate) fn head(lane: &str, corpus: &str) -> Head {
        Head {
            lane: lane.to_string(),
            strategy: "fake".to_string(),
            corpus: corpus.to_string(),
            seed: 9,
            repeat: 0,
            mode: Mode::Between,
            started_utc: 5,
            limits: Limits { cpu_ns: Some(1_000_000_000), ..Limits::default() },
            errors: vec![(0, "a \"word\", and\nmore".to_string())],
        }
    }

    /// Trials of these instances.
    pub(crate) fn rows(instances: &[u32]) -> Vec<Row> {
        let row = |&instance: &u32| {
            let i = u64::from(instance);
            Row {
                instance,
                order: i + 1,
                status: Status::Unique,
                solutions: 1,
                proven: 1,
                answer: instance * 4294 + 1,
                cpu_ns: i * 100 + 1,
                wall_ns: i * 200 + 1,
                nodes: i * 3 + 1,
                max_depth: i * 2 + 1,
                ..Row::default()
            }
        };
        instances.iter().map(row).collect()
    }

    fn open(head: &Head, layout: &Layout, body: &[u8]) -> Option<Block> {
        let bytes = Bytes { range: 0..body.len(), file: Arc::new(body.to_vec()) };
        Block::open(head.clone(), layout, bytes)
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        for instances in [&[3, 1, 2][..], &[7], &[0]] {
            let (head, rows, mut body) = (head("1", "d"), rows(instances), Vec::new());
            let layout = write_rows(&rows, &mut body);
            assert_eq!(layout.shared.contains_key("nodes"), rows.len() == 1);
            let block = open(&head, &layout, &body).unwrap();
            assert_eq!(block.len(), rows.len());
            assert!(rows.iter().enumerate().all(|(k, row)| block.row(k) == Some(*row)));
            assert_eq!(block.row(rows.len()), None);
            assert_eq!((block.error(0), block.error(1)), (Some("a \"word\", and\nmore"), None));
        }
    }

    #[test]
    fn what_went_wrong_is_found_in_any_order() {
        let (mut head, mut body) = (head("1", "d"), Vec::new());
        head.errors = [(7, "seven"), (2, "two"), (2, "two again"), (5, "five")]
            .map(|(at, words)| (at, words.to_string()))
            .to_vec();
        let layout = write_rows(&rows(&[3; 6]), &mut body);
        let block = open(&head, &layout, &body).unwrap();
        let said: Vec<_> = (0..8).map(|k| block.error(k)).collect();
        assert_eq!(said, [None, None, Some("two"), None, None, Some("five"), None, Some("seven")]);
    }

    #[test]
    fn a_layout_of_other_columns_is_refused() {
        let (head, mut body) = (head("1", "d"), Vec::new());
        let layout = write_rows(&rows(&[3, 1, 2]), &mut body);
        assert!(open(&head, &layout, &body).is_some());
        assert!(open(&head, &layout, &body[1..]).is_none() && open(&head, &layout, &[]).is_none());
        for spoil in [
            |layout: &mut Layout| _ = layout.columns.pop(),
            |layout: &mut Layout| layout.columns[1].push('x'),
            |layout: &mut Layout| layout.columns.swap(0, 1),
            |layout: &mut Layout| layout.format.push('Q'),
            |layout: &mut Layout| layout.format.clear(),
            |layout: &mut Layout| _ = layout.shared.remove("status"),
            |layout: &mut Layout| _ = layout.shared.insert("status".into(), 11),
            |layout: &mut Layout| _ = layout.shared.insert("proven".into(), 256),
            |layout: &mut Layout| _ = layout.shared.insert("instance".into(), 0),
            |layout: &mut Layout| _ = layout.shared.insert("more".into(), 0),
        ] {
            let mut spoiled = layout.clone();
            spoil(&mut spoiled);
            assert!(open(&head, &spoiled, &body).is_none(), "{spoiled:?}");
        }
    }

    #[test]
    fn shares_of_a_streamed_block_add_up_to_it() {
        for total in [0, 6, 1_000_003, u64::MAX] {
            let shares: Vec<u64> = (0..7).map(|k| share(total, k, 7)).collect();
            assert_eq!(shares.iter().sum::<u64>(), total);
            assert!(shares.iter().all(|&share| share.abs_diff(total / 7) <= 1));
        }
        let (mut head, mut rows, mut body) = (head("1", "d"), rows(&[4, 2]), Vec::new());
        head.mode = Mode::Stream;
        rows.iter_mut().for_each(|row| (row.order, row.cpu_ns) = (8, 7));
        let layout = write_rows(&rows, &mut body);
        let block = open(&head, &layout, &body).unwrap();
        assert_eq!(
            [0, 1].map(|k| block.row(k).map(|row| (row.order, row.cpu_ns))),
            [Some((8, 3)), Some((9, 4))]
        );
    }
}
