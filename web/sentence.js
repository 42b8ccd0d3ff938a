// The sentence: what just happened, in words, and before the first event what to do.

import { h, several, solutionsFound } from "./dom.js";
import { PERSON } from "./explain.js";

/** Characters from which on a sentence is set smaller. */
const LONG = 130;

export class SentenceView {
  constructor() {
    this.words = h("p", { class: "words" });
    this.after = h("p", { class: "after" });
    this.element = h("div", { class: "sentence" }, this.words, this.after);
  }

  /** Whether the sentence is read aloud as it changes: that of the leading pane, when stepping. @param {boolean} live */
  speak(live) {
    this.words.setAttribute("aria-live", live ? "polite" : "off");
  }

  /** @param {import("./types.js").Track} track @param {import("./types.js").Moment} moment @param {import("./names.js").Names} names */
  draw(track, moment, names) {
    const words = moment.at ? upper(moment.sentence) : invitation(track);
    if (this.words.textContent !== words) this.words.textContent = words;
    this.words.classList.toggle("long", words.length > LONG);
    const gloss = moment.line?.item === undefined ? "" : names.gloss(moment.line.item);
    this.after.textContent = moment.at === 0 ? before(track) : moment.at === track.length ? ending(track) : gloss || struckWords(moment);
  }

  /** @param {string} words */
  say(words) {
    this.words.textContent = words;
    this.after.textContent = "";
  }
}

/** @param {import("./types.js").Track} track */
function invitation(track) {
  if (!track.length) return "Nothing to show: the search ended before its first step.";
  return track.name === PERSON
    ? "This is how a person solves it. Press → for the first step."
    : `Press → for the first step of ${track.name}, or the space bar to play.`;
}

/** @param {import("./types.js").Track} track */
function before(track) {
  if (track.name === PERSON) return `${several(track.length, "step")} lie ahead.`;
  return `${several(track.length, "event")} lie ahead.`;
}

/** @param {import("./types.js").Track} track */
function ending(track) {
  if (track instanceof Object && track.name === PERSON) {
    const ends = /** @type {any} */ (track).end;
    const how = typeof ends === "string" ? ends : ends?.end;
    if (how === "solved") return "That was the last step: the puzzle is solved.";
    return how === "stuck" ? "No technique goes on from here." : "That was the last step: there is no solution.";
  }
  const { stats } = track;
  const why = stats.stop && stats.stop !== "enough" ? `; it ended early: ${stats.stop}` : "";
  return `The end: ${several(stats.nodes, "node")}, ${solutionsFound(stats)}${why}.`;
}

/** @param {import("./types.js").Moment} moment */
function struckWords({ struck, step }) {
  return !step && struck.length > 1 ? `${several(struck.length, "candidate")} struck out in this run.` : "";
}

/** A sentence begins with a capital, a name of a cell or item does not. @param {string} words */
export function upper(words) {
  return /^[a-z][a-z]+\b/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}
