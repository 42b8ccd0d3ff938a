// The sentence: the last event in words, or before the first event what to do.

import { grouped, h, plural, solutionsFound } from "./dom.js";
import { symbol } from "./geometry.js";
import { PERSON, shortTitle } from "./explain.js";

/** A sentence with more characters than this is set smaller. */
const LONG = 130;

export class SentenceView {
  constructor() {
    this.words = h("p", { class: "words" });
    this.written = "";
    this.after = h("p", { class: "after" });
    this.proof = h("div", {});
    /** The whole proof of a step whose sentence is abridged. */
    this.unfold = h("details", { class: "proof", hidden: true }, h("summary", {}, "The whole proof"), this.proof);
    this.element = h("div", { class: "sentence" }, this.words, this.unfold, this.after);
  }

  /** Sets whether screen readers announce changes, as in the leading pane when stepping. @param {boolean} live */
  setLive(live) {
    this.words.setAttribute("aria-live", live ? "polite" : "off");
  }

  /**
   * @param {import("./types.js").Track} track @param {import("./types.js").Moment} moment
   * @param {import("./names.js").Names} names @param {import("./app.js").Pane} pane
   * @param {string} about  what the strategy does, in a sentence
   */
  draw(track, moment, names, pane, about) {
    const words = !moment.at ? invitation(track, about) : stopsInside(track, moment) ? `The search stopped inside node ${moment.line?.node}` : capitalize(withSymbols(moment, names));
    if (this.written !== words) this.words.replaceChildren(...linesOf(words, moment.step ? shortTitle(moment.step) : ""));
    this.written = words;
    this.words.classList.toggle("long", words.length > LONG);
    this.proof.replaceChildren(...linesOf(moment.step?.full ?? ""));
    this.unfold.hidden = !moment.step?.full;
    const gloss = moment.line?.item === undefined ? "" : names.gloss(moment.line.item);
    const after = moment.at === 0 ? before(track, pane) : moment.at === track.length ? ending(track, pane) : gloss || struckWords(moment);
    this.after.replaceChildren(after, after && moment.step ? " " : "", techniquePage(moment) ?? "");
  }

  /** @param {string} words */
  show(words) {
    this.words.textContent = this.written = words;
    this.unfold.hidden = true;
    this.after.textContent = "";
  }
}

/**
 * The lines of a sentence as blocks, the first one with the title in bold. The indented lines of a proof hold inferences
 * with two spaces between them; a long line is broken only there.
 * @param {string} words @param {string} [title]
 */
function linesOf(words, title = "") {
  return words.slice(title.length).split(/(?<=\n)/).map((line, at) => {
    const depth = line.search(/\S/);
    if (!at) return h("span", {}, title && h("b", {}, title), line);
    return h("span", { class: "inferences", style: `--depth: ${depth}` }, line.slice(depth).split(/(?<= {2})/).map((one) => h("i", {}, one)));
  });
}

/** @param {import("./types.js").Track} track @param {string} about */
function invitation(track, about) {
  if (!track.length) return "Nothing to show: the search ended before its first step.";
  const start = track.name === PERSON ? "This is how a person solves the puzzle." : about ? `${about}.` : `This is how ${track.name} searches.`;
  // A touch screen has no keys.
  const taps = matchMedia("(pointer: coarse), (max-width: 46rem)").matches;
  return `${start} ${taps ? "Tap › for the first step." : "Press → for the first step, or the space bar to play."}`;
}

/** The definition of a node, and the number of events or steps. @param {import("./types.js").Track} track @param {import("./app.js").Pane} pane */
function before(track, pane) {
  const node = track.head.node ? `A node is ${track.head.node}. ` : "";
  return `${node}${lengthWords(track, pane)}`;
}

/** The number of events or steps. @param {import("./types.js").Track} track @param {{running: boolean}} pane */
export function lengthWords(track, pane) {
  const { left_out: left, stop } = track.stats;
  const events = plural(track.length, track.name === PERSON ? "step" : "event");
  if (left) return `${events} shown, ${grouped(left)} left out.`;
  return `${events} ${pane.running ? "so far" : stop === "node-limit" ? "until the search was stopped" : "in all"}.`;
}

/** Whether the search ended at this moment, so that it only leaves its open nodes. @param {import("./types.js").Track} track @param {import("./types.js").Moment} moment */
function stopsInside(track, { at }) {
  return !!track.stats.stop && [...track.kinds.slice(at - 1)].every((letter) => track.letters[letter] === "skip");
}

/** The sentence in the notation of the picture: digits above nine as letters, negation as ¬. @param {import("./types.js").Moment} moment @param {import("./names.js").Names} names */
function withSymbols({ line, sentence }, names) {
  // The picture of a formula has ¬, so its sentences have it too.
  if (names.instance.problem === "cnf") return sentence.replace(/(^|[\s(])-(?=\d)/g, "$1¬");
  const digit = line?.digit ?? 0;
  if (!names.shape || digit < 10) return sentence;
  return sentence.replace(new RegExp(`(?<!(?:row|column|box|node) )\\b${digit}\\b`, "g"), symbol(digit));
}

/** A link to the page about the technique of a step, in a site that has these pages. @param {import("./types.js").Moment} moment */
function techniquePage({ step }) {
  const pages = document.getElementById("technique-pages")?.textContent;
  if (!step || !pages) return null;
  return h("a", { href: JSON.parse(pages).replace("*", step.technique) }, `About this technique: ${shortTitle(step)}`);
}

/** @param {import("./types.js").Track} track @param {import("./app.js").Pane} pane */
function ending(track, pane) {
  if (track instanceof Object && track.name === PERSON) {
    const ends = /** @type {any} */ (track).end;
    if (ends === null) return "The figure ends with this step.";
    const kind = typeof ends === "string" ? ends : ends?.end;
    if (kind === "solved") return "That was the last step: the puzzle is solved.";
    return kind === "stuck" ? "No technique applies from here on." : "That was the last step: there is no solution.";
  }
  const { stats } = track;
  const sofar = `${plural(stats.nodes, "node")}, ${solutionsFound(stats)} so far`;
  const left = stats.left_out ? ` ${plural(stats.left_out, "more event")} not shown.` : "";
  if (pane.running) return `Searched until now: ${sofar}. The search goes on.${left}`;
  if (stats.stop === "node-limit") return `The search was stopped. Counted until then: ${sofar}.${left}`;
  const why = stats.stop && stats.stop !== "enough" ? `; it ended early: ${stats.stop}` : "";
  return `The end: ${plural(stats.nodes, "node")}, ${solutionsFound(stats)}${why}.`;
}

/** @param {import("./types.js").Moment} moment */
function struckWords({ struck, step }) {
  return !step && struck.length > 1 ? `The last ${struck.length} events each removed a candidate.` : "";
}

/** Capitalizes the first word of a sentence, unless it is the name of a cell or an item. @param {string} words */
export function capitalize(words) {
  return /^[a-z][a-z]+\b/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}
