// Clocks: for a position of one search, they give the position of another at the same time.

import { CONFLICTS, DECISIONS, FIXES } from "./kinds.js";

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
  return countAt(ticksOf(track, clock), at);
}

/** The number of dead ends among the first `at` events. @param {import("./types.js").Track} track @param {number} at */
export function deadEndsAt(track, at) {
  return countAt(eventsThat(track, "dead ends", (kind) => CONFLICTS.has(kind)), at);
}

/**
 * The first position at which the clock shows at least `time`; the end if it never does.
 * @param {import("./types.js").Track} track
 * @param {string} clock
 * @param {number} time
 */
export function positionAt(track, clock, time) {
  if (time <= 0) return 0;
  const { positions, gap, leftOut } = ticksOf(track, clock), before = countAtMost(positions, gap);
  if (time > before && time <= before + leftOut) return gap;
  return positions[time - 1 - (time > before ? leftOut : 0)] ?? track.length;
}

/**
 * The positions right after some events of a track, and how many others were left out at the position `gap`.
 * @typedef {{positions: number[], gap: number, leftOut: number}} Ticks
 */

/** @type {WeakMap<object, Map<string, Ticks>>} */
const tickCache = new WeakMap();

/** @param {import("./types.js").Track} track @param {string} name */
function ticksOf(track, name) {
  const clock = CLOCKS.find((one) => one.name === name) ?? CLOCKS[0];
  return eventsThat(track, clock.name, clock.ticks);
}

/**
 * The events of some kinds. A long trace has all events up to some point, then only the path to the solution. `sub` lines
 * replace the omitted subtrees; all omitted events count at the last of them.
 * @param {import("./types.js").Track} track
 * @param {string} name
 * @param {(kind: string) => boolean} isMeant
 * @returns {Ticks}
 */
function eventsThat(track, name, isMeant) {
  const known = tickCache.get(track) ?? new Map();
  tickCache.set(track, known);
  const found = known.get(name);
  if (found) return found;
  const positions = [];
  let gap = track.length;
  for (let event = 0; event < track.length; event++) {
    const kind = track.kindAt(event);
    if (kind === "sub") gap = event + 1;
    else if (isMeant(kind)) positions.push(event + 1);
  }
  const all = Object.entries(track.stats?.counts ?? {}).filter(([kind]) => isMeant(kind));
  const leftOut = Math.max(0, all.reduce((sum, [, count]) => sum + count, 0) - positions.length);
  const ticks = { positions, gap, leftOut };
  known.set(name, ticks);
  return ticks;
}

/** @param {Ticks} ticks @param {number} at */
function countAt({ positions, gap, leftOut }, at) {
  return countAtMost(positions, at) + (at >= gap ? leftOut : 0);
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
