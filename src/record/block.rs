//! One record of trials: a block of one strategy over some instances of one corpus, by columns.
//!
//! Columns are cheap to write and to read. One whose values are all equal is written as that
//! value alone; most are.

use super::{Mode, Status};
use coverlab_model::{Event, Stop};
use serde::de::value::{I64Deserializer, SeqAccessDeserializer, StrDeserializer, U64Deserializer};
use serde::de::{self, Deserialize, Deserializer, IntoDeserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::marker::PhantomData;

/// The trials of a block. Every column has one value per trial, or one for all of them.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Block {
    /// The lane's key, 16 hexadecimal digits.
    pub lane: String,
    /// The strategy, for people.
    pub strategy: String,
    /// The digest of the corpus that `instance` counts in, 16 hexadecimal digits.
    pub corpus: String,
    /// Which repetition.
    pub repeat: u32,
    /// How the times were taken.
    pub mode: Mode,
    /// When the block began, seconds since 1970-01-01 UTC.
    pub started: u64,
    /// The place of each trial in the order of execution; in a streamed block, that of the first.
    pub order: Column<u64>,
    /// The node limit it ran under.
    pub limit_nodes: Option<u64>,
    /// The CPU time limit it ran under, nanoseconds.
    pub limit_cpu: Option<u64>,
    /// CPU time of the search, nanoseconds; in a streamed block, of all together.
    pub cpu: Column<u64>,
    /// Wall time of the search, likewise.
    pub wall: Column<u64>,
    /// CPU time of encoding, likewise.
    pub encode: Column<u64>,
    /// CPU time of decoding, likewise.
    pub decode: Column<u64>,
    /// The instances, by their place in the corpus. This column is never shortened.
    pub instance: Vec<u32>,
    /// How each ended.
    pub status: Column<Status>,
    /// Why each search ended.
    pub ending: Column<Ending>,
    /// Solutions found.
    pub solutions: Column<u64>,
    /// Different solutions that the referee saw and accepted.
    pub proven: Column<u64>,
    /// Hash of the set of solutions; 0: not all were seen.
    pub answer: Column<u64>,
    /// Nodes.
    pub nodes: Column<u64>,
    /// The deepest node.
    pub depth: Column<u64>,
    /// Counts by [`Event`].
    pub events: [Column<u64>; Event::ALL.len()],
    /// Cells filled by a strategy that got stuck; -1: does not apply.
    pub filled: Column<i64>,
    /// What went wrong, by the trial's place in the block.
    pub errors: Vec<(u32, String)>,
}

impl Block {
    /// How many trials it holds.
    pub fn len(&self) -> usize {
        self.instance.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.instance.is_empty()
    }

    /// Removes all trials.
    pub fn clear(&mut self) {
        let numbers = [
            &mut self.order,
            &mut self.cpu,
            &mut self.wall,
            &mut self.encode,
            &mut self.decode,
            &mut self.solutions,
            &mut self.proven,
            &mut self.answer,
            &mut self.nodes,
            &mut self.depth,
        ];
        numbers.into_iter().chain(&mut self.events).for_each(Column::clear);
        self.status.clear();
        self.ending.clear();
        self.filled.clear();
        self.instance.clear();
        self.errors.clear();
    }

    /// Leaves one value of each column whose values are all equal, as it is written.
    pub fn condense(&mut self) {
        let numbers = [
            &mut self.order,
            &mut self.cpu,
            &mut self.wall,
            &mut self.encode,
            &mut self.decode,
            &mut self.solutions,
            &mut self.proven,
            &mut self.answer,
            &mut self.nodes,
            &mut self.depth,
        ];
        numbers.into_iter().chain(&mut self.events).for_each(Column::condense);
        self.status.condense();
        self.ending.condense();
        self.filled.condense();
    }

    /// Whether every column fits the others and every instance is one of `instances`.
    pub fn is_sound(&self, instances: usize) -> bool {
        let n = self.len();
        let numbers = [
            &self.order,
            &self.cpu,
            &self.wall,
            &self.encode,
            &self.decode,
            &self.solutions,
            &self.proven,
            &self.answer,
            &self.nodes,
            &self.depth,
        ];
        n > 0
            && numbers.into_iter().chain(&self.events).all(|column| column.fits(n))
            && self.status.fits(n)
            && self.ending.fits(n)
            && self.filled.fits(n)
            && self.instance.iter().all(|&i| (i as usize) < instances)
    }

    /// Trial `k`'s part of a time: its own, or an equal share of the block's such that the shares
    /// add up to it exactly.
    pub fn time(&self, column: &Column<u64>, k: usize) -> u64 {
        if self.mode != Mode::Stream {
            return column.get(k);
        }
        let (n, k, total) = (self.len() as u64, k as u64, column.get(0));
        if total == 0 {
            return 0;
        }
        let (share, rest) = (total / n, total % n);
        share + (k + 1) * rest / n - k * rest / n
    }

    /// The place of trial `k` in the order of execution.
    pub fn order_of(&self, k: usize) -> u64 {
        if self.mode == Mode::Stream { self.order.get(0) + k as u64 } else { self.order.get(k) }
    }
}

/// Why a search ended, exhaustion included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The whole space was searched.
    Exhausted,
    /// As many solutions were found as asked for.
    Enough,
    /// The strategy came to the end of its means.
    Stuck,
    /// The node limit.
    NodeLimit,
    /// The time limit.
    Deadline,
    /// The strategy needs more memory than it allows itself.
    Memory,
    /// Somebody ended it.
    Cancelled,
    /// It panicked.
    Panic,
}

impl Ending {
    /// The word in column `stop`.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Exhausted | Ending::Panic => "",
            Ending::Enough => "enough",
            Ending::Stuck => "stuck",
            Ending::NodeLimit => "node-limit",
            Ending::Deadline => "deadline",
            Ending::Memory => "memory",
            Ending::Cancelled => "cancelled",
        }
    }
}

impl From<Option<Stop>> for Ending {
    fn from(stop: Option<Stop>) -> Self {
        match stop {
            None => Ending::Exhausted,
            Some(Stop::Enough) => Ending::Enough,
            Some(Stop::Stuck) => Ending::Stuck,
            Some(Stop::NodeLimit) => Ending::NodeLimit,
            Some(Stop::Deadline) => Ending::Deadline,
            Some(Stop::Memory) => Ending::Memory,
            Some(Stop::Cancelled) => Ending::Cancelled,
        }
    }
}

/// Values one per trial, or one for all, which then stands in the block itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Column<T>(SmallVec<[T; 1]>);

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column(SmallVec::new())
    }
}

impl<T: Copy + PartialEq> Column<T> {
    /// Adds a value.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Leaves one value if all are equal.
    fn condense(&mut self) {
        if let Some((first, rest)) = self.0.split_first()
            && rest.iter().all(|value| value == first)
        {
            self.0.truncate(1);
            self.0.shrink_to_fit();
        }
    }

    /// Value `k`.
    #[inline]
    pub fn get(&self, k: usize) -> T {
        self.0[if self.0.len() == 1 { 0 } else { k }]
    }

    fn fits(&self, n: usize) -> bool {
        self.0.len() == 1 || self.0.len() == n
    }
}

impl<T: Serialize + PartialEq> Serialize for Column<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.split_first() {
            Some((first, rest)) if rest.iter().all(|value| value == first) => first.serialize(serializer),
            _ => self.0.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Column<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ColumnVisitor(PhantomData))
    }
}

struct ColumnVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ColumnVisitor<T> {
    type Value = Column<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or a list of values")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        let one: U64Deserializer<E> = value.into_deserializer();
        Ok(Column(smallvec![T::deserialize(one)?]))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        let one: I64Deserializer<E> = value.into_deserializer();
        Ok(Column(smallvec![T::deserialize(one)?]))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        let one: StrDeserializer<'_, E> = value.into_deserializer();
        Ok(Column(smallvec![T::deserialize(one)?]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(|values| Column(SmallVec::from_vec(values)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A block of trials of the instances `instance`, all different.
    pub(crate) fn block(lane: u64, corpus: &str, instance: &[u32]) -> Block {
        let each = |scale: u64| Column(instance.iter().map(|&i| u64::from(i) * scale + 1).collect());
        Block {
            lane: format!("{lane:016x}"),
            strategy: "fake".to_string(),
            corpus: corpus.to_string(),
            repeat: 0,
            mode: Mode::Between,
            started: 5,
            order: each(1),
            limit_nodes: None,
            limit_cpu: Some(1_000_000_000),
            cpu: each(100),
            wall: each(200),
            encode: Column(smallvec![0]),
            decode: Column(smallvec![0]),
            instance: instance.to_vec(),
            status: Column(smallvec![Status::Unique]),
            ending: Column(smallvec![Ending::Exhausted]),
            solutions: Column(smallvec![1]),
            proven: Column(smallvec![1]),
            answer: each(u64::MAX / 1_000_000),
            nodes: each(3),
            depth: each(2),
            events: Default::default(),
            filled: Column(smallvec![-1]),
            errors: vec![(0, "a \"word\", and\nmore".to_string())],
        }
        .with_no_events()
    }

    impl Block {
        fn with_no_events(mut self) -> Block {
            self.events = std::array::from_fn(|_| Column(smallvec![0]));
            self
        }
    }

    #[test]
    fn a_block_is_read_as_it_was_written() {
        let block = block(1, "d", &[3, 1, 2]);
        let text = serde_json::to_string(&block).unwrap();
        assert_eq!(serde_json::from_str::<Block>(&text).unwrap(), block);
        assert!(text.contains(r#""status":"unique""#), "{text}");
        assert!(block.is_sound(4));
        assert!(!block.is_sound(3));
    }

    #[test]
    fn condensed_a_block_is_what_is_read_of_it() {
        let mut block = block(1, "d", &[3, 1, 2]);
        block.solutions = Column(smallvec![1, 1, 1]);
        block.status = Column(smallvec![Status::Unique, Status::Unique, Status::Unique]);
        let text = serde_json::to_string(&block).unwrap();
        block.condense();
        assert_eq!(serde_json::to_string(&block).unwrap(), text);
        assert_eq!(serde_json::from_str::<Block>(&text).unwrap(), block);
    }

    #[test]
    fn shares_of_a_streamed_block_add_up_to_it() {
        let mut block = block(1, "d", &[0, 1, 2, 3, 4, 5, 6]);
        block.mode = Mode::Stream;
        block.cpu = Column(smallvec![1_000_003]);
        let shares: Vec<u64> = (0..7).map(|k| block.time(&block.cpu, k)).collect();
        assert_eq!(shares.iter().sum::<u64>(), 1_000_003);
        assert!(shares.iter().all(|&s| s.abs_diff(1_000_003 / 7) <= 1));
    }
}
