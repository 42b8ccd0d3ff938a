// A small exact cover to do by hand: options are taken by a click, and each item says how often it is covered.

import { h } from "./dom.js";

/**
 * @param {HTMLElement} element
 * @param {import("./types.js").CoverRead} cover
 */
export function coverByHand(element, cover) {
  const items = cover.items.map(({ name }) => name);
  const options = cover.options.map((option) => option.map((entry) => (typeof entry === "string" ? entry : String(/** @type {any} */ (entry).name ?? entry))));
  const taken = new Set(/** @type {number[]} */ ([]));
  const heads = items.map((item) => h("th", { scope: "col" }, item));
  const verdict = h("p", { class: "verdict", role: "status" });
  const rows = options.map((option, at) => {
    const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => toggle(at) }, `option ${at + 1}`);
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
    verdict.textContent = done ? "Every item is covered exactly once. That is a solution."
      : twice.length ? `Covered more than once: ${twice.join(", ")}. Take an option back.` : `${once} of ${items.length} items are covered.`;
  };
  element.classList.add("live");
  element.append(h("div", { class: "scroller" }, h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), heads)), h("tbody", {}, rows.map(({ row }) => row)))), verdict);
  draw();
}
