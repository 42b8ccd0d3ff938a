// The sentence: the last event in words, or before the first event what to do.

import { grouped, h } from "./dom.js";
import { PersonTrack, shortTitle } from "./explain.js";
import { nodeOf } from "./names.js";
import { phraseWords, plural, solutionsFound, translated, word } from "./language.js";
import { ListWindow } from "./window.js";

/** A sentence with more characters than this is set smaller. */
const LONG = 130;

export class SentenceView {
  /** @param {HTMLElement} room  the element whose size bounds the sentence */
  constructor(room) {
    this.words = h("p", { class: "words" });
    this.window = new ListWindow(this.words, room);
    this.written = "";
    this.after = h("p", { class: "after" });
    /** Replaces the abridged sentence of a step by its whole proof. */
    this.unfold = h("button", { type: "button", class: "quiet unfold", hidden: true }, word("The whole proof"));
    this.element = h("div", { class: "sentence" }, this.words, this.unfold, this.after);
  }

  /** Sets whether screen readers announce changes, as in the leading pane when stepping. @param {boolean} live */
  setLive(live) {
    this.words.setAttribute("aria-live", live ? "polite" : "off");
  }

  /**
   * @param {import("./types.js").Track} track @param {import("./types.js").Moment} moment
   * @param {import("./names.js").Names} names @param {import("./app.js").Pane} pane
   * @param {{sentence: string, settings: string}} about  what the strategy does, and its parameters, in words
   */
  draw(track, moment, names, pane, about) {
    const words = !moment.at ? invitation(track, about.sentence) : stopsInside(track, moment) ? word("The search stopped inside node {}", moment.line?.node) : capitalize(inNotation(moment, names));
    if (this.written !== words) this.write(words, moment.step);
    this.written = words;
    const gloss = moment.line?.item === undefined ? "" : names.gloss(moment.line.item);
    const after = moment.at === 0 ? before(track, pane, about.settings) : moment.at === track.length ? ending(track, pane) : gloss || struckWords(moment);
    this.after.replaceChildren(after, after && moment.step ? " " : "", techniquePage(moment) ?? "");
  }

  /** @param {string} words */
  show(words) {
    this.write(words);
    this.written = words;
    this.after.textContent = "";
  }

  /** Writes a sentence, with a button for the whole proof of an abridged one. @param {string} words @param {import("./types.js").PersonStep} [step] */
  write(words, step) {
    const title = step ? shortTitle(step) : "";
    this.words.classList.toggle("long", words.length > LONG);
    this.window.show(rowsOf(words, title), 0);
    this.unfold.hidden = !step?.full;
    this.unfold.onclick = () => this.write(`${title}. ${step?.full}`, step && { ...step, full: undefined });
  }
}

/**
 * The rows of a sentence, for a window: its lines, or the words of a long one without lines. The first line has the title in
 * bold. The indented lines of a proof hold inferences with two spaces between them; a long line is broken only there.
 * @param {string} words @param {string} title
 */
function rowsOf(words, title) {
  const lines = words.slice(title.length).split(/(?<=\n)/);
  if (lines.length === 1 && !title && words.length > LONG) return words.split(/(?<= )/).map((one) => h("span", {}, one));
  return lines.map((line, at) => {
    const depth = line.search(/\S/);
    if (!at) return h("span", { class: "line" }, title && h("b", {}, title), line);
    return h("span", { class: "line inferences", style: { "--depth": depth } }, line.slice(depth).split(/(?<= {2})/).map((one) => h("i", {}, one)));
  });
}

/** @param {import("./types.js").Track} track @param {string} about */
function invitation(track, about) {
  if (!track.length && track instanceof PersonTrack) {
    return word(track.end === "solved" ? "Every cell has a digit." : track.end === "stuck" ? "No technique applies to this board." : "This board has no solution.");
  }
  if (!track.length) return word("Nothing to show: the search ended before its first step.");
  const start = track instanceof PersonTrack ? word("This is how a person solves the puzzle.") : about ? `${about}.` : word("This is how {} searches.", track.name);
  return `${start} ${word(hasNoKeys() ? "Tap › for the first step." : "Press → for the first step, or the space bar to play.")}`;
}

/** Whether this is probably a touch screen, which has no keys. */
export function hasNoKeys() {
  return matchMedia("(pointer: coarse), (max-width: 46rem)").matches;
}

/** The parameters, the definition of a node, and the number of events or steps. @param {import("./types.js").Track} track @param {import("./app.js").Pane} pane @param {string} settings */
function before(track, pane, settings) {
  const node = translated(track.head.node ?? "");
  return [settings, node && word("A node is {}.", node), lengthWords(track, pane)].filter(Boolean).join(" ");
}

/** The number of events or steps. @param {import("./types.js").Track} track @param {{running: boolean}} pane */
export function lengthWords(track, pane) {
  const { left_out: left, stop } = track.stats;
  const events = track instanceof PersonTrack ? plural(track.length, "step") : plural(track.length, "event");
  if (left) return word("{} shown, {} left out.", events, grouped(left));
  return word(pane.running ? "{} so far." : stop === "node-limit" ? "{} until the search was stopped." : "{} in all.", events);
}

/** Whether the search ended at this moment, so that it only leaves its open nodes. @param {import("./types.js").Track} track @param {import("./types.js").Moment} moment */
function stopsInside(track, { at }) {
  return !!track.stats.stop && [...track.kinds.slice(at - 1)].every((letter) => track.letters[letter] === "skip");
}

/** The sentence in the notation of the page: ¬ for a negation, as in the picture of a formula, and the number of a node with grouped digits. @param {import("./types.js").Moment} moment @param {import("./names.js").Names} names */
function inNotation({ line, sentence: [name, ...values] }, names) {
  const node = nodeOf(line);
  const words = phraseWords([name, ...values.map((value) => (value === node || value === String(node) ? grouped(Number(node)) : value))]);
  return names.instance.problem === "cnf" ? words.replace(/(^|[\s(])-(?=\d)/g, "$1¬") : words;
}

/** A link to the page about the technique of a step, in a site that has these pages. @param {import("./types.js").Moment} moment */
function techniquePage({ step }) {
  const pages = document.getElementById("technique-pages")?.textContent;
  if (!step || !pages) return null;
  return h("a", { href: JSON.parse(pages).replace("*", step.technique) }, word("About this technique: {}", shortTitle(step)));
}

/** @param {import("./types.js").Track} track @param {import("./app.js").Pane} pane */
function ending(track, pane) {
  if (track instanceof PersonTrack) {
    if (track.end === null) return word("The figure ends with this step.");
    if (track.end === "solved") return word("That was the last step: the puzzle is solved.");
    return word(track.end === "stuck" ? "No technique applies from here on." : "That was the last step: there is no solution.");
  }
  const { stats } = track;
  const counts = [plural(stats.nodes, "node"), solutionsFound(stats)];
  const left = stats.left_out ? ` ${word("{} not shown.", plural(stats.left_out, "more event"))}` : "";
  if (pane.running) return word("Searched until now: {}, {} so far. The search goes on.", ...counts) + left;
  if (stats.stop === "node-limit") return word("The search was stopped. Counted until then: {}, {} so far.", ...counts) + left;
  if (stats.stop && stats.stop !== "enough") return word("The end: {}, {}; it ended early: {}.", ...counts, word(stats.stop));
  return word("The end: {}, {}.", ...counts);
}

/** @param {import("./types.js").Moment} moment */
function struckWords({ struck, step }) {
  return !step && struck.length > 1 ? word("The last {} events each removed a candidate.", struck.length) : "";
}

/** Capitalizes the first word of a sentence, unless it is the name of a cell or an item. @param {string} words */
function capitalize(words) {
  return /^[a-z][a-z]+\b/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}
