//! A trial as a journal has it. Its columns are named once, here: as fields, as names with formats, as words.

use super::Status;
use coverlab_model::{Counters, Event, Stop};

/// A column of the rows of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type as Python's `struct` writes it.
    pub format: char,
}

impl Column {
    /// Bytes that a value takes.
    pub(super) const fn bytes(self) -> usize {
        match self.format {
            'B' => 1,
            'I' => 4,
            _ => 8,
        }
    }
}

/// A value of a column: a number of fixed width.
trait Value: Copy {
    const FORMAT: char;
    fn word(self) -> u64;
    /// The value of a word; `None` if there is none.
    fn of(word: u64) -> Option<Self>;
}

macro_rules! columns {
    ($(#[$about:meta])* struct Row { $($(#[$doc:meta])* $name:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Row { $($(#[$doc])* pub $name: $type,)* }

        /// The columns of a row, in order.
        pub const ROW: [Column; [$(stringify!($name)),*].len()] =
            [$(Column { name: stringify!($name), format: <$type as Value>::FORMAT }),*];

        impl Row {
            /// The values as numbers, in the order of the columns.
            #[inline]
            pub fn words(&self) -> Words {
                [$(Value::word(self.$name)),*]
            }

            /// The row of these words; `None` if one of them stands for nothing.
            #[inline]
            pub(super) fn of_words(words: &Words) -> Option<Row> {
                let [$($name),*] = *words;
                Some(Row { $($name: Value::of($name)?),* })
            }
        }
    };
}

/// The values of a row as numbers.
pub(crate) type Words = [u64; ROW.len()];

columns! {
    /// The facts that a journal has of one trial, beside those of its block.
    struct Row {
        /// The instance, by its place in the block's list of instances.
        instance: u32,
        /// The place of the trial in the order of execution; in a streamed block, that of the first.
        order: u64,
        /// How the trial ended: a number of the list `status` of the journal's start.
        status: Status,
        /// Why the search ended early: a number of the list `stop`; 0: it did not.
        stop: Option<Stop>,
        /// Solutions found; all bits set: so many or more.
        solutions: u64,
        /// Different solutions that the referee saw and accepted.
        proven: u8,
        /// Hash of the set of solutions, see [`answer_of`]; 0: not all were seen.
        answer: u32,
        /// One more than the cells filled by a strategy that got stuck; 0: does not apply.
        filled_plus_1: u32,
        /// CPU time of the search; in a streamed block, of all its searches.
        cpu_ns: u64,
        /// Wall time of the search, likewise.
        wall_ns: u64,
        /// CPU time of encoding, likewise.
        encode_ns: u64,
        /// CPU time of decoding, likewise.
        decode_ns: u64,
        /// Nodes of the search tree.
        nodes: u64,
        /// The deepest node.
        max_depth: u64,
        /// Events by their names.
        backtracks: u64,
        /// See `backtracks`.
        propagations: u64,
        /// See `backtracks`.
        conflicts: u64,
        /// See `backtracks`.
        passes: u64,
        /// See `backtracks`.
        placements: u64,
        /// See `backtracks`.
        updates: u64,
        /// See `backtracks`.
        guesses: u64,
        /// The most memory of a process of its own, bytes; 0: there was none.
        peak_rss: u64,
    }
}

impl Row {
    /// Takes over the counters of a search.
    #[inline]
    pub fn count(&mut self, counters: &Counters) {
        (self.nodes, self.max_depth) = (counters.nodes, counters.max_depth);
        let events = [
            &mut self.backtracks,
            &mut self.propagations,
            &mut self.conflicts,
            &mut self.passes,
            &mut self.placements,
            &mut self.updates,
            &mut self.guesses,
        ];
        events.into_iter().zip(counters.events).for_each(|(column, count)| *column = count);
    }

    /// Counts by [`Event`].
    pub(super) fn events(&self) -> [u64; Event::ALL.len()] {
        let Row { backtracks, propagations, conflicts, passes, placements, updates, guesses, .. } = *self;
        [backtracks, propagations, conflicts, passes, placements, updates, guesses]
    }

    /// Whether the whole space was searched.
    pub(super) fn is_complete(&self) -> bool {
        self.stop.is_none() && self.status.is_answer()
    }

    /// The result of a search, equal on every machine for the same instance and seed.
    pub(super) fn work(&self) -> (u64, u64, u64, [u64; Event::ALL.len()]) {
        (self.solutions, self.nodes, self.max_depth, self.events())
    }
}

impl Default for Row {
    fn default() -> Row {
        Row::of_words(&[0; ROW.len()]).expect("0 stands for something in every column")
    }
}

/// The hash of a set of solutions as records have it, of the sum of the solutions' digests: the upper half,
/// or 1 where that is 0. It serves to compare answers that the referee has accepted.
#[inline]
pub fn answer_of(sum: u64) -> u32 {
    ((sum >> 32) as u32).max(1)
}

/// The words of column `stop`, by their numbers.
pub(super) fn stop_words() -> Vec<&'static str> {
    std::iter::once("").chain(Stop::ALL.map(Stop::name)).collect()
}

macro_rules! number {
    ($type:ty, $format:literal) => {
        impl Value for $type {
            const FORMAT: char = $format;

            #[inline]
            fn word(self) -> u64 {
                self.into()
            }

            #[inline]
            fn of(word: u64) -> Option<Self> {
                word.try_into().ok()
            }
        }
    };
}

number!(u8, 'B');
number!(u32, 'I');
number!(u64, 'Q');

impl Value for Status {
    const FORMAT: char = 'B';

    #[inline]
    fn word(self) -> u64 {
        self as u64
    }

    #[inline]
    fn of(word: u64) -> Option<Self> {
        Status::ALL.get(usize::try_from(word).ok()?).copied()
    }
}

impl Value for Option<Stop> {
    const FORMAT: char = 'B';

    #[inline]
    fn word(self) -> u64 {
        self.map_or(0, |stop| stop as u64 + 1)
    }

    #[inline]
    fn of(word: u64) -> Option<Self> {
        match usize::try_from(word).ok()?.checked_sub(1) {
            None => Some(None),
            Some(at) => Stop::ALL.get(at).copied().map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_end_is_read_as_it_was_written() {
        for status in Status::ALL {
            assert_eq!(<Status as Value>::of(Value::word(status)), Some(status));
        }
        for stop in Stop::ALL.map(Some).into_iter().chain([None]) {
            assert_eq!(<Option<Stop> as Value>::of(stop.word()), Some(stop));
            assert_eq!(stop_words()[stop.word() as usize], stop.map_or("", Stop::name));
        }
        assert_eq!(<Option<Stop> as Value>::of(8), None);
        assert_eq!(<Status as Value>::of(11), None);
    }

    #[test]
    fn events_stand_in_the_columns_of_their_names() {
        let counters = Counters { nodes: 8, max_depth: 9, events: [1, 2, 3, 4, 5, 6, 7] };
        let mut row = Row::default();
        row.count(&counters);
        assert_eq!((row.nodes, row.max_depth, row.events()), (8, 9, counters.events));
        for (k, event) in Event::ALL.into_iter().enumerate() {
            let at = ROW.iter().position(|column| column.name == event.name()).unwrap();
            assert_eq!(row.words()[at], counters.events[k], "{}", event.name());
        }
    }
}
