// The search in the documents of the site. `sections.js` defines SECTIONS before it: every section of every document, as
// {page, anchor, title, text}. This is a classic script, because browsers load no modules from a folder.

/** @typedef {{page: string, anchor: string, title: string, text: string}} Section */

/** Maximum number of results shown. */
const MAX_RESULTS = 12;
/** Characters of an excerpt before and after the first word found. */
const AROUND = 60;

/** The sections that contain all words, best match first. Words in a title count most. @param {Section[]} sections @param {string} query */
function search(sections, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const scored = sections.map((section) => {
    const title = section.title.toLowerCase(), text = section.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return { section, score: 0 };
    const times = words.map((word) => 20 * Number(title.includes(word)) + Math.min(text.split(word).length - 1, 10));
    return { section, score: 1 + times.reduce((sum, more) => sum + more, 0) };
  });
  return scored.filter(({ score }) => score).sort((a, b) => b.score - a.score).map(({ section }) => section);
}

/** The text around the first word of the query. @param {string} text @param {string} query */
function excerpt(text, query) {
  const found = query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => text.toLowerCase().indexOf(word));
  const first = Math.max(0, Math.min(...found.filter((at) => at >= 0), text.length));
  const begin = first > AROUND ? text.indexOf(" ", first - AROUND) + 1 : 0;
  const part = text.slice(begin, first + 2 * AROUND);
  return `${begin ? "… " : ""}${part}${first + 2 * AROUND < text.length ? " …" : ""}`;
}

/** A result: a link and an excerpt. @param {Section} section @param {string} query @param {string} up */
function result(section, query, up) {
  const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
  link.href = `${up}${section.page}#${section.anchor}`;
  link.textContent = section.title;
  text.textContent = excerpt(section.text, query);
  item.append(link, text);
  return item;
}

/** Starts the search of a page. @param {Section[]} sections */
function begin(sections) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("search"));
  const list = /** @type {HTMLElement} */ (document.getElementById("found"));
  const none = document.createElement("li");
  none.textContent = "No document has all these words.";
  const show = () => {
    const query = field.value.trim(), found = search(sections, query).slice(0, MAX_RESULTS);
    list.replaceChildren(...(found.length ? found.map((section) => result(section, query, field.dataset.up ?? "")) : [none]));
    list.hidden = !query;
  };
  field.hidden = false;
  field.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && field.value) {
      field.value = "";
      show();
    }
  });
}

begin(/** @type {any} */ (globalThis).SECTIONS);
