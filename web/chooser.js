// The head of a pane: strategy, parameters and level of detail.

import { h } from "./dom.js";
import { specName } from "./app.js";
import { PERSON } from "./explain.js";
import { translated, word } from "./language.js";

const PURPOSES = /** @type {{[purpose: string]: string}} */ ({ choose: "Choose for me", fast: "Fast", learn: "To learn from" });
const LEVELS = [["node", "nodes only"], ["step", "every step"], ["micro", "every link"]];

/**
 * @param {import("./app.js").App} app
 * @param {import("./app.js").Pane} pane
 */
export function chooser(app, pane) {
  const label = app.panes.length > 1 ? word("strategy of pane {}", pane.index + 1) : word("strategy");
  if (pane.recordedTrace !== null) return h("strong", { class: "written" }, pane.track?.name ?? "");
  const select = h("select", { class: "strategy", "data-key": "strategy", "aria-label": label, onchange: () => app.choose(pane, select.value) }, ...groups(app));
  select.value = specName(pane.spec);
  return h("span", { class: "chooser" }, select, options(app, pane));
}

/** @param {import("./app.js").App} app */
function groups(app) {
  const purposes = [...new Set(app.availableStrategies.map(({ purpose }) => purpose))].sort((a, b) => Number(b === "learn") - Number(a === "learn"));
  const all = purposes.map((purpose) => h("optgroup", { label: word(PURPOSES[purpose] ?? purpose) },
    app.availableStrategies.filter((one) => one.purpose === purpose).map(({ name, sentence }) => h("option", { value: name, title: translated(sentence) || null }, name))));
  // The sentences of a human solution are English.
  if (app.puzzle?.kind === "sudoku" && translated("a human solution")) all.push(h("optgroup", { label: "People" }, h("option", { value: PERSON }, "a human solution")));
  return all;
}

/** Parameters and level of detail, behind a button. @param {import("./app.js").App} app @param {import("./app.js").Pane} pane */
function options(app, pane) {
  const info = app.strategies.find(({ name, kinds }) => name === specName(pane.spec) && kinds.includes(app.puzzle?.kind ?? ""));
  if (!info) return null;
  const given = parametersOf(pane.spec);
  /** @type {Map<string, HTMLSelectElement|HTMLInputElement>} */
  const fields = new Map();
  const changed = () => app.choose(pane, specOf(info, fields), level.value);
  const rows = info.parameters.map((parameter) => {
    const field = fieldOf(parameter, given.get(parameter.name) ?? parameter.default, changed);
    fields.set(parameter.name, field);
    return h("label", {}, h("b", {}, parameter.name), field, h("small", {}, translated(parameter.sentence)));
  });
  const level = h("select", { "data-key": "options", onchange: changed }, LEVELS.map(([name, words]) => h("option", { value: name }, word(words))));
  level.value = pane.level;
  return h("details", { class: "options" }, h("summary", { "data-key": "options", title: word("parameters and detail") }, given.size ? [...given].map(([name, value]) => `${name}=${value}`).join(" ") : word("options")),
    h("div", { class: "sheet" }, h("p", {}, translated(info.sentence)), h("p", { class: "note" }, info.source), rows,
      h("label", {}, h("b", {}, word("detail")), level, h("small", {}, word("how much of the search is shown")))));
}

/** @param {import("./types.js").Parameter} parameter @param {string} value @param {() => void} changed */
function fieldOf(parameter, value, changed) {
  const { values, range } = parameter;
  const field = values
    ? h("select", { "data-key": "options", onchange: changed }, values.map((one) => h("option", { value: one }, one)))
    : h("input", { "data-key": "options", type: range ? "number" : "text", min: range?.[0], max: range?.[1], onchange: changed });
  field.value = value;
  return field;
}

/** @param {string} spec @returns {Map<string, string>} */
function parametersOf(spec) {
  const written = spec.includes(":") ? spec.slice(spec.indexOf(":") + 1) : "";
  return new Map(written.split(",").filter(Boolean).map((one) => /** @type {[string, string]} */ (one.split("="))));
}

/** The spec without parameters at their defaults, such as `dlx:heuristic=first`. @param {import("./types.js").StrategyInfo} info @param {Map<string, HTMLSelectElement|HTMLInputElement>} fields */
function specOf(info, fields) {
  const set = info.parameters.flatMap(({ name, default: usual }) => {
    const value = fields.get(name)?.value ?? usual;
    return value === String(usual) ? [] : [`${name}=${value}`];
  });
  return set.length ? `${info.name}:${set.join(",")}` : info.name;
}
