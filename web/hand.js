// A small exact cover or formula to solve by hand, with the violations so far.

import { h } from "./dom.js";
import { word } from "./language.js";

/**
 * @param {HTMLElement} element
 * @param {import("./types.js").CoverRead} cover
 */
export function coverByHand(element, cover) {
  const items = cover.items.map(({ name }) => name);
  const options = cover.options.map((option) => option.map((entry) => items[Number(Array.isArray(entry) ? entry[0] : entry)]));
  const taken = new Set(/** @type {number[]} */ ([]));
  const heads = items.map((item) => h("th", { scope: "col" }, item));
  const verdict = h("p", { class: "verdict", role: "status" });
  const rows = options.map((option, at) => {
    const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => toggle(at) }, option.join(" "));
    return { button, row: h("tr", {}, h("th", { scope: "row" }, button), items.map((item) => h("td", {}, option.includes(item) ? "●" : ""))) };
  });
  const toggle = (/** @type {number} */ at) => {
    if (!taken.delete(at)) taken.add(at);
    draw();
  };
  const draw = () => {
    const times = items.map((item) => [...taken].filter((at) => options[at].includes(item)).length);
    heads.forEach((head, item) => (head.className = times[item] > 1 ? "twice" : times[item] ? "once" : ""));
    rows.forEach(({ button, row }, at) => {
      row.className = taken.has(at) ? "taken" : "";
      button.setAttribute("aria-pressed", String(taken.has(at)));
    });
    const once = times.filter((count) => count === 1).length;
    const twice = items.filter((_, item) => times[item] > 1);
    const done = once === items.length;
    verdict.className = `verdict ${done ? "right" : twice.length ? "wrong" : ""}`;
    verdict.textContent = done ? word("Every item is covered exactly once. That is a solution.")
      : twice.length ? word("Covered more than once: {}. Take an option back.", twice.join(", ")) : word("{} of {} items are covered.", once, items.length);
  };
  element.classList.add("live");
  const solution = /** @type {HTMLElement} */ (element.querySelector("details"));
  solution.before(h("div", { class: "scroller" }, h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), heads)), h("tbody", {}, rows.map(({ row }) => row)))), verdict);
  draw();
}

/**
 * Switches for the variables of a formula, and its clauses.
 * @param {HTMLElement} element
 * @param {import("./types.js").FormulaRead} formula
 */
export function formulaByHand(element, { variables, clauses }) {
  /** @type {(boolean|null)[]} */
  const values = Array(variables + 1).fill(null);
  const verdict = h("p", { class: "verdict", role: "status" });
  const switches = values.slice(1).map((_, at) => h("button", { type: "button", onclick: () => turn(at + 1) }));
  const rows = clauses.map((clause) => h("li", {}, clause.flatMap((literal, at) => [at ? " ∨ " : "", h("span", {}, literal < 0 ? `¬${-literal}` : literal)])));
  const turn = (/** @type {number} */ variable) => {
    values[variable] = values[variable] === null ? false : values[variable] === false ? true : null;
    draw();
  };
  const truth = (/** @type {number} */ literal) => (values[Math.abs(literal)] === null ? null : values[Math.abs(literal)] === literal > 0);
  const draw = () => {
    switches.forEach((button, at) => {
      const value = values[at + 1];
      const state = value === null ? "open" : value ? "on" : "off";
      button.className = state;
      button.replaceChildren(h("b", {}, at + 1), ` ${word(state)}`);
    });
    const states = clauses.map((clause) => (clause.some(truth) ? "true" : clause.every((literal) => truth(literal) === false) ? "false" : ""));
    rows.forEach((row, at) => {
      row.className = states[at];
      [...row.querySelectorAll("span")].forEach((span, index) => (span.className = String(truth(clauses[at][index]))));
    });
    const [fine, wrong] = ["true", "false"].map((state) => states.filter((one) => one === state).length);
    verdict.className = `verdict ${fine === clauses.length ? "right" : wrong ? "wrong" : ""}`;
    verdict.textContent = fine === clauses.length ? word("Every clause is true. That is a solution.") : wrong ? word("{} of {} clauses are true, {} false.", fine, clauses.length, wrong) : word("{} of {} clauses are true.", fine, clauses.length);
  };
  element.classList.add("live");
  const solution = /** @type {HTMLElement} */ (element.querySelector("details"));
  solution.before(h("div", { class: "switches", role: "group", "aria-label": word("switches") }, switches), h("ol", { class: "wishes" }, rows), verdict);
  draw();
}
