// A small exact cover or formula to solve by hand, with the violations so far.

import { h } from "./dom.js";
import { word } from "./language.js";

/**
 * How the taken options that have an item violate it, given the item's color in each, or "" for none.
 * @param {string[]} colors
 * @returns {"" | "twice" | "colors"}
 */
export function violation(colors) {
  if (colors.length < 2) return "";
  if (colors.includes("")) return "twice";
  return new Set(colors).size > 1 ? "colors" : "";
}

/**
 * The verdict on the options taken so far.
 * @param {{name: string, primary: boolean}[]} items @param {string[][]} colors  of each item in the options taken
 * @returns {{tone: "right" | "wrong" | "", words: string}}
 */
export function coverVerdict(items, colors) {
  const violations = colors.map(violation);
  const [twice, clashing] = ["twice", "colors"].map((kind) => items.flatMap(({ name }, item) => (violations[item] === kind ? [name] : [])).join(", "));
  if (twice) return { tone: "wrong", words: word("Covered more than once: {}. Take an option back.", twice) };
  if (clashing) return { tone: "wrong", words: word("Different colors of {}. Take an option back.", clashing) };
  const primary = items.flatMap((item, at) => (item.primary ? [at] : [])), covered = primary.filter((item) => colors[item].length).length;
  if (covered < primary.length) return { tone: "", words: word("{} of {} items are covered.", covered, primary.length) };
  return { tone: "right", words: word(covered === items.length ? "Every item is covered exactly once. That is a solution." : "Every primary item is covered exactly once. That is a solution.") };
}

/** Puts what is done by hand before the solution. @param {HTMLElement} element @param {...Node} nodes */
function install(element, ...nodes) {
  element.classList.add("live");
  element.querySelector("details")?.before(...nodes);
}

/**
 * Primary items are to be covered once. Secondary items may stay open; several options may have one in the same color.
 * @param {HTMLElement} element
 * @param {import("./types.js").CoverRead} cover
 */
export function coverByHand(element, cover) {
  const names = cover.items.map(({ name }) => name);
  /** The color of each item of an option: empty if it has none. @type {Map<number, string>[]} */
  const options = cover.options.map((option) => new Map(option.map((entry) => (Array.isArray(entry) ? [Number(entry[0]), String(entry[1])] : [Number(entry), ""]))));
  const taken = new Set(/** @type {number[]} */ ([]));
  const heads = cover.items.map(({ name, primary }) => h("th", { scope: "col", title: primary ? null : word("secondary") }, primary ? name : h("i", {}, name)));
  const verdict = h("p", { class: "verdict", role: "status" });
  const rows = options.map((option, at) => {
    const text = [...option].map(([item, color]) => (color ? `${names[item]}:${color}` : names[item])).join(" ");
    const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => toggle(at) }, text);
    return { button, row: h("tr", {}, h("th", { scope: "row" }, button), names.map((_, item) => h("td", {}, option.has(item) ? option.get(item) || "●" : ""))) };
  });
  const toggle = (/** @type {number} */ at) => {
    if (!taken.delete(at)) taken.add(at);
    draw();
  };
  const draw = () => {
    const colors = names.map((_, item) => [...taken].flatMap((at) => options[at].get(item) ?? []));
    heads.forEach((head, item) => (head.className = violation(colors[item]) ? "twice" : colors[item].length ? "once" : ""));
    rows.forEach(({ button, row }, at) => {
      row.className = taken.has(at) ? "taken" : "";
      button.setAttribute("aria-pressed", String(taken.has(at)));
    });
    const { tone, words } = coverVerdict(cover.items, colors);
    verdict.className = `verdict ${tone}`;
    verdict.textContent = words;
  };
  install(element, h("div", { class: "scroller" }, h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), heads)), h("tbody", {}, rows.map(({ row }) => row)))), verdict);
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
  install(element, h("div", { class: "switches", role: "group", "aria-label": word("switches") }, switches), h("ol", { class: "wishes" }, rows), verdict);
  draw();
}
