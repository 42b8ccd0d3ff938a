// Shows beside a cell why a candidate is impossible: the digit that rules it out, or the event that removed it.

import { h } from "./dom.js";
import { cellName, houseCells, peers, symbol } from "./geometry.js";
import { CONFLICTS } from "./kinds.js";
import { showBeside } from "./menus.js";

/** Maximum number of events searched backward for the one that removed a candidate, and their number per request. */
const MAX_SEARCHED_EVENTS = 20_000;
const EVENTS_PER_REQUEST = 256;

/** Words for the events that write a digit. @type {{[kind: string]: string}} */
const PLACED_BY = { try: "supposed", side: "supposed", naked: "forced", hidden: "forced" };

/**
 * @typedef {{pane: import("./app.js").Pane, names: import("./names.js").Names, shape: import("./geometry.js").Shape,
 *   cells: import("./types.js").CellState[], onseek: (at: number) => void}} BoardMoment  a moment of a search, and how to go to another one
 */

/**
 * A button that explains the dead end, if a cell or a house of a board caused it.
 * @param {import("./app.js").Pane} pane @param {import("./names.js").Names} names @param {import("./types.js").Moment} moment
 * @param {import("./board.js").BoardView|null} board @param {(at: number) => void} onseek
 */
export function whyButton(pane, names, moment, board, onseek) {
  const line = moment.cause ?? moment.line;
  const { shape } = names;
  const { cells } = moment.state;
  if (!line || !shape || !cells || !board || !CONFLICTS.has(line.kind)) return null;
  const candidate = names.candidateOf(line), [house] = names.housesOf(line);
  const where = { pane, names, shape, cells, onseek };
  if (candidate && !cells[candidate.cell].digit) {
    return button(`Why does ${cellName(candidate.cell, shape.side)} have no candidate?`, (at) => showReasons(where, `${cellName(candidate.cell, shape.side)}: nothing is possible`, excluded(where, candidate.cell), at));
  }
  const digit = line.digit ?? names.digitOf(line);
  if (!house || !digit) return null;
  const open = houseCells(house, shape).map((cell) => ({ cell, digit }));
  return button(`Why does ${symbol(digit)} have no place in ${house}?`, (at) => showReasons(where, `${symbol(digit)} in ${house}: no place`, open, at));
}

/** @param {string} words @param {(at: Element) => void} onclick */
function button(words, onclick) {
  const element = h("button", { type: "button", class: "quiet why", onclick: () => onclick(element) }, words);
  return element;
}

/**
 * Shows the candidates of an open cell, and why its other digits are impossible.
 * @param {import("./app.js").Pane} pane @param {import("./names.js").Names} names @param {number} cell
 * @param {Element} at @param {(at: number) => void} onseek
 */
export async function explainCell(pane, names, cell, at, onseek) {
  const { shape } = names;
  if (!pane.track || !shape) return;
  const { cells } = (await pane.track.moment(pane.at)).state;
  if (!cells || cells[cell].digit) return;
  const where = { pane, names, shape, cells, onseek };
  const left = cells[cell].candidates ?? [];
  const not = excluded(where, cell);
  if (not.length) showReasons(where, `${cellName(cell, shape.side)}: ${left.length ? `${left.map(symbol).join(" ")} are possible` : "nothing is possible"}`, not, at);
}

/** The digits that a cell cannot be. @param {BoardMoment} where @param {number} cell */
function excluded({ cells, shape }, cell) {
  const left = cells[cell].candidates ?? [];
  return Array.from({ length: shape.side }, (_, at) => at + 1).filter((digit) => !left.includes(digit)).map((digit) => ({ cell, digit }));
}

/** @param {BoardMoment} where @param {string} title @param {{cell: number, digit: number}[]} candidates @param {Element} at */
async function showReasons(where, title, candidates, at) {
  const { shape, onseek } = where;
  const one = new Set(candidates.map(({ cell }) => cell)).size === 1;
  const list = h("ul", {});
  const sheet = h("div", { class: "reasons", popover: "auto", role: "dialog", "aria-label": title }, h("p", {}, title), list);
  showBeside(sheet, at);
  const reasons = await exclusionsOf(where, candidates);
  list.append(...candidates.map(({ cell, digit }, index) => {
    const { words, event } = reasons[index];
    const go = event === null ? null : h("button", { type: "button", class: "quiet", onclick: () => (sheet.remove(), onseek(event + 1)) }, "go there");
    return h("li", {}, h("b", {}, one ? `not ${symbol(digit)}` : `not ${cellName(cell, shape.side)}`), `: ${words} `, go);
  }));
}

/**
 * Why each of the candidates is impossible, with the event that ruled it out, if there was one.
 * @param {BoardMoment} where @param {{cell: number, digit: number}[]} candidates
 * @returns {Promise<{words: string, event: number|null}[]>}
 */
async function exclusionsOf(where, candidates) {
  const { cells, shape, pane } = where;
  /** The cell whose digit rules a candidate out, or the cell itself. */
  const by = candidates.map(({ cell, digit }) => {
    if (cells[cell].digit) return cell;
    return cells.findIndex((other, at) => other.digit === digit && peers(cell, at, shape));
  });
  const wanted = candidates.map(({ cell, digit }, at) => (by[at] < 0 ? { cell, digit, removed: true } : { cell: by[at], digit: cells[by[at]].digit ?? 0, removed: false }));
  const events = await lastEvents(where, pane.at, wanted);
  return wanted.map(({ cell, digit, removed }, at) => {
    const found = events[at];
    if (removed) return { words: found ? found.sentence : "ruled out earlier", event: found?.event ?? null };
    const how = cells[cell].given ? "a clue" : PLACED_BY[found?.kind ?? ""] ?? (cells[cell].guess ? "supposed" : "");
    const words = `${cellName(cell, shape.side)} is ${symbol(digit)}${how ? `, ${how}` : ""}`;
    return { words, event: cells[cell].given ? null : found?.event ?? null };
  });
}

/**
 * For each candidate the last event before a position that removed it, or wrote it.
 * @param {BoardMoment} where @param {number} before @param {{cell: number, digit: number, removed: boolean}[]} wanted
 */
async function lastEvents({ pane, names }, before, wanted) {
  /** @type {({event: number, kind: string, sentence: string}|undefined)[]} */
  const found = wanted.map(() => undefined);
  const { track } = pane;
  for (let to = before; track && to > 0 && before - to < MAX_SEARCHED_EVENTS && found.includes(undefined); to -= EVENTS_PER_REQUEST) {
    const from = Math.max(0, to - EVENTS_PER_REQUEST);
    const events = await track.eventsBetween(from, to);
    for (let at = events.length - 1; at >= 0; at--) {
      const { line, sentence } = events[at];
      const candidate = names.candidateOf(line);
      if (!candidate?.digit) continue;
      wanted.forEach(({ cell, digit, removed }, index) => {
        if (found[index] || candidate.cell !== cell || candidate.digit !== digit || removed !== (line.kind === "remove" || line.literal < 0)) return;
        found[index] = { event: from + at, kind: line.kind, sentence };
      });
    }
  }
  return found;
}
