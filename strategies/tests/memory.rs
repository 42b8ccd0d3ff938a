//! How much memory each structure for exact cover takes, by an allocator that counts: the figures
//! that the essays of the strategies state, with what a vector keeps in reserve while it grows.

#![allow(unsafe_code, reason = "an allocator is one")]

use coverlab_model::{Backend, ExactCover, Task, family};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes in use, and the most there were since [`peak`] began.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: everything is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes in use beyond those before, while `backend` lays `problem` out and begins.
fn peak(backend: &dyn Backend<ExactCover>, problem: &ExactCover) -> f64 {
    // A crate that counts no nodes goes on to its first solution.
    let task = Task { nodes: 1, keep: 0, ..Task::first(1) };
    let (mut session, mut outcomes) = (backend.session(), Vec::with_capacity(1));
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    session.run(std::slice::from_ref(problem), &task, &mut outcomes);
    (MOST.load(Relaxed) - before) as f64
}

/// One test, since the allocator is that of the whole program.
#[test]
fn structures_take_the_memory_that_they_state() {
    let problem = family::parse("dominoes:50x50").unwrap();
    let (entries, options) = (problem.entries() as f64, problem.options() as f64);
    let items = problem.primary() as f64;
    let pairs = options * (options + items) / 8.0;
    println!("{entries} entries, {options} options, {items} items");
    // At least and at most so many times what is stated: for an entry, or for a pair of bits.
    let linear = [("dlx", 12.0), ("dancing-cells", 12.0), ("dlx-rs", 89.0), ("algorithm-x", 4.0)];
    let quadratic = ["bit-cover", "mcc", "zdd-cover"];
    for (name, unit, stated) in linear
        .map(|(name, bytes)| (name, entries, bytes))
        .into_iter()
        .chain(quadratic.map(|name| (name, pairs, 1.0)))
    {
        let strategy = coverlab_strategies::exact_cover(&name.parse().unwrap()).unwrap();
        let found = peak(&*strategy.backend, &problem) / unit;
        let what = if unit == entries {
            "an entry"
        } else {
            "for eight pairs of options, or of an option and an item"
        };
        println!("{name}: {found:.2} bytes {what}, {stated} stated");
        assert!((0.5..2.6).contains(&(found / stated)), "{name}: {found}");
    }
}
