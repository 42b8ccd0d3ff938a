//! Systems that have nothing for a guard.

use crate::job::{Error, Job, Report};
use std::io;
use std::path::Path;

/// Does nothing: there is no guard here.
pub fn init() {}

/// A supervisor, which only Linux can have.
#[derive(Debug)]
pub enum Supervisor {}

impl Supervisor {
    /// Fails.
    ///
    /// # Errors
    /// Always: programs are supervised on Linux alone.
    pub fn start() -> io::Result<Supervisor> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "programs are supervised on Linux alone"))
    }

    /// Fails.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub fn start_from(_program: &Path) -> io::Result<Supervisor> {
        Supervisor::start()
    }

    /// Cannot be called.
    pub fn folder(&self) -> &Path {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    pub fn run(&mut self, _job: &Job, _cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        match *self {}
    }

    /// Cannot be called.
    ///
    /// # Errors
    /// None.
    pub fn ask(
        &mut self,
        _job: &Job,
        _question: &str,
        _cancelled: impl Fn() -> bool,
    ) -> Result<Report, Error> {
        match *self {}
    }
}
