// Breakpoints: where a run stops.

import { CONFLICTS, DECISIONS } from "./kinds.js";
import { Names } from "./names.js";
import { cellIndex } from "./geometry.js";

/** @typedef {{on: "conflict" | "fail" | "decision" | "learn" | "cell", cell?: string}} Breakpoint */

/** @type {{on: Breakpoint["on"], words: string, stops: (kind: string) => boolean}[]} */
export const BREAK_KINDS = [
  { on: "fail", words: "at a fail", stops: (kind) => kind === "fail" },
  { on: "conflict", words: "at a conflict", stops: (kind) => CONFLICTS.has(kind) },
  { on: "decision", words: "at a decision", stops: (kind) => DECISIONS.has(kind) },
  { on: "learn", words: "when a clause is learned", stops: (kind) => kind === "learn" },
];

/** @param {Breakpoint} one */
export function breakpointWords(one) {
  return one.on === "cell" ? `when ${one.cell} changes` : (BREAK_KINDS.find(({ on }) => on === one.on)?.words ?? one.on);
}

/**
 * The first position after `from`, up to `to`, at which one of the breakpoints stops; null if none does.
 * @param {import("./types.js").Track} track
 * @param {Breakpoint[]} breakpoints
 * @param {number} from
 * @param {number} to
 * @returns {Promise<number|null>}
 */
export async function stopBetween(track, breakpoints, from, to) {
  const kinds = BREAK_KINDS.filter(({ on }) => breakpoints.some((one) => one.on === on));
  const cells = breakpoints.flatMap(({ cell }) => (cell ? [cell] : []));
  const names = new Names(track.head);
  const wanted = new Set(cells.map((cell) => (names.shape ? cellIndex(cell, names.shape.side) : -1)));
  for (let start = from; start < to; start += LOOKAHEAD) {
    const end = Math.min(to, start + LOOKAHEAD);
    const events = wanted.size ? await track.eventsBetween(start, end) : [];
    for (let event = start; event < end; event++) {
      const kind = track.kindAt(event);
      if (kinds.some(({ stops }) => stops(kind))) return event + 1;
      const candidate = events.length ? names.candidateOf(events[event - start].line) : null;
      if (candidate && wanted.has(candidate.cell)) return event + 1;
    }
  }
  return null;
}

const LOOKAHEAD = 2048;
