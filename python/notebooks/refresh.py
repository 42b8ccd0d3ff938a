"""Runs the notebooks in this folder and saves them with their outputs; large ones, such as players, are left out. Draws the
pictures of docs/GALLERY.md.

    python refresh.py
"""

import shutil

from pathlib import Path

import coverlab as cl
import nbclient
import nbformat

MOST = 60_000
"""The most characters of an output that is saved."""


DOCS = Path(__file__).parents[2] / "docs"


def draw_pictures() -> None:
    """Saves a plot of a report, and the board of a step."""
    record = cl.compare("dlx", "bit-cover", "dancing-cells", "queens:{6..11}", task="all", repetitions=1)
    shutil.copy(record.report().parent / "growth-queens-6-11.svg", DOCS / "gallery-growth.svg")
    way = cl.explain("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", up_to="pointing")
    page = next(step for step in way.steps if step.removals)._repr_html_()
    picture = page[page.index("<svg ") :].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    (DOCS / "gallery-step.svg").write_text(picture + "\n")


def run_notebooks() -> None:
    for path in sorted(Path(__file__).parent.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=600).execute()
        for cell in notebook.cells:
            cell.metadata = {}
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if len(data.get("text/html", "")) > MOST:
                    data["text/html"] = "<i>Run this notebook to see the player or the report here.</i>"
        notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(notebook, path)


if __name__ == "__main__":
    draw_pictures()
    run_notebooks()
