"""Runs the notebooks in this folder and saves them with their outputs; large ones, such as players, are left out.

    python refresh.py
"""

from pathlib import Path

import nbclient
import nbformat

MOST = 60_000
"""The most characters of an output that is saved."""


def main() -> None:
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
    main()
