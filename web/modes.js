// The switch between the modes (watch, predict, what if), and the line beneath the header that explains each.

import { h, refill } from "./dom.js";
import { word } from "./language.js";

/** @type {{mode: import("./types.js").Mode, words: string, title: string}[]} */
const MODES = [
  { mode: "watch", words: "Watch", title: "watch the search" },
  { mode: "predict", words: "Predict", title: "say what comes next (p)" },
  { mode: "whatif", words: "What if", title: "make an assumption and see where the search goes (w)" },
];

export class Modes {
  /**
   * @param {import("./app.js").App} app
   * @param {HTMLElement} into  the parent of the switch
   * @param {HTMLElement} banner
   * @param {string[]} [offered]  the modes to choose from
   */
  constructor(app, into, banner, offered = MODES.map(({ mode }) => mode)) {
    this.app = app;
    this.buttons = MODES.filter(({ mode }) => offered.includes(mode)).map(({ mode, words, title }) => h("button", { type: "button", title: word(title), "data-mode": mode, onclick: () => app.setMode(mode) }, word(words)));
    /** Screen readers announce only changes of an element that was there before. */
    this.spoken = h("p", { class: "unseen", role: "status" });
    into.append(...this.buttons, this.spoken);
    this.banner = banner;
    for (const change of /** @type {const} */ (["mode", "puzzle", "pane"])) app.on(change, () => this.update());
    app.on("moment", () => app.mode === "predict" && this.update());
    this.update();
  }

  update() {
    const { app } = this;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.mode === app.mode));
    const parts = [this.predicting(), this.supposing()].flatMap((part) => (part ? [part] : []));
    refill(this.banner, ...parts);
    this.banner.hidden = !parts.length;
    const spoken = this.spokenWords();
    if (this.spoken.textContent !== spoken) this.spoken.textContent = spoken;
  }

  /** The open question or the verdict on an answer. */
  spokenWords() {
    const { mode, quiz: { question, mark } } = this.app;
    if (mode !== "predict") return "";
    if (!question) return mark?.words ?? "";
    return question.asks === "cell" ? `${question.words} ${word("On the board, the arrow keys move, and Enter answers.")}` : question.words;
  }

  predicting() {
    const { app } = this;
    if (app.mode !== "predict") return null;
    const { right, also, asked } = app.quiz.score;
    const score = h("span", { class: "score" }, word("{} of {} right", right, asked) + (also ? `, ${word("{} equally good", also)}` : ""));
    if (app.quiz.question) {
      return h("p", { class: "asks" }, h("strong", {}, app.quiz.question.words), h("button", { type: "button", class: "quiet", "data-key": "next", onclick: () => app.quiz.next() }, word("Show me")), score);
    }
    const mark = app.quiz.mark;
    const words = mark ? h("strong", { class: `verdict ${mark.verdict}` }, h("i", { "aria-hidden": "true" }, { right: "✓", also: "≈", wrong: "✗", shown: "→" }[mark.verdict]), ` ${mark.words}`) : "";
    const isOver = app.leader.at === app.leader.track?.length;
    const next = isOver ? word("No more questions.") : h("button", { type: "button", class: "primary", "data-key": "next", onclick: () => app.quiz.next() }, word("Next question"));
    return h("p", {}, words, next, " ", score);
  }

  supposing() {
    const { app } = this;
    if (app.mode !== "whatif") return null;
    const kind = app.puzzle?.kind;
    const click = kind === "sudoku" ? "Click a cell and give it a digit. A second pane then shows where the search goes."
      : kind === "formula" ? "Click a literal. A second pane then shows where the search goes." : "Click an option’s name. A second pane then shows where the search goes.";
    return h("p", {}, word(app.panes[0].recordedTrace !== null ? "A recorded trace cannot be searched again." : app.assume.length ? "The second pane searches the same puzzle with this assumption." : click));
  }
}
