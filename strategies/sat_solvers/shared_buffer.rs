//! A buffer in memory into which a solver writes its proof.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// A buffer shared by a writer and a reader.
#[derive(Clone, Debug, Default)]
pub struct SharedBuffer(Rc<RefCell<Vec<u8>>>);

impl SharedBuffer {
    /// Takes the bytes written so far.
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
