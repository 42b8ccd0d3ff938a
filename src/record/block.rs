//! One record of trials: a block of one strategy over some instances of one corpus, by columns.
//!
//! Columns are cheap to write and to read. One whose values are all equal is written as that
//! value alone; most are.

use super::column::{Column, Value};
use super::{Mode, Status};
use coverlab_model::{Event, Stop};

/// The trials of a block. Every column has one value per trial, or one for all of them.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
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
    /// The instances, by their place in the corpus. No two are equal.
    pub instance: Column<u32>,
    /// How each ended.
    pub status: Column<Status>,
    /// Why each search ended.
    pub ending: Column<Ending>,
    /// Solutions found.
    pub solutions: Column<u64>,
    /// Different solutions that the referee saw and accepted.
    pub proven: Column<u64>,
    /// Hash of the set of solutions, see [`answer_of`]; 0: not all were seen.
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

/// The hash of a set of solutions as records have it, of the sum of the solutions' digests: the upper half,
/// or 1 where that is 0. It serves to compare answers that the referee has accepted.
#[inline]
pub fn answer_of(sum: u64) -> u32 {
    ((sum >> 32) as u32).max(1)
}

impl Block {
    /// What was written before version 4, in which hashes of answers had 64 bits, as it is written now.
    pub(super) fn renewed(mut self) -> Block {
        self.answer = self.answer.map(|answer| if answer == 0 { 0 } else { answer_of(answer).into() });
        self
    }

    /// How many trials it holds.
    pub(super) fn len(&self) -> usize {
        self.instance.len()
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
            && (self.instance.most() as usize) < instances
    }

    /// Whether every trial in it found one solution, which the referee accepted, and searched the
    /// whole space: in a stream nearly all blocks are such.
    pub(super) fn is_plain(&self) -> bool {
        self.status.common() == Some(Status::Unique)
            && self.ending.common() == Some(Ending::Exhausted)
            && self.solutions.common() == Some(1)
            && self.proven.common() == Some(1)
            && self.errors.is_empty()
    }

    /// Appends it to `line` as JSON.
    ///
    /// By hand: columns are written as they are, without a look for what a text has to escape.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        let mut object = Object { line, begun: false };
        object.plain("lane", &self.lane).plain("strategy", &self.strategy).plain("corpus", &self.corpus);
        object.plain("repeat", &self.repeat).plain("mode", &self.mode).plain("started", &self.started);
        object.column("order", &self.order);
        object.plain("limit_nodes", &self.limit_nodes).plain("limit_cpu", &self.limit_cpu);
        object.column("cpu", &self.cpu).column("wall", &self.wall);
        object.column("encode", &self.encode).column("decode", &self.decode);
        object.column("instance", &self.instance).column("status", &self.status);
        object.column("ending", &self.ending).column("solutions", &self.solutions);
        object.column("proven", &self.proven).column("answer", &self.answer);
        object.column("nodes", &self.nodes).column("depth", &self.depth);
        object.key("events");
        for (k, column) in self.events.iter().enumerate() {
            object.line.push(if k == 0 { b'[' } else { b',' });
            column.write(object.line);
        }
        object.line.push(b']');
        object.column("filled", &self.filled).plain("errors", &self.errors);
        object.line.push(b'}');
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

/// A JSON object as it grows.
struct Object<'a> {
    line: &'a mut Vec<u8>,
    begun: bool,
}

impl Object<'_> {
    fn key(&mut self, name: &str) {
        self.line.push(if self.begun { b',' } else { b'{' });
        self.begun = true;
        self.line.push(b'"');
        self.line.extend_from_slice(name.as_bytes());
        self.line.extend_from_slice(b"\":");
    }

    fn plain(&mut self, name: &str, value: &impl serde::Serialize) -> &mut Self {
        self.key(name);
        serde_json::to_writer(&mut *self.line, value).expect("plain data");
        self
    }

    fn column<T: Value>(&mut self, name: &str, column: &Column<T>) -> &mut Self {
        self.key(name);
        column.write(self.line);
        self
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
    const ALL: [Ending; 8] = [
        Ending::Exhausted,
        Ending::Enough,
        Ending::Stuck,
        Ending::NodeLimit,
        Ending::Deadline,
        Ending::Memory,
        Ending::Cancelled,
        Ending::Panic,
    ];

    /// The word in column `stop`.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Exhausted | Ending::Panic => "",
            Ending::Enough => Stop::Enough.name(),
            Ending::Stuck => Stop::Stuck.name(),
            Ending::NodeLimit => Stop::NodeLimit.name(),
            Ending::Deadline => Stop::Deadline.name(),
            Ending::Memory => Stop::Memory.name(),
            Ending::Cancelled => Stop::Cancelled.name(),
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

impl Value for Ending {
    const WORD: bool = true;

    fn code(self) -> u64 {
        self as u64
    }

    fn of(code: u64) -> Ending {
        Ending::ALL[code as usize]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A block of trials of the instances `instance`, all different.
    pub(crate) fn block(lane: u64, corpus: &str, instance: &[u32]) -> Block {
        let each = |scale: u64| instance.iter().map(|&i| u64::from(i) * scale + 1).collect();
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
            encode: Column::one(0),
            decode: Column::one(0),
            instance: instance.iter().copied().collect(),
            status: Column::one(Status::Unique),
            ending: Column::one(Ending::Exhausted),
            solutions: Column::one(1),
            proven: Column::one(1),
            answer: each(u64::from(u32::MAX) / 1_000_000),
            nodes: each(3),
            depth: each(2),
            events: std::array::from_fn(|_| Column::one(0)),
            filled: Column::one(-1),
            errors: vec![(0, "a \"word\", and\nmore".to_string())],
        }
    }

    fn text(block: &Block) -> String {
        let mut line = Vec::new();
        block.write(&mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn a_block_is_read_as_it_was_written() {
        let block = block(1, "d", &[3, 1, 2]);
        let text = text(&block);
        assert_eq!(serde_json::from_str::<Block>(&text).unwrap(), block);
        assert!(text.contains(r#""status":"unique""#), "{text}");
        assert!(block.is_sound(4));
        assert!(!block.is_sound(3));
    }

    #[test]
    fn a_column_of_equal_values_is_one_value_in_a_record_too() {
        let (mut block, one) = (block(1, "d", &[3, 1, 2]), block(1, "d", &[3, 1, 2]));
        block.solutions = [1, 1, 1].into_iter().collect();
        block.status = [Status::Unique, Status::Unique, Status::Unique].into_iter().collect();
        assert_eq!(text(&block), text(&one));
        assert_eq!(serde_json::from_str::<Block>(&text(&block)).unwrap(), block);
    }

    #[test]
    fn every_way_to_end_is_read_as_it_was_written() {
        let mut block = block(1, "d", &[0, 1, 2, 3, 4, 5, 6, 7]);
        block.ending = Ending::ALL.into_iter().collect();
        assert_eq!((0..8).map(|k| block.ending.get(k)).collect::<Vec<_>>(), Ending::ALL);
        assert_eq!(serde_json::from_str::<Block>(&text(&block)).unwrap(), block);
        block.status = (0..8).map(|k| Status::ALL[k + 2]).collect();
        assert_eq!((0..8).map(|k| block.status.get(k)).collect::<Vec<_>>(), Status::ALL[2..]);
        assert_eq!(serde_json::from_str::<Block>(&text(&block)).unwrap(), block);
    }

    #[test]
    fn only_a_block_without_anything_odd_is_plain() {
        let mut block = block(1, "d", &[3, 1, 2]);
        assert!(!block.is_plain());
        block.errors.clear();
        assert!(block.is_plain());
        block.proven = [1, 1, 0].into_iter().collect();
        assert!(!block.is_plain());
    }

    #[test]
    fn a_block_of_the_second_format_is_read() {
        let block = block(1, "d", &[3, 1, 2]);
        let old = text(&block);
        assert!(old.contains(r#""instance":[3,1,2],"status":"unique""#), "{old}");
        let none = old.replace("[3,1,2]", "[]");
        assert!(serde_json::from_str::<Block>(&none).is_err());
    }

    #[test]
    fn shares_of_a_streamed_block_add_up_to_it() {
        let mut block = block(1, "d", &[0, 1, 2, 3, 4, 5, 6]);
        block.mode = Mode::Stream;
        block.cpu = Column::one(1_000_003);
        let shares: Vec<u64> = (0..7).map(|k| block.time(&block.cpu, k)).collect();
        assert_eq!(shares.iter().sum::<u64>(), 1_000_003);
        assert!(shares.iter().all(|&s| s.abs_diff(1_000_003 / 7) <= 1));
    }
}
