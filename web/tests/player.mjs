// Checks the player without a browser: `node player.mjs`. Timers are called by hand.

import assert from "node:assert/strict";
import { Player } from "../player.js";

/** @type {(() => unknown)[]} */
let timers = [];
globalThis.setTimeout = /** @type {any} */ ((/** @type {() => unknown} */ action) => timers.push(action));
const elapse = async () => {
  const due = timers;
  timers = [];
  await Promise.all(due.map((action) => action()));
};

const pane = { track: { length: 1000, head: {}, kindAt: () => "fix" }, at: 0 };
const app = /** @type {any} */ ({ leader: pane, mode: "watch", emit() {}, seek: (/** @type {number} */ at) => (pane.at = at) });
const player = new Player(app);

// However often it is paused and continued before a timer is due, one run goes on.
for (let times = 0; times < 3; times++) {
  player.play();
  player.pause();
}
player.play();
await elapse();
assert.equal(timers.length, 1);

player.pause();
await elapse();
assert.equal(timers.length, 0);
