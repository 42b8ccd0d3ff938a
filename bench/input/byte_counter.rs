//! Counts the bytes read from a source, for progress bars.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes read from a source, before decompression. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct ByteCounter {
    read: Arc<AtomicU64>,
    /// The size of the source in bytes, if it is known.
    pub total: Option<u64>,
}

impl ByteCounter {
    /// A counter for a source of `total` bytes, if that is known.
    pub fn new(total: Option<u64>) -> ByteCounter {
        ByteCounter { read: Arc::default(), total }
    }

    /// The number of bytes read so far.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Wraps `source` to count the bytes read from it.
    pub(crate) fn count<R: Read>(&self, source: R) -> Counted<R> {
        Counted { source, counter: self.clone() }
    }
}

/// A source whose bytes are counted.
pub(crate) struct Counted<R> {
    source: R,
    counter: ByteCounter,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.counter.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
