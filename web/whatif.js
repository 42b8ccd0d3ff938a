// A click on the picture: an answer, a breakpoint, or something to suppose.

import { h } from "./dom.js";
import { cellName, symbol } from "./geometry.js";

/**
 * @param {import("./app.js").App} app
 * @param {import("./app.js").Pane} pane
 * @param {import("./names.js").Names} names
 * @param {import("./predict.js").Choice} choice
 * @param {HTMLElement} at
 */
export function picked(app, pane, names, choice, at) {
  if (app.picking) app.picking(choice, names);
  else if (app.mode === "predict" && pane === app.leader) app.quiz.answer(choice);
  else if (app.mode === "whatif") suppose(app, names, choice, at);
}

/** @param {import("./app.js").App} app @param {import("./names.js").Names} names @param {import("./predict.js").Choice} choice @param {HTMLElement} at */
function suppose(app, names, choice, at) {
  if (choice.cell !== undefined && names.shape) digits(app, names.shape, choice.cell, at);
  else if (choice.option !== undefined) app.whatIf([...app.assume, choice.option]);
  else if (choice.literal !== undefined) app.whatIf([...app.assume, choice.literal]);
}

/**
 * A small keypad beside the cell.
 * @param {import("./app.js").App} app
 * @param {import("./geometry.js").Shape} shape
 * @param {number} cell
 * @param {HTMLElement} at
 */
function digits(app, shape, cell, at) {
  const name = cellName(cell, shape.side);
  const choose = (/** @type {number} */ digit) => {
    pad.remove();
    const others = app.assume.filter((one) => typeof one === "number" || one.cell !== name);
    app.whatIf([...others, { cell: name, digit }]);
  };
  const buttons = Array.from({ length: shape.side }, (_, digit) =>
    h("button", { type: "button", onclick: () => choose(digit + 1) }, symbol(digit + 1)));
  const pad = h("div", { class: "keypad", popover: "auto", role: "dialog", "aria-label": `what if ${name} is`, style: `--columns: ${shape.columns}` },
    h("p", {}, `What if ${name} is`), h("div", {}, buttons));
  pad.addEventListener("toggle", (event) => {
    if (/** @type {any} */ (event).newState === "closed") pad.remove();
  });
  document.body.append(pad);
  pad.showPopover();
  const bounds = at.getBoundingClientRect(), own = pad.getBoundingClientRect();
  pad.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, bounds.left + bounds.width / 2 - own.width / 2))}px`;
  pad.style.top = `${bounds.bottom + own.height + 12 > innerHeight ? bounds.top - own.height - 6 : bounds.bottom + 6}px`;
  buttons[0].focus();
}
