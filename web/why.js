// Shows beside a cell or a dead end why a candidate is impossible: the digit that rules it out, or the rule that removed it.

import { h } from "./dom.js";
import { cellName } from "./geometry.js";
import { word } from "./language.js";
import { showBeside } from "./menus.js";
import { deadEndOf, excludedDigits, statementReasons } from "./reasons.js";

/**
 * A button that explains the dead end of a moment, if it is one.
 * @param {import("./app.js").Pane} pane @param {import("./names.js").Names} names @param {import("./types.js").Moment} moment
 * @param {(at: number) => void} onseek
 */
export function whyButton(pane, names, moment, onseek) {
  const contradiction = moment.cause ?? moment, end = deadEndOf(names, contradiction);
  if (!end) return null;
  const { question, title, statements } = end;
  const button = h("button", { type: "button", class: "quiet why", onclick: () => showReasons(pane, names, contradiction, title, statements, button, onseek) }, question);
  return button;
}

/**
 * Shows the candidates of an open cell, and why its other digits are impossible.
 * @param {import("./app.js").Pane} pane @param {import("./names.js").Names} names @param {number} cell
 * @param {Element} at @param {(at: number) => void} onseek
 */
export async function explainCell(pane, names, cell, at, onseek) {
  const { shape } = names;
  if (!pane.track || !shape) return;
  const moment = await pane.track.moment(pane.at), { cells } = moment.state;
  if (!cells || cells[cell].digit) return;
  const left = cells[cell].candidates ?? [];
  const statements = excludedDigits(shape, cell, left);
  if (!statements.length) return;
  const title = left.length ? word(left.length > 1 ? "{}: {} are possible" : "{}: {} is possible", cellName(cell, shape.side), left.join(" ")) : word("{}: nothing is possible", cellName(cell, shape.side));
  showReasons(pane, names, moment, title, statements, at, onseek);
}

/**
 * @param {import("./app.js").Pane} pane @param {import("./names.js").Names} names @param {import("./types.js").Moment} moment
 * @param {string} title @param {import("./reasons.js").Statement[]} statements @param {Element} at @param {(at: number) => void} onseek
 */
async function showReasons(pane, names, moment, title, statements, at, onseek) {
  if (!pane.track) return;
  const list = h("ul", {});
  const sheet = h("div", { class: "reasons", popover: "auto", role: "dialog", "aria-label": title }, h("p", {}, title), list);
  showBeside(sheet, at);
  for (const { subject, words, event } of await statementReasons(pane.track, names, moment, statements)) {
    const go = event === null ? null : h("button", { type: "button", class: "quiet", onclick: () => (sheet.remove(), onseek(event + 1)) }, word("go there"));
    list.append(h("li", {}, h("b", {}, subject), `: ${words} `, go));
  }
}
