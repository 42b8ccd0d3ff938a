// The reader's answers, kept by the browser until they are forgotten on request.

/** @type {{[question: string]: string}} */
let answers = {};

const KEPT = "coverlab lesson";

/** The entry of this lesson. */
function entry() {
  return `${KEPT} ${document.title}`;
}

/** Reads what was kept. A browser may refuse, and then nothing is. */
export function recall() {
  try {
    answers = JSON.parse(localStorage.getItem(entry()) ?? "{}");
  } catch {
    answers = {};
  }
}

/** The answer to a question, if there is one. @param {HTMLElement} element */
export function answerTo(element) {
  return answers[questionOf(element)];
}

/** @param {HTMLElement} element @param {string} answer */
export function keep(element, answer) {
  answers[questionOf(element)] = answer;
  try {
    localStorage.setItem(entry(), JSON.stringify(answers));
  } catch {
    // Not kept: the answer lasts as long as the page.
  }
}

export function forget() {
  answers = {};
  try {
    localStorage.removeItem(entry());
  } catch {
    // Nothing was kept.
  }
}

/** A question is known by its words, so that answers survive a new edition of the lesson. @param {HTMLElement} element */
function questionOf(element) {
  return element.querySelector("p")?.textContent?.trim() ?? "";
}
