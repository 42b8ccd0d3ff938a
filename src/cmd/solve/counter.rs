//! The counter where workers hand in what they have to say. Nobody queues there: who finds the
//! clerk busy leaves the message in a tray and goes on, and the clerk sees to it before leaving.

use std::sync::{Mutex, TryLockError};

/// So many messages lie in the tray at most, give or take one of each worker: a reader that is
/// slower than the workers must slow them down.
const FEW: usize = 8;

/// A clerk who takes one message at a time, and a tray.
pub(super) struct Counter<C, M> {
    clerk: Mutex<C>,
    tray: Mutex<Vec<M>>,
}

impl<C, M> Counter<C, M> {
    pub(super) fn new(clerk: C) -> Counter<C, M> {
        Counter { clerk: Mutex::new(clerk), tray: Mutex::new(Vec::new()) }
    }

    /// Hands in `message`; who comes to the clerk has `take` do with it what there is to do, and
    /// with those in the tray, in the order in which they came.
    pub(super) fn hand_in(&self, message: M, take: impl FnMut(&mut C, M)) {
        let waiting = {
            let mut tray = self.tray.lock().expect("nobody panics while holding it");
            tray.push(message);
            tray.len()
        };
        if waiting > FEW {
            drop(self.clerk.lock());
        }
        self.see_to(|_| {}, take);
    }

    /// Has `first` done by the clerk, unless that one is busy, and sees that nothing stays in the
    /// tray.
    pub(super) fn see_to(&self, first: impl FnOnce(&mut C), mut take: impl FnMut(&mut C, M)) {
        let mut first = Some(first);
        loop {
            let mut clerk = match self.clerk.try_lock() {
                Ok(clerk) => clerk,
                // Whoever is there looks into the tray once more after leaving.
                Err(TryLockError::WouldBlock) => return,
                Err(TryLockError::Poisoned(_)) => panic!("a thread has panicked while it wrote"),
            };
            if let Some(first) = first.take() {
                first(&mut clerk);
            }
            self.messages().into_iter().for_each(|message| take(&mut clerk, message));
            drop(clerk);
            if self.tray.lock().expect("nobody panics while holding it").is_empty() {
                return;
            }
        }
    }

    fn messages(&self) -> Vec<M> {
        std::mem::take(&mut *self.tray.lock().expect("nobody panics while holding it"))
    }

    /// The clerk, when nobody comes any more.
    pub(super) fn close(self) -> C {
        self.clerk.into_inner().expect("a panic would have ended the threads")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_seen_to_once() {
        let counter = Counter::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let counter = &counter;
                scope.spawn(move || {
                    for k in 0..2000 {
                        counter.hand_in((worker, k), Vec::push);
                        counter.see_to(|_| {}, Vec::push);
                    }
                });
            }
        });
        let taken = counter.close();
        assert_eq!(taken.len(), 8000);
        for worker in 0..4 {
            let of_one: Vec<i32> = taken.iter().filter(|(by, _)| *by == worker).map(|(_, k)| *k).collect();
            assert!(of_one.iter().copied().eq(0..2000), "in the order of who came");
        }
    }

    #[test]
    fn a_full_tray_makes_them_wait() {
        let counter = Counter::new(0);
        std::thread::scope(|scope| {
            let clerk = counter.clerk.lock().unwrap();
            let worker = scope.spawn(|| (0..=FEW).for_each(|_| counter.hand_in((), |seen, ()| *seen += 1)));
            while counter.tray.lock().unwrap().len() <= FEW {
                std::thread::yield_now();
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(!worker.is_finished());
            drop(clerk);
        });
        assert_eq!(counter.close(), FEW + 1);
    }
}
