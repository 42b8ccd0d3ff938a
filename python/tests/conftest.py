"""What the tests share."""

import coverlab as cl
import pytest

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def puzzle() -> str:
    return PUZZLE


@pytest.fixture
def knuth() -> cl.ExactCover:
    """The example of Knuth, which has one cover."""
    return cl.ExactCover({"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"})
