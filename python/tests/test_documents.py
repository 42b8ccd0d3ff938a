"""The examples in docstrings and documents, and the notebooks."""

import doctest
from pathlib import Path

import coverlab
import pytest
from coverlab import _checks, _cover, _formula, _function_version, _problem, _runs, _sources, _sudoku, _views

PYTHON = Path(__file__).parent.parent
MODULES = [coverlab, _checks, _cover, _formula, _function_version, _problem, _runs, _sources, _sudoku, _views]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_docstrings(module):
    result = doctest.testmod(module, extraglobs={"cl": coverlab}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("path", [PYTHON / "README.md", PYTHON.parent / "docs" / "GALLERY.md"], ids=lambda path: path.stem)
def test_examples_in_documents(path):
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8", optionflags=flags)
    assert result.failed == 0 and result.attempted > 10


@pytest.mark.parametrize("path", sorted((PYTHON / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path, tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("text/html" in output.get("data", {}) for output in outputs)
