use super::*;
use std::sync::atomic::AtomicBool;

const TICK: Duration = Duration::from_millis(5);
const LONG: Duration = Duration::from_secs(600);

fn threads(count: usize) -> Threads {
    Threads { count, stack: None }
}

fn bounds(items: u64, results: usize) -> ChannelCapacity {
    ChannelCapacity { items, results }
}

#[test]
fn every_thread_works_and_a_panic_is_reported_after_all_have_ended() {
    let (worked, looked) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |number| {
        worked.fetch_add(1, Ordering::Relaxed);
        let begun = std::time::Instant::now();
        while !looked.load(Ordering::Relaxed) && begun.elapsed() < LONG {
            std::thread::sleep(TICK);
        }
        assert_ne!(number, 1, "the second");
    };
    let end = run(threads(3), TICK, work, || looked.store(true, Ordering::Relaxed));
    assert!(matches!(&end, Err(PoolError::Panic(_))), "{end:?}");
    assert!(looked.into_inner(), "the monitor looks while the threads work");
    assert_eq!(worked.into_inner(), 3);
}

#[test]
fn a_thread_that_cannot_be_started_is_reported() {
    let too_large = Threads { count: 1, stack: Some(usize::MAX >> 1) };
    let end = run(too_large, TICK, |_| (), || ()).unwrap_err();
    assert!(end.to_string().starts_with("cannot start a thread: "), "{end}");
}

#[test]
fn results_come_in_the_order_of_the_source() {
    let (source, channel) = (Mutex::new(0..1000_u64), Ordered::new(bounds(7, 2)));
    let mut received = Vec::new();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((ticket, item)) = channel.take(&source) {
                    assert_eq!(ticket.number(), item);
                    (0..item % 4).for_each(|k| ticket.send((item, k)));
                }
            });
        }
        loop {
            match channel.receive(LONG) {
                Received::Result(result) => received.push(result),
                Received::Late => panic!("a thread waits for nothing"),
                Received::End => break,
            }
        }
    });
    assert!(received.into_iter().eq((0..1000).flat_map(|item| (0..item % 4).map(move |k| (item, k)))));
}

#[test]
fn no_more_items_are_in_progress_than_allowed() {
    let taken = AtomicU64::new(0);
    let source = (0..100_u64).inspect(|_| _ = taken.fetch_add(1, Ordering::SeqCst));
    let (source, channel) = (Mutex::new(source), Ordered::new(bounds(3, 1)));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((ticket, item)) = channel.take(&source) {
                    ticket.send(item);
                }
            });
        }
        for item in 0..100 {
            assert_eq!(channel.receive(LONG), Received::Result(item));
            // One item's results are being received, and three more items may have been taken.
            assert!(taken.load(Ordering::SeqCst) <= item + 4);
        }
        assert_eq!(channel.receive(LONG), Received::End);
    });
}

#[test]
fn an_item_is_next_when_all_before_it_are_done_with() {
    let (source, channel) = (Mutex::new("ab".chars()), Ordered::new(bounds(2, 9)));
    let (first, _) = channel.take(&source).unwrap();
    let (second, item) = channel.take(&source).unwrap();
    assert!(first.is_next() && !second.is_next());
    second.send(item);
    assert!(!channel.is_ready());
    assert_eq!(channel.receive(Duration::ZERO), Received::Late);
    first.send('x');
    drop(first);
    assert!(!second.is_next(), "a result of the first waits");
    assert_eq!(channel.try_receive(), Some('x'));
    assert!(second.is_next() && second.wait() && channel.is_ready());
    assert_eq!((channel.try_receive(), channel.try_receive()), (Some('b'), None));
    drop(second);
    assert!(channel.take(&source).is_none());
    assert_eq!(channel.receive(LONG), Received::End);
}

#[test]
fn a_closed_channel_lets_no_thread_wait_and_loses_no_result() {
    let (source, channel) = (Mutex::new(0..), Ordered::new(bounds(2, 1)));
    let (first, _) = channel.take(&source).unwrap();
    let (second, _) = channel.take(&source).unwrap();
    let waited = AtomicBool::new(false);
    second.send('b');
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(channel.take(&source).is_none(), "there is no room"));
        scope.spawn(|| {
            assert!(!second.wait(), "the first never ends");
            second.send('c');
            drop(second);
            waited.store(true, Ordering::Relaxed);
        });
        channel.close();
    });
    assert!(waited.into_inner());
    first.send('a');
    drop(first);
    let received: String = std::iter::from_fn(|| channel.try_receive()).collect();
    assert_eq!(received, "abc");
    assert_eq!(channel.receive(LONG), Received::End);
}
