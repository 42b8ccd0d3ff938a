//! Tests the memory of each structure for exact cover against the essay of its strategy; a growing vector may
//! reserve some more. This is a separate test binary, because its allocator counts the bytes of the whole
//! process.

#![allow(unsafe_code, reason = "an allocator is one")]

use coverlab_model::{Backend, ExactCover, ExactCoverBuilder, Task};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes in use, and their maximum since [`peak`] began.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: all calls are forwarded to the system's allocator.
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

/// The maximum additional memory in use while `backend` loads `problem` and starts its search.
fn peak(backend: &dyn Backend<ExactCover>, problem: &ExactCover) -> f64 {
    // A crate that counts no nodes continues to its first solution.
    let task = Task { nodes: 1, keep: 0, ..Task::first(1) };
    let (mut session, mut outcomes) = (backend.session(), Vec::with_capacity(1));
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    session.run(std::slice::from_ref(problem), &task, &mut outcomes);
    (MOST.load(Relaxed) - before) as f64
}

/// Long options over many items. The first node is a dead end, for a search that cannot be stopped: two items
/// have one option each, and these conflict.
fn instance() -> ExactCover {
    const ITEMS: u32 = 400;
    let mut builder = ExactCoverBuilder::new(ITEMS as usize + 3, 0);
    builder.option([0, 2]).unwrap();
    builder.option([1, 2]).unwrap();
    for option in 0..2000 {
        // Steps of 7 through all items, starting at a different item each time.
        builder.option((0..20).map(|k| 3 + (option + option / ITEMS * 13 + 7 * k) % ITEMS)).unwrap();
    }
    builder.build()
}

/// A single test, because tests of one process would share the count.
#[test]
fn structures_take_the_memory_that_they_state() {
    let problem = instance();
    let (entries, options) = (problem.entries() as f64, problem.options() as f64);
    let (items, pairs) = (problem.primary() as f64, options * options / 8.0);
    let stated = [
        ("dlx", 12.0 * (entries + options)),
        ("dancing-cells", 12.0 * entries + 8.0 * options),
        ("dlx-rs", 127.0 * entries),
        ("bit-cover", pairs + options * items * 4.0 / 8.0),
        ("zdd-cover", pairs + options * items * 2.0 / 8.0),
        ("mcc", pairs + options * items * 8.0),
    ];
    for (name, bytes) in stated {
        let strategy = coverlab_strategies::exact_cover(&name.parse().unwrap()).unwrap();
        let found = peak(&*strategy.backend, &problem);
        println!(
            "{name}: {found} bytes, {:.1} an entry; {:.2} of what is stated",
            found / entries,
            found / bytes
        );
        assert!((0.8..2.2).contains(&(found / bytes)), "{name}: {found} bytes, {bytes} stated");
    }
}
