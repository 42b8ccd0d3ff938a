// The scores under a limit and a factor, with sliders to choose them.

import { h } from "../dom.js";
import { scores } from "./scores.js";
import { markSort, sortButton } from "./sorting.js";
import { time, integer } from "./words.js";

const SCORES = "scores";
const SCORE_COLUMNS = ["strategy", "solved", "PAR"];
/** Steps of the slider for the limit; the last one is "as recorded". */
const STEPS = 400;

export class Scoring {
  /**
   * @param {import("./record.js").Rows} rows
   * @param {import("./state.js").State} state
   * @param {import("./highlight.js").Highlight} highlight
   */
  constructor(rows, state, highlight) {
    this.rows = rows;
    this.state = state;
    this.highlight = highlight;
    this.limit = h("input", { type: "range", min: 0, max: STEPS, step: 1, "aria-describedby": "limit-words", oninput: () => this.readSliders() });
    this.limitLabel = h("output", { id: "limit-words" });
    this.factor = h("input", { type: "range", min: 1, max: 10, step: 1, oninput: () => this.readSliders() });
    this.factorLabel = h("output", {});
    this.heads = SCORE_COLUMNS.map((name, column) => h("th", { scope: "col", class: column ? "right" : "" }, name));
    this.heads.forEach((head, column) => sortButton(head, SCORES, column, state));
    this.body = h("tbody");
    this.note = h("p", { class: "note", "aria-live": "polite" });
    this.element = h("section", { id: "report:scores" },
      h("h2", {}, "Scores under another limit"),
      h("div", { class: "sliders" },
        h("label", { hidden: !state.range }, h("span", {}, "Time limit"), this.limit, this.limitLabel),
        h("label", {}, h("span", {}, "PAR factor"), this.factor, this.factorLabel)),
      h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, h("tr", {}, this.heads)), this.body)), this.note);
    state.listen((change) => ["all", "shown", "limit", "sort"].includes(change) && this.update());
  }

  readSliders() {
    const { state } = this, { range } = state, step = Number(this.limit.value);
    state.factor = Number(this.factor.value);
    state.limit = range && step < STEPS ? Math.round(range[0] * (range[1] / range[0]) ** (step / STEPS)) : null;
    state.emit("limit");
  }

  update() {
    const { state } = this, { range } = state;
    if (range) this.limit.value = String(state.limit === null ? STEPS : Math.round((Math.log(state.limit / range[0]) / Math.log(range[1] / range[0])) * STEPS));
    this.factor.value = String(state.factor);
    this.limitLabel.textContent = state.limit === null ? "as recorded" : time(state.limit);
    this.limit.setAttribute("aria-valuetext", this.limitLabel.textContent);
    this.factorLabel.textContent = `PAR-${integer(state.factor)}`;
    const found = this.sorted(scores(this.rows, state));
    this.body.replaceChildren(...found.map((score) => this.line(score)));
    const differ = found.some(({ instances }) => instances !== found[0].instances);
    this.note.textContent = this.words() + (differ ? " Strategies that searched other numbers of instances do not compare." : "");
    this.highlight.update();
  }

  /** @param {import("./scores.js").Score[]} found */
  sorted(found) {
    const sort = this.state.sorts.get(SCORES);
    markSort(this.heads, sort);
    if (!sort) return found;
    const { strategies } = this.rows.head;
    const name = (/** @type {import("./scores.js").Score} */ score) => strategies[score.strategy].name;
    found.sort((a, b) => {
      if (sort.column === 2 && Number.isNaN(a.par + b.par)) return Number.isNaN(a.par) ? 1 : -1;
      const order = sort.column === 0 ? (name(a) < name(b) ? -1 : 1) : sort.column === 1 ? a.solved - b.solved : a.par - b.par;
      return sort.down ? -order : order;
    });
    return found;
  }

  /** @param {import("./scores.js").Score} score */
  line({ strategy, solved, instances, par }) {
    const { name, color } = this.rows.head.strategies[strategy], part = instances ? solved / instances : 0;
    return h("tr", { "data-strategy": name },
      h("th", { scope: "row" }, this.highlight.button(name, h("i", { class: "swatch", style: { background: color } }), document.createTextNode(name))),
      h("td", { class: "right share", style: { "--part": part.toFixed(4) } }, `${integer(solved)} of ${integer(instances)}`),
      h("td", { class: "right" }, time(par)));
  }

  words() {
    const { state } = this, times = state.factor === 1 ? "the limit" : `${integer(state.factor)} times the limit`;
    const par = `PAR-${integer(state.factor)}: the mean CPU time, an unanswered instance counted as ${times}.`;
    if (state.limit === null) return `As recorded, with the limit that each search had. ${par}`;
    return `As if each search had ended after ${time(state.limit)} of CPU time. ${par}`;
  }
}
