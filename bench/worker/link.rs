//! The connection between a worker process and its client: direct, or through the guard.

use super::carried::Carried;
use super::child::Child;
#[cfg(target_os = "linux")]
use super::guarded::Guarded;
use super::{Order, Searched};
use crate::error::Error;
use coverlab_model::Cancel;

/// A worker process.
pub(super) enum Link {
    /// A child of ours.
    Plain(Child),
    /// A child of a guard.
    #[cfg(target_os = "linux")]
    Guarded(Box<Guarded>),
}

impl Link {
    /// Starts one. It is guarded if its memory is limited, where there can be a guard.
    ///
    /// # Errors
    /// The system has no process for us.
    pub(super) fn start(memory: Option<u64>) -> Result<Link, Error> {
        #[cfg(target_os = "linux")]
        if let Some(memory) = memory {
            return Ok(Link::Guarded(Box::new(Guarded::start(memory)?)));
        }
        Child::start(memory.is_some()).map(Link::Plain)
    }

    /// Has it do `order`, which is about `problems`. After an error or a search that was ended from outside it is of no
    /// use any more.
    ///
    /// # Errors
    /// The process ends without an answer.
    pub(super) fn search<P: Carried>(
        &mut self,
        order: &Order,
        problems: &[P],
        cancel: &Cancel,
    ) -> Result<Searched<P>, Error> {
        match self {
            Link::Plain(child) => child.search(order, problems, cancel),
            #[cfg(target_os = "linux")]
            Link::Guarded(guarded) => guarded.search(order, problems, cancel),
        }
    }
}
