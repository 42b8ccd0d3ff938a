// A printed lesson: figures are drawn, and answers are at the end.

import { h } from "./dom.js";
import { word } from "./language.js";

/** Questions whose answers stay closed on paper. */
const QUESTIONS = ".ask, .estimate, .question, .exercise, .hand";

/** Appends the answers, which only paper shows. */
export function answersAtTheEnd() {
  const questions = [...document.querySelectorAll(QUESTIONS)].filter((one) => one.querySelector("details"));
  if (!questions.length) return;
  const items = questions.map((question) => {
    const right = question.querySelector("li[data-right]");
    const [, ...answer] = [...question.querySelectorAll("details > *")].map((node) => node.cloneNode(true));
    return h("li", {}, h("p", {}, h("b", {}, question.matches(".hand") ? word("by hand") : copied(question.querySelector("p")))), right ? h("p", {}, "✓ ", copied(right)) : null, answer);
  });
  document.querySelector("main")?.append(h("section", { class: "answers" }, h("h2", {}, word("answers")), h("div", { class: "prose" }, h("ol", {}, items))));
}

/** Opens everything but the answers, for paper. */
export function openForPaper() {
  for (const one of document.querySelectorAll(".prose details, .goals")) if (!one.closest(QUESTIONS)) one.setAttribute("open", "");
}

/** Copies of the contents of an element, with exponents and the like. @param {Element|null} element */
function copied(element) {
  return [...(element?.childNodes ?? [])].map((node) => node.cloneNode(true));
}
