// Clocks: for a position of one search, they give the position of another at the same time.

import { DECISIONS, FIXES } from "./kinds.js";

/** @type {{name: string, words: string, ticks: (kind: string) => boolean}[]} */
export const CLOCKS = [
  { name: "event", words: "events", ticks: () => true },
  { name: "node", words: "nodes", ticks: (kind) => kind === "node" },
  { name: "decision", words: "decisions", ticks: (kind) => DECISIONS.has(kind) },
  { name: "fixed", words: "fixed cells", ticks: (kind) => FIXES.has(kind) },
];

/**
 * The time that the clock shows after the first `at` events.
 * @param {import("./types.js").Track} track
 * @param {string} clock
 * @param {number} at
 */
export function timeAt(track, clock, at) {
  return countAtMost(ticksOf(track, clock), at);
}

/**
 * The first position at which the clock shows `time`; the end if it never does.
 * @param {import("./types.js").Track} track
 * @param {string} clock
 * @param {number} time
 */
export function positionAt(track, clock, time) {
  if (time <= 0) return 0;
  const ticks = ticksOf(track, clock);
  return time > ticks.length ? track.length : ticks[time - 1];
}

/** @type {WeakMap<object, Map<string, number[]>>} */
const tickCache = new WeakMap();

/** The positions right after each tick. @param {import("./types.js").Track} track @param {string} name */
function ticksOf(track, name) {
  const known = tickCache.get(track) ?? new Map();
  tickCache.set(track, known);
  const found = known.get(name);
  if (found) return found;
  const clock = CLOCKS.find((one) => one.name === name) ?? CLOCKS[0];
  const letters = new Set(Object.keys(track.letters).filter((letter) => clock.ticks(track.letters[letter])));
  const ticks = [];
  for (let event = 0; event < track.length; event++) if (letters.has(track.kinds[event])) ticks.push(event + 1);
  known.set(name, ticks);
  return ticks;
}

/** How many of the ascending numbers are less than or equal to `at`. @param {number[]} ascending @param {number} at */
export function countAtMost(ascending, at) {
  let low = 0, high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
