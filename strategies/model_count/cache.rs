//! A cache of counts of components in one array of words, the newest last.
//!
//! Components are stored unsorted; marks decide whether two are equal. A hash table of entries stores half of
//! each hash, so that most new components are recognized without reading the array.

use super::component::{Component, Components};
use super::count::Count;

/// The words before variables, clauses and count: the hash, the numbers of variables and clauses, the number
/// of half words of the count, and the time of the last use.
const HEADER: usize = 6;
const USED: usize = 5;

/// A slot of the table: an entry, and half of its hash.
#[derive(Clone, Copy)]
struct Place {
    high: u32,
    at: u32,
}

/// No entry.
const NONE: u32 = u32::MAX;
const FREE: Place = Place { high: 0, at: NONE };

pub(super) struct Cache {
    places: Vec<Place>,
    words: Vec<u32>,
    entries: usize,
    /// The limit on words, including the table.
    most: usize,
    clock: u32,
}

impl Cache {
    /// Creates a cache of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Cache {
        let most = (bytes / 4).min(1 << 31);
        Cache { places: vec![FREE; 1 << 8], words: Vec::new(), entries: 0, most, clock: 0 }
    }

    /// The position of the next entry; entries stored later come at or after it.
    pub(super) fn end(&self) -> u32 {
        self.words.len() as u32
    }

    /// The count of the last found component, if it is stored.
    #[inline]
    pub(super) fn get(&mut self, component: &Component, components: &Components) -> Option<Count> {
        let [low, high] = halves(component.hash);
        let mut place = self.place(low);
        while self.places[place].at != NONE {
            let Place { high: other, at } = self.places[place];
            if other == high
                && let Some(count) = self.count(at as usize, low, component, components)
            {
                self.words[at as usize + USED] = self.clock;
                return Some(count);
            }
            place = self.next(place);
        }
        None
    }

    /// The count of an entry, if it is the entry of the last found component.
    fn count(&self, entry: usize, low: u32, component: &Component, components: &Components) -> Option<Count> {
        let header = &self.words[entry..entry + HEADER];
        let length = components.key(component).len();
        if header[0] != low || header[2] != component.variables || (header[2] + header[3]) as usize != length
        {
            return None;
        }
        let (key, rest) = self.words[entry + HEADER..].split_at(length);
        let is_same = components.is_last(key, component.variables as usize);
        is_same.then(|| Count::of_halves(&rest[..header[4] as usize]))
    }

    /// Stores the count of a component. `marks` are earlier results of [`Self::end`], ascending; they are
    /// adjusted when entries move.
    pub(super) fn put<'a>(
        &mut self,
        component: &Component,
        key: &[u32],
        count: &Count,
        marks: impl Iterator<Item = &'a mut u32>,
    ) {
        self.clock = self.clock.saturating_add(1);
        let length = HEADER + key.len() + count.halves();
        if !self.has_room(length) {
            self.evict(marks);
            if !self.has_room(length) {
                return;
            }
        }
        self.reserve(length);
        if 2 * self.entries >= self.places.len() {
            self.grow();
        }
        let [low, high] = halves(component.hash);
        let at = self.end();
        let variables = component.variables;
        self.words.extend([
            low,
            high,
            variables,
            key.len() as u32 - variables,
            count.halves() as u32,
            self.clock,
        ]);
        self.words.extend_from_slice(key);
        count.append_to(&mut self.words);
        self.put_at(at);
        self.entries += 1;
    }

    /// Whether this many more words fit, including the table, which grows when it is half full.
    fn has_room(&self, length: usize) -> bool {
        let is_full = 2 * self.entries >= self.places.len();
        let places = if is_full { 4 * self.entries.next_power_of_two() } else { self.places.len() };
        self.words.len() + length + 2 * places <= self.most
    }

    /// Removes all entries from `mark` on.
    pub(super) fn truncate(&mut self, mark: u32) {
        let mut at = mark as usize;
        while at < self.words.len() {
            // Earlier slots of the probe sequence may already be free.
            let mut place = self.place(self.words[at]);
            while self.places[place].at != at as u32 {
                place = self.next(place);
            }
            self.places[place] = FREE;
            self.entries -= 1;
            at += self.length(at);
        }
        self.words.truncate(mark as usize);
    }

    #[inline]
    fn place(&self, low: u32) -> usize {
        low as usize & (self.places.len() - 1)
    }

    #[inline]
    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    /// Writes an entry to the first free slot. The newest entries are removed first, so no slot before a used
    /// one in a probe sequence becomes free.
    fn put_at(&mut self, at: u32) {
        let (low, high) = (self.words[at as usize], self.words[at as usize + 1]);
        let mut place = self.place(low);
        while self.places[place].at != NONE {
            place = self.next(place);
        }
        self.places[place] = Place { high, at };
    }

    fn length(&self, at: usize) -> usize {
        HEADER + (self.words[at + 2] + self.words[at + 3] + self.words[at + 4]) as usize
    }

    /// Reserves this many words, in steps that stay within the limit.
    fn reserve(&mut self, length: usize) {
        if self.words.capacity() - self.words.len() < length {
            let rest = self.most.saturating_sub(self.words.len());
            self.words.reserve_exact(self.words.len().max(1 << 16).min(rest).max(length));
        }
    }

    fn grow(&mut self) {
        self.places.clear();
        self.places.resize(4 * self.entries.next_power_of_two(), FREE);
        self.put_all();
    }

    /// Writes every entry to the table, the oldest first.
    fn put_all(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            self.put_at(at as u32);
            at += self.length(at);
        }
    }

    /// Removes the half of the entries that were used least recently.
    fn evict<'a>(&mut self, marks: impl Iterator<Item = &'a mut u32>) {
        let mut used = Vec::with_capacity(self.entries);
        let mut at = 0;
        while at < self.words.len() {
            used.push(self.words[at + USED]);
            at += self.length(at);
        }
        if used.is_empty() {
            return;
        }
        let middle = used.len() / 2;
        let before = *used.select_nth_unstable(middle).1;
        let mut marks = marks.peekable();
        let (mut from, mut to) = (0, 0);
        self.entries = 0;
        while from < self.words.len() {
            while let Some(mark) = marks.next_if(|mark| **mark as usize <= from) {
                *mark = to as u32;
            }
            let length = self.length(from);
            if self.words[from + USED] > before {
                self.words.copy_within(from..from + length, to);
                to += length;
                self.entries += 1;
            }
            from += length;
        }
        marks.for_each(|mark| *mark = to as u32);
        self.words.truncate(to);
        self.places.fill(FREE);
        self.put_all();
    }
}

fn halves(hash: u64) -> [u32; 2] {
    [hash as u32, (hash >> 32) as u32]
}
