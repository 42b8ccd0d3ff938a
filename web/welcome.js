// The welcome: the purpose of the page, and three things to try.

import { h } from "./dom.js";
import { writeStorage, readStorage } from "./memory.js";

const CLOSED = "coverlab welcome";

/** Shows the welcome, unless it was closed before or the address names a moment. @param {import("./app.js").App} app @param {HTMLElement} into */
export function welcome(app, into) {
  if (location.hash.length > 1 || readStorage(CLOSED) !== null) return;
  const close = () => {
    into.hidden = true;
    writeStorage(CLOSED, "yes");
  };
  const steps = /** @type {[string, string, () => void][]} */ ([
    ["Watch", "Play the search.", () => app.player.play()],
    ["Predict", "Say what comes next.", () => app.setMode("predict")],
    ["Compare", "Add a second strategy.", () => app.panes.length < 2 && app.toggleSecond()],
  ]);
  into.replaceChildren(
    h("p", {}, "This page runs real search algorithms on Sudoku, exact cover and SAT, and shows each of their steps. Three things to try:"),
    h("div", { class: "tries" }, steps.map(([title, words, does]) => h("button", { type: "button", onclick: () => (close(), does()) }, h("b", {}, title), h("small", {}, words)))),
    h("button", { type: "button", class: "quiet close", "aria-label": "close the welcome", onclick: close }, "×"));
  into.hidden = false;
}
