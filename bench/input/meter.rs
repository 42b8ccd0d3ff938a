//! The part of a source that was read, for bars.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes read of a source as it is stored, packed where it is packed. Shared by clones.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    read: Arc<AtomicU64>,
    /// How many bytes there are, where that is known.
    pub total: Option<u64>,
}

impl Meter {
    /// A meter of a source of `total` bytes, if that is known.
    pub fn new(total: Option<u64>) -> Meter {
        Meter { read: Arc::default(), total }
    }

    /// How many bytes were read.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Counts what is read of `source`.
    pub(super) fn count<R: Read>(&self, source: R) -> Counted<R> {
        Counted { source, meter: self.clone() }
    }
}

/// A source whose bytes are counted.
pub(super) struct Counted<R> {
    source: R,
    meter: Meter,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.meter.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
