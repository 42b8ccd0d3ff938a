// Questions in the text: choices, and estimates on a logarithmic scale. Without scripts, both are plain text.

import { h } from "./dom.js";
import { decimal, word } from "./language.js";
import { answerTo, saveAnswer } from "./memory.js";

/** Stands for the number in a sentence, which is split there. */
const SPLIT = "\u0000";

/** Turns choices into buttons. A click marks the choice and opens the answer. @param {HTMLElement} element */
export function choices(element) {
  const details = element.querySelector("details");
  const items = [...element.querySelectorAll("ol > li")];
  // Answers are stored by their words, because another version of the lesson may have other choices.
  const words = items.map((item) => item.textContent?.trim() ?? "");
  element.classList.add("live");
  const choose = (/** @type {Element} */ item) => {
    element.classList.add("answered");
    for (const one of items) {
      const isRight = one.hasAttribute("data-right");
      one.classList.toggle("right", isRight);
      one.classList.toggle("chosen", one === item);
      one.querySelector("button")?.setAttribute("aria-pressed", String(one === item));
      const verdict = one.querySelector(".unseen");
      if (verdict) verdict.textContent = ` (${word(isRight ? "right choice" : "wrong choice")})`;
    }
    if (details) details.open = true;
  };
  for (const [at, item] of items.entries()) {
    const button = h("button", { type: "button" });
    // The verdict in words, for screen readers; others see a color and a sign.
    button.append(...item.childNodes, h("span", { class: "unseen" }));
    item.append(button);
    button.addEventListener("click", () => {
      saveAnswer(element, words[at]);
      choose(item);
    });
  }
  const before = items[words.indexOf(answerTo(element) ?? "")];
  if (before) choose(before);
}

/**
 * A slider from `data-from` to `data-to`, in equal factors; a button shows `data-answer` on it.
 * @param {HTMLElement} element
 */
export function estimate(element) {
  const details = element.querySelector("details");
  const [from, to, answer] = [element.dataset.from, element.dataset.to, element.dataset.answer].map(Number);
  const power = "power" in element.dataset;
  const scale = power ? (/** @type {number} */ at) => from + (at / 1000) * (to - from) : (/** @type {number} */ at) => from * (to / from) ** (at / 1000);
  const spot = power ? (answer - from) / (to - from) : Math.log(answer / from) / Math.log(to / from);
  const format = (/** @type {number} */ value) => (power ? tenTo(value.toFixed(0)) : [decimal(twoDigits(value))]);
  const slider = h("input", { type: "range", min: 0, max: 1000, value: 500, "aria-label": word("estimate") });
  const shown = h("output");
  const verdict = h("p", { class: "verdict", role: "status" });
  const done = h("button", { type: "button", class: "primary" }, word("guess"));
  const flag = h("i", { class: "flag", hidden: true, style: { left: `calc(8px + (100% - 16px) * ${Math.min(1, Math.max(0, spot))})` } }, ...(power ? tenTo(String(answer)) : [decimal(answer)]));
  const show = () => {
    const value = scale(Number(slider.value));
    shown.replaceChildren(...format(value));
    slider.setAttribute("aria-valuetext", power ? `10^${value.toFixed(0)}` : decimal(twoDigits(value)));
  };
  slider.addEventListener("input", show);
  const judge = () => {
    const guess = power ? Math.round(scale(Number(slider.value))) : twoDigits(scale(Number(slider.value)));
    verdict.replaceChildren(...judgement(guess, answer, power));
    flag.hidden = false;
    slider.disabled = done.disabled = true;
    if (details) details.open = true;
  };
  done.addEventListener("click", () => {
    saveAnswer(element, slider.value);
    judge();
  });
  const box = h("div", { class: "scale" }, h("div", { class: "rail" }, slider, flag), h("div", { class: "row" }, shown, done), verdict);
  element.classList.add("live");
  element.insertBefore(box, details);
  const before = answerTo(element);
  if (before !== undefined) {
    slider.value = before;
    judge();
  }
  show();
}

/** @param {number} value */
function twoDigits(value) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / unit) * unit;
}

/** @param {string} exponent @returns {(string|Node)[]} */
function tenTo(exponent) {
  return ["10", h("sup", {}, exponent)];
}

/** @param {number} guess @param {number} answer @param {boolean} power @returns {(string|Node)[]} */
function judgement(guess, answer, power) {
  const factor = power ? Math.abs(guess - answer) : Math.max(guess / answer, answer / guess);
  if (factor < (power ? 1 : 1.5)) return [word("very close")];
  const [before, after] = word(guess > answer ? "too large" : "too small", SPLIT).split(SPLIT);
  return [before, ...(power ? tenTo(factor.toFixed(0)) : [decimal(factor < 10 ? Math.round(factor * 10) / 10 : Math.round(factor))]), after];
}
