// Texts in the browser's storage, among them the reader's answers to the questions of a lesson.

/** @type {{[question: string]: string}} */
let answers = {};

const STORAGE_PREFIX = "coverlab lesson";

/** The name under which the answers of this lesson are stored. */
function storageName() {
  return `${STORAGE_PREFIX} ${document.title}`;
}

/** Loads the stored answers. If the browser refuses access, there are none. */
export function loadAnswers() {
  try {
    answers = JSON.parse(readStorage(storageName()) ?? "{}");
  } catch {
    answers = {};
  }
}

/** The answer to a question, if there is one. @param {HTMLElement} element */
export function answerTo(element) {
  return answers[questionOf(element)];
}

/** @param {HTMLElement} element @param {string} answer */
export function saveAnswer(element, answer) {
  answers[questionOf(element)] = answer;
  writeStorage(storageName(), JSON.stringify(answers));
}

export function forgetAnswers() {
  answers = {};
  writeStorage(storageName(), null);
}

/** A question is identified by its text, so that answers survive a new version of the lesson, and its place among those with this text. @param {HTMLElement} element */
function questionOf(element) {
  const text = textOf(element), [kind] = element.classList;
  const place = [...document.querySelectorAll(`.${kind}`)].filter((one) => textOf(one) === text).indexOf(element);
  return place > 0 ? `${text} (${place + 1})` : text;
}

/** @param {Element} element */
function textOf(element) {
  return element.querySelector("p")?.textContent?.trim() ?? "";
}

/** A stored text; null if there is none or the browser refuses access. @param {string} name */
export function readStorage(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (null). Does nothing if the browser refuses access. @param {string} name @param {string|null} text */
export function writeStorage(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The page works without storage.
  }
}
