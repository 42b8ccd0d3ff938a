// A click on the picture: an answer, an assumption, or a request for an explanation.

import { h } from "./dom.js";
import { cellName, digitOf } from "./geometry.js";
import { word } from "./language.js";
import { showBeside } from "./menus.js";
import { explainCell } from "./why.js";

/**
 * @param {import("./app.js").App} app
 * @param {import("./app.js").Pane} pane
 * @param {import("./names.js").Names} names
 * @param {import("./predict.js").Choice} choice
 * @param {HTMLElement} at
 */
export function handlePick(app, pane, names, choice, at) {
  if (app.mode === "predict" && pane === app.leader) app.quiz.answer(choice);
  else if (app.takesAssumptions) suppose(app, names, choice, at);
  else if (app.mode === "watch" && choice.cell !== undefined) explainCell(pane, names, choice.cell, at, (to) => (app.takeLead(pane.index), app.seek(to)));
}

/** Assumes a digit that was typed on a cell. @param {import("./app.js").App} app @param {import("./names.js").Names} names @param {number} cell @param {number} digit */
export function supposeDigit(app, names, cell, digit) {
  const name = cellName(cell, names.shape?.side ?? 9);
  const others = app.assume.filter((one) => typeof one === "number" || one.cell !== name);
  app.whatIf([...others, { cell: name, digit }]);
  return true;
}

/** @param {import("./app.js").App} app @param {import("./names.js").Names} names @param {import("./predict.js").Choice} choice @param {HTMLElement} at */
function suppose(app, names, choice, at) {
  if (choice.cell !== undefined && names.shape) showKeypad(app, names, names.shape, choice.cell, at);
  else if (choice.option !== undefined) app.whatIf([...app.assume, choice.option]);
  else if (choice.literal !== undefined) app.whatIf([...app.assume, choice.literal]);
}

/**
 * A small keypad beside the cell.
 * @param {import("./app.js").App} app
 * @param {import("./names.js").Names} names
 * @param {import("./geometry.js").Shape} shape
 * @param {number} cell
 * @param {HTMLElement} at
 */
function showKeypad(app, names, shape, cell, at) {
  const name = cellName(cell, shape.side), focused = document.activeElement;
  const choose = (/** @type {number} */ digit) => {
    pad.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    supposeDigit(app, names, cell, digit);
  };
  const buttons = Array.from({ length: shape.side }, (_, digit) =>
    h("button", { type: "button", onclick: () => choose(digit + 1) }, digit + 1));
  const pad = h("div", { class: "keypad", popover: "auto", role: "dialog", "aria-label": word("what if {} is", name), style: { "--columns": shape.columns } },
    h("p", {}, word("What if {} is", name)), h("div", {}, buttons));
  pad.addEventListener("keydown", (event) => {
    const digit = digitOf(event.key, shape.side);
    if (!digit) return;
    // The keypad disappears with the choice, so the page would take 1 and 2 for the keys of the panes.
    event.stopPropagation();
    choose(digit);
  });
  showBeside(pad, at);
  buttons[0].focus();
}
