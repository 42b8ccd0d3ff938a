"""Solutions one by one: lazy, in little memory, and stopped at any moment."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import coverlab as cl
import pytest


def threads() -> int:
    """The threads of this process that search."""
    names = (open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task"))
    return sum(name.startswith("coverlab") for name in names)


def test_solutions_are_those_of_a_search():
    listed = list(cl.solutions("queens:8", "dlx"))
    assert listed == cl.solve("queens:8", "dlx", limit=None).solutions and len(listed) == 92
    assert listed[:5] == list(cl.solutions("queens:8", "dlx", limit=5))


def test_few_and_many_solutions_are_listed_alike():
    """Few are found at once, more if the search expects no more, and many by a thread."""
    for n in (1000, 1001, 5000, 20_000):
        cover = cl.ExactCover([[0]] * n)
        assert list(cover.solutions("dlx")) == [[k] for k in range(n)]
        assert list(cover.solutions("dlx", limit=n - 1)) == [[k] for k in range(n - 1)]
        limited = cover.solutions("dlx", node_limit=n // 2)
        found = sum(1 for _ in limited)
        assert 0 < found < n and (limited.answer.status, limited.answer.count) == ("node-limit", found)


def test_the_answer_comes_at_the_end():
    search = cl.solutions("queens:8", "dlx")
    assert repr(search) == "<Solutions of queens:8>"
    assert next(search) and search.answer is None
    assert sum(1 for _ in search) == 91
    assert search.answer.status == "multiple" and search.answer.count == 92 and search.answer.nodes > 92
    assert next(search, "none") == "none"
    limited = cl.solutions("queens:14", "dlx", node_limit=1000)
    found = sum(1 for _ in limited)
    assert (limited.answer.status, limited.answer.count) == ("node-limit", found)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="Linux")
def test_a_search_waits_for_its_reader_and_ends_with_it():
    before = threads()
    search = cl.solutions("." * 81)
    first = next(search)
    assert first.shape == (9, 9) and threads() == before + 1
    del search
    assert threads() == before
    with cl.solutions("." * 81) as search:
        next(search)
        assert threads() == before + 1
    assert threads() == before and next(search, None) is None
    for _ in zip(range(3), cl.solutions("queens:16", "dlx")):
        pass
    gc.collect()
    assert threads() == before


def resident() -> int:
    """Bytes of memory of this process."""
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="Linux")
def test_a_million_solutions_take_constant_memory():
    search = cl.solutions(cl.ExactCover({f"{k}{side}": [k] for k in range(20) for side in "ab"}))
    for _ in range(50_000):
        next(search)
    before = resident()
    assert sum(1 for _ in search) == 2**20 - 50_000
    assert resident() - before < 4 << 20


def close_later(search, by):
    """Closes `search` in 0.2 s: from another thread, or from a handler of a signal to this one."""
    if by == "thread":
        work = search.close
    else:
        signal.signal(signal.SIGUSR1, lambda *_: search.close())
        work = lambda: os.kill(os.getpid(), signal.SIGUSR1)
    threading.Timer(0.2, work).start()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("by", ["thread", "signal"])
def test_closing_ends_a_search_that_is_waited_for(by):
    search = cl.solutions("pigeonhole:14", time_limit=60)
    close_later(search, by)
    assert list(search) == [] and search.answer.status == "cancelled"


def test_solutions_are_read_by_one_thread_at_a_time():
    search = cl.solutions("pigeonhole:14", time_limit=60)
    reader = threading.Thread(target=list, args=[search])
    reader.start()
    with pytest.raises(cl.Error, match="another thread reads these solutions"):
        for _ in range(100):
            next(search, None)
    assert search.answer is None
    search.close()
    reader.join(timeout=30)
    assert not reader.is_alive() and search.answer.status == "cancelled"


FORK = """
import coverlab as cl, os
search = cl.solutions("queens:16", "dlx")
next(search)
if os.fork() == 0:
    try:
        list(search)
    except cl.Error as error:
        print(error, cl.count("queens:8"), flush=True)
    search.close()
    del search
else:
    print(os.wait()[1], len(next(search)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_an_iterator_of_another_process_is_an_error():
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, timeout=60)
    child, parent = done.stdout.splitlines()
    assert child.startswith("this process was forked") and child.endswith(" 92") and parent == "0 16", done.stderr


def test_threads_search_at_once():
    expected = {n: cl.count(f"queens:{n}") for n in range(4, 12)}
    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(lambda n: (n, sum(1 for _ in cl.solutions(f"queens:{n}", "dlx"))), list(expected) * 5))
    assert all(expected[n] == count for n, count in found) and len(found) == 40


def test_other_threads_run_during_a_search():
    ticks, is_done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not is_done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    cl.solve("queens:16", "dlx", limit=None, time_limit=0.3)
    is_done.set()
    ticker.join()
    assert ticks > 20


SCRIPT = """
import coverlab as cl, numpy, os, signal, sys, threading, time
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
print(cl.count("queens:8"))
"""

CALLS = [
    'cl.count("queens:20", "dlx")',
    'cl.solve("queens:20", "dlx", limit=None)',
    '[None for _ in cl.solutions("queens:20", "dlx")]',
    'list(cl.solutions("." * 81))',
    'cl.read("pigeonhole:14").prove()',
    'cl.explain(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....")',
    'cl.run(strategies=["dlx"], instances="queens:20", task="all", time_limit=60)',
    'cl.run(strategies=[endless], instances="queens:4")',
    'cl.run(strategies=[lambda cover: cl.count("queens:20", "dlx")], instances="queens:4")',
]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_a_call_and_the_interpreter_goes_on(call):
    setup = "def endless(cover):\n    while True:\n        pass\n"
    script = setup + textwrap.dedent(SCRIPT).format(call=call)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n92\n", done.stderr
    assert done.returncode == 0
