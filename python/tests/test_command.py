"""The command `coverlab` of the package, which runs in the module."""

import signal
import subprocess
import sys
import time

import coverlab as cl
import pytest


def run(*words, **keywords):
    return subprocess.run([sys.executable, "-m", "coverlab", *words], capture_output=True, text=True, **keywords)


def test_commands_and_exit_codes(puzzle):
    done = run("solve", puzzle)
    assert (done.returncode, len(done.stdout.strip())) == (0, 81)
    assert run("solve", "queens:8", "--count").stdout.split()[-1] == "92"
    assert (run("solve", "queens:3").returncode, run("solve", "--wrong").returncode) == (1, 2)
    failed = run("solve", "no-such-file.txt")
    assert failed.returncode == 3 and failed.stderr.startswith("error: there is no file")


def test_the_version_is_that_of_the_command():
    assert run("--version").stdout.split()[1] == cl.__version__


def test_searches_in_processes_of_their_own(puzzle):
    assert run("solve", puzzle, "--memory-limit", "1GiB").returncode == 0
    assert run("solve", "queens:8", "--strategy", "dlx-rs", "--count", "--time-limit", "10s").stdout.split()[-1] == "92"
    assert run("solve", "pigeonhole:4", "--memory-limit", "1GiB").returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_the_command():
    with subprocess.Popen(
        [sys.executable, "-m", "coverlab", "solve", "queens:20", "--strategy", "dlx", "--count"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=30)
    assert child.returncode == 130


def test_the_command_starts_without_numpy():
    script = "import sys, coverlab.__main__; print([m for m in ('numpy', 'pandas') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "[]\n"
