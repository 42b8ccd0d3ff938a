// Texts that the browser keeps for the page, and the reader's answers to the questions of a lesson.

/** @type {{[question: string]: string}} */
let answers = {};

const KEPT = "coverlab lesson";

/** The entry of this lesson. */
function entry() {
  return `${KEPT} ${document.title}`;
}

/** Reads the kept answers. A browser may refuse access; then there are none. */
export function recall() {
  try {
    answers = JSON.parse(stored(entry()) ?? "{}");
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
  store(entry(), JSON.stringify(answers));
}

export function forget() {
  answers = {};
  store(entry(), null);
}

/** A question is identified by its words, so that answers survive a new edition of the lesson. @param {HTMLElement} element */
function questionOf(element) {
  return element.querySelector("p")?.textContent?.trim() ?? "";
}

/** A kept text; null if there is none, or if the browser refuses access. @param {string} name */
export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, or removes it (null). If the browser refuses, nothing is kept. @param {string} name @param {string|null} text */
export function store(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The page works without its memory.
  }
}
