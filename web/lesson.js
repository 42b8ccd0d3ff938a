// Starts a lesson: figures that become live when they come into view, questions, and links that move figures.

import { choices, estimate } from "./ask.js";
import { PLURALS } from "./counters.js";
import { byId, h, icon } from "./dom.js";
import { Drag } from "./drag.js";
import { Engine, embeddedModule } from "./engine.js";
import { exercise } from "./exercise.js";
import { Figure } from "./figure.js";
import { coverByHand, formulaByHand } from "./hand.js";
import { word } from "./language.js";
import { forgetAnswers, loadAnswers } from "./memory.js";
import { themeSwitch } from "./paint.js";
import { answersAtTheEnd, openForPaper } from "./paper.js";

/** Maximum number of figures whose Workers are kept. */
const MAX_AWAKE = 5;

/** What a number of the text can count other than events. @type {{[fact: string]: string}} */
const FACTS = { nodes: "nodes", solutions: "solutions", items: "items of the cover", options: "options of the cover" };

class Lesson {
  /** @param {import("./figure.js").Shared} shared */
  constructor(shared) {
    this.figures = elements("figure[data-strategy]").map((element) => new Figure(element, shared));
    /** The figures that were in view last, the latest first. @type {Figure[]} */
    this.recent = [];
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const figure = this.figures.find(({ element }) => element === target);
        if (isIntersecting && figure) this.keepAwake(figure);
      }
    }, { rootMargin: "500px 0px" });
    this.watchView();
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
    for (const link of elements("a[data-go]")) link.setAttribute("href", `#${link.dataset.go?.split(" ")[0]}`);
  }

  /** Wakes the figures in view, and later those that come into view. */
  watchView() {
    this.seen.disconnect();
    this.figures.forEach(({ element }) => this.seen.observe(element));
  }

  /** @param {Figure} figure */
  keepAwake(figure) {
    this.recent = [figure, ...this.recent.filter((one) => one !== figure)];
    this.recent.slice(MAX_AWAKE).forEach((one) => one.sleep());
    return figure.wake();
  }

  /** Moves the figure that a link in a sentence names. A click in a figure wakes it. @param {MouseEvent} event */
  async clicked(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const used = this.figures.find(({ element }) => element.contains(target)), link = target.closest("a[data-go]");
    if (used) this.keepAwake(used);
    if (!link) return;
    event.preventDefault();
    const [name, ...rest] = (link.getAttribute("data-go") ?? "").split(" ");
    const figure = this.figures.find((one) => one.name === name);
    if (!figure) return;
    await this.keepAwake(figure);
    figure.go(rest.join(" "));
    const { top, bottom } = figure.element.getBoundingClientRect();
    if (bottom < 120 || top > innerHeight - 120) figure.element.scrollIntoView({ block: "nearest" });
  }

  /** Passes keys to the figure that has the focus. If none has it, the most visible one gets the arrow keys. @param {KeyboardEvent} event */
  pressed(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest("dialog, select, textarea, .scale, input:not([type='range'])") || document.querySelector(":popover-open")) return;
    const focused = this.figures.find(({ element }) => element.contains(target));
    const [mostVisible] = this.figures.filter(({ visibleHeight }) => visibleHeight > 150).sort((a, b) => b.visibleHeight - a.visibleHeight);
    const figure = focused ?? mostVisible;
    if (!figure?.pressed(event, !!focused)) return;
    event.preventDefault();
    this.keepAwake(figure);
  }

  /** Shows a dragged value in the figures that follow it. @param {string} name @param {string} value */
  follow(name, value) {
    for (const figure of this.figures.filter(({ element }) => element.dataset.drag === name)) {
      if (figure.state !== "not begun") this.keepAwake(figure);
      figure.follow(name, value);
    }
  }

  /** Draws every figure, one after the other, for printing. */
  async drawAll() {
    for (const figure of this.figures) {
      await this.keepAwake(figure);
      await figure.forPaper();
    }
  }

  /** Goes back to the positions before printing, for which other figures than those in view were awake last. */
  afterPaper() {
    this.figures.forEach((figure) => figure.afterPaper());
    this.watchView();
  }

  redraw() {
    this.figures.filter(({ state }) => state !== "not begun").forEach(({ app }) => app.emit("moment"));
  }
}

/** The elements of the page that a selector matches. @param {string} selector @returns {HTMLElement[]} */
function elements(selector) {
  return [...document.querySelectorAll(selector)].flatMap((element) => (element instanceof HTMLElement ? [element] : []));
}

/** Buttons that forget the answers, print, and switch between light and dark. @param {Lesson} lesson */
function tools(lesson) {
  byId("tools").setAttribute("aria-label", word("tools"));
  const button = (/** @type {string} */ name, /** @type {string|Node} */ face, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "quiet", "aria-label": word(name), title: word(name), onclick }, face);
  byId("tools").append(
    button("forget answers", icon("M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3"), () => {
      forgetAnswers();
      location.reload();
    }),
    button("print", icon("M4 6V2h8v4M4 12H2V6h12v6h-2M4 10h8v4H4z"), async () => {
      await lesson.drawAll();
      print();
    }),
    button("theme", "◐", themeSwitch(() => lesson.redraw())));
}

/** Says in words what the numbers of the text count, where the source has a name such as `starve of dlx on inkala`. */
function describeNumbers() {
  for (const number of elements("data.number")) {
    const { what = "", strategy = "", puzzle = "" } = number.dataset;
    const [kind, ...filters] = what.split(" "), words = FACTS[kind] ?? PLURALS[kind];
    if (words) number.title = word("{}: {} on {}", [word(words), ...filters].join(" "), strategy, puzzle);
    else if (document.documentElement.lang !== "en") number.removeAttribute("title");
  }
}

async function beginLesson() {
  const engine = new Engine(await embeddedModule());
  const known = await engine.ask({ ask: "strategies" });
  const puzzles = JSON.parse(byId("puzzles").textContent ?? "{}");
  loadAnswers();
  answersAtTheEnd();
  describeNumbers();
  elements(".exercise").forEach((element) => exercise(element, engine));
  elements(".ask").forEach(choices);
  elements(".estimate").forEach(estimate);
  // Wide code scrolls on a phone; the focus lets the keyboard scroll it.
  elements(".prose pre").forEach((code) => (code.tabIndex = 0));
  for (const element of elements(".hand")) {
    const puzzle = await engine.ask({ ask: "read", text: puzzles[element.dataset.puzzle ?? ""] ?? element.dataset.puzzle });
    if (puzzle.kind === "formula") formulaByHand(element, puzzle);
    else coverByHand(element, puzzle);
  }
  const lesson = new Lesson({ engine, known, puzzles });
  // The answers at the end repeat the text.
  elements(".drag:not(.answers *)").forEach((element) => new Drag(element, (name, value) => lesson.follow(name, value)));
  tools(lesson);
  addEventListener("beforeprint", openForPaper);
  addEventListener("afterprint", () => lesson.afterPaper());
  if (location.hash === "#print") await lesson.drawAll();
  document.documentElement.dataset.ready = "yes";
}

beginLesson().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  document.body.prepend(h("p", { class: "problem" }, word("The figures of this page are not live: {}", error.message)));
  console.error(error);
});
