// The sheet for choosing, pasting, typing or clicking in a puzzle.

import { byId, h } from "./dom.js";
import { EngineError, gunzip } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { MatrixEditor, SHAPES, SudokuEditor } from "./editor.js";
import { LARGEST_WITH_LETTERS, shapeOf } from "./geometry.js";
import { word } from "./language.js";
import { problemNote } from "./problem.js";
import { Tabs } from "./tabs.js";
import { newPane } from "./app.js";

const FAMILIES = [
  { name: "queens", words: "queens on a board of side", value: "8" },
  { name: "langford", words: "Langford pairs up to", value: "7" },
  { name: "dominoes", words: "dominoes on a rectangle", value: "4x4" },
  { name: "pentominoes", words: "pentominoes on", value: "6x10" },
  { name: "latin", words: "Latin squares of order", value: "4" },
  { name: "steiner-triples", words: "Steiner triples of points", value: "7" },
];
const FORMULAS = [
  { name: "pigeonhole", words: "pigeons, one hole fewer", value: "4" },
  { name: "random-sat", words: "random clauses (length, variables, clauses, seed)", value: "3:20:85:1" },
  { name: "parity", words: "contradicting sums of variables", value: "6" },
];
const DIMACS = "c three clauses over two variables\np cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n";

/** A choice of the size of the board. It names the shape of the boxes if the editor does not offer it by default. @param {string} shape */
function shapeOption(shape) {
  const { rows, columns, side } = shapeOf(shape);
  return h("option", { value: shape }, `${side} × ${side}` + (SHAPES.includes(shape) ? "" : ` (${rows} × ${columns})`));
}

export class PuzzleSheet {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.sudoku = new SudokuEditor();
    this.matrix = new MatrixEditor();
    this.problem = h("div", { class: "complaint" });
    this.pasted = h("textarea", { rows: 3, spellcheck: "false", "aria-label": word("puzzle as text"), placeholder: word("Paste any notation: 81 characters, a boxed grid, .sdk, CSV …") });
    this.dlx = h("textarea", { rows: 4, spellcheck: "false", "aria-label": word("exact cover as text"), placeholder: word("or paste DLX text: the items, then one option per line") });
    this.cnf = h("textarea", { rows: 9, spellcheck: "false", "aria-label": word("formula in DIMACS") }, DIMACS);
    this.size = h("select", { "aria-label": word("size of the board"), onchange: () => this.clear() }, SHAPES.map(shapeOption));
    this.size.value = "3x3";
    this.tabs = new Tabs(word("kind of puzzle"), [
      { name: "examples", title: word("Examples"), panel: h("div", {}, this.examples()) },
      { name: "sudoku", title: "Sudoku", panel: this.sudokuPanel() },
      { name: "cover", title: word("Exact cover"), panel: this.coverPanel() },
      { name: "formula", title: word("Formula"), panel: this.formulaPanel() },
    ]);
    this.tabs.select("examples");
    this.tabs.onselect = () => this.problem.replaceChildren();
    this.dialog = /** @type {HTMLDialogElement} */ (byId("sheet"));
    this.dialog.append(
      h("header", {}, h("h2", { id: "sheet-title" }, word("Puzzle")), h("button", { type: "button", class: "quiet close", "aria-label": word("close"), onclick: () => this.dialog.close() }, "×")),
      this.tabs.row, this.problem, ...this.tabs.all.map(({ panel }) => panel));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.addEventListener("paste", (event) => this.pastedAnywhere(event));
    document.addEventListener("dragover", (event) => (isField(event.target) && !event.dataTransfer?.types.includes("Files")) || event.preventDefault());
    document.addEventListener("drop", (event) => this.dropped(event));
  }

  /** @param {string} [tab] */
  show(tab) {
    const { puzzle } = this.app;
    if (puzzle?.kind === "sudoku" && puzzle.side <= LARGEST_WITH_LETTERS) {
      const shape = `${puzzle.rows}x${puzzle.columns}`;
      if (![...this.size.options].some(({ value }) => value === shape)) this.size.append(shapeOption(shape));
      this.size.value = shape;
      this.sudoku.setShape(puzzle, [...puzzle.clues]);
    }
    this.problem.replaceChildren();
    if (tab) this.tabs.select(tab);
    this.dialog.showModal();
    const first = this.dialog.querySelector("[role=tab][aria-selected=true]");
    if (first instanceof HTMLElement) first.focus();
  }

  /** Empties the board, in the shape that the reader has chosen. */
  clear() {
    this.sudoku.setShape(shapeOf(this.size.value));
  }

  examples() {
    const groups = [...new Set(EXAMPLES.map(({ group }) => group))];
    return groups.map((group) => h("section", { class: "examples" }, h("h3", {}, word(group)), h("div", { class: "cards" },
      EXAMPLES.filter((one) => one.group === group).map((one) => h("button", { type: "button", onclick: () => this.example(one) }, h("b", {}, word(one.title)), h("small", {}, word(one.description)))))));
  }

  /** @param {typeof EXAMPLES[number]} one */
  example({ text, ...strategies }) {
    this.use(text, strategies);
  }

  sudokuPanel() {
    return h("div", {},
      h("p", { class: "row" }, this.size, h("button", { type: "button", class: "quiet", onclick: () => this.clear() }, word("Clear")),
        h("span", { class: "note" }, word("Click a cell and type; arrows move. A letter enters 10 or more.")), this.useButton(word("Use this board"), () => this.sudoku.text)),
      this.sudoku.element, h("h3", {}, word("or paste one")), this.pasted, h("p", { class: "row" }, this.useButton(word("Read it"), () => this.pasted.value, "")));
  }

  coverPanel() {
    return h("div", {}, h("h3", {}, word("A family")), this.families(FAMILIES),
      h("h3", {}, word("A small matrix")), this.matrix.element, h("p", { class: "row" }, this.useButton(word("Use this matrix"), () => this.matrix.text)),
      h("h3", {}, word("or as text")), this.dlx, h("p", { class: "row" }, this.useButton(word("Read it"), () => this.dlx.value, "", "exact-cover")));
  }

  formulaPanel() {
    return h("div", {}, h("h3", {}, word("A family")), this.families(FORMULAS),
      h("h3", {}, "DIMACS"), this.cnf, h("p", { class: "row" }, this.useButton(word("Read it"), () => this.cnf.value, "primary", "formula")));
  }

  /** @param {typeof FAMILIES} families */
  families(families) {
    return families.map(({ name, words, value }) => {
      const field = h("input", { value, "aria-label": `${name}: ${word(words)}`, size: 9 });
      return h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.use(`${name}:${field.value.trim()}`);
      } }, h("label", {}, h("span", {}, word(words)), field), h("button", { class: "quiet" }, word("Use")));
    });
  }

  /** A button that opens a text. @param {string} words @param {() => string} text @param {string} [tone] @param {import("./types.js").ExpectedKind} [expected] */
  useButton(words, text, tone = "primary", expected) {
    return h("button", { type: "button", class: tone, onclick: () => this.use(text(), { expected }) }, words);
  }

  /**
   * Opens the puzzle, or shows its error.
   * @param {string} text @param {{strategy?: string, second?: string, expected?: import("./types.js").ExpectedKind}} [how]
   */
  async use(text, { strategy, second, expected } = {}) {
    const { app } = this;
    try {
      await app.open(text, expected);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.say(problemNote(error, text));
      return;
    }
    const others = app.puzzle?.kind === "sudoku" ? app.puzzle.others ?? 0 : 0;
    if (others) this.say(this.note("This is the first of {} puzzles in the text. Enter another one by itself.", others + 1));
    else this.dialog.close();
    if (strategy) app.panes[0].spec = strategy;
    if (second) app.panes[1] = newPane(1, second);
    else if (strategy) app.panes.length = 1;
    app.lead = 0;
    app.emit("puzzle");
    app.runAll();
  }

  /** Shows a message on the sheet. @param {HTMLElement} message */
  say(message) {
    this.problem.replaceChildren(message);
    if (!this.dialog.open) this.dialog.showModal();
    this.problem.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} words @param {(string|number)[]} values */
  note(words, ...values) {
    return h("p", { class: "problem", role: "status" }, word(words, ...values));
  }

  /** @param {ClipboardEvent} event */
  pastedAnywhere(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isField(event.target) || !text.trim()) return;
    event.preventDefault();
    this.use(text);
  }

  /** @param {DragEvent} event */
  async dropped(event) {
    if (isField(event.target) && !event.dataTransfer?.files.length) return;
    event.preventDefault();
    const files = event.dataTransfer?.files ?? [], text = event.dataTransfer?.getData("text/plain") ?? "";
    if (files.length > 1) this.say(this.note("These are {} files. Drop one of them.", files.length));
    else if (files.length) this.useFile(files[0]);
    else if (text.trim()) this.use(text);
  }

  /** Opens the puzzle in a file. @param {File} file */
  async useFile(file) {
    const text = await fileText(file).catch(() => null);
    if (text === null) this.say(this.note("{} cannot be read.", file.name));
    else if (text.startsWith("{")) this.say(this.note("{} is a trace. `coverlab page` writes a page that shows it.", file.name));
    else this.use(text);
  }
}

/** Whether the browser puts text into this element. @param {EventTarget|null} target */
function isField(target) {
  const hasText = target instanceof HTMLInputElement && ["text", "search", "number"].includes(target.type);
  return hasText || target instanceof HTMLTextAreaElement;
}

/** The text of a file, which may be packed as gzip. @param {File} file */
async function fileText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(isPacked ? await gunzip(bytes) : bytes);
}
