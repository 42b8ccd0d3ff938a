"""The command `coverlab`, also run by `python -m coverlab` and for searches in separate processes."""

import signal
import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Runs the command line of this process, and exits with its code."""
    if not __package__:
        # Started by its path, without packages: the module lies beside this file.
        sys.path.insert(0, str(Path(__file__).parent))
    core = import_module("coverlab._coverlab" if __package__ else "_coverlab")
    # The command handles Ctrl-C itself, or dies of it as other commands do.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    command = [sys.executable, "-I", "-S", __file__]
    core.set_command(command)
    sys.exit(core.main(["coverlab", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
