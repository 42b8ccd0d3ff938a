// An error message for the reader: the problem, its position and a remedy. Errors are in English in every language of a page.

import { h } from "./dom.js";
import { word } from "./language.js";

/**
 * @param {import("./engine.js").EngineError} error
 * @param {string} text  the text of the request
 */
export function problemNote(error, text) {
  const { title, line, column, label, help } = error.details;
  const source = line ? text.split("\n")[line - 1] : undefined;
  const shown = source !== undefined && source.length <= 400 && column ? `${source}\n${" ".repeat(column - 1)}^ ${label ?? ""}` : null;
  return h("div", { class: "problem", role: "alert" },
    h("p", { lang: "en" }, h("strong", {}, coded(title))),
    line ? h("p", { class: "note" }, column ? word("line {}, character {}", line, column) : word("line {}", line)) : null,
    shown ? h("pre", { lang: "en" }, shown) : label ? h("p", { lang: "en" }, coded(label)) : null,
    help ? h("p", { lang: "en" }, coded(help)) : null);
}

/** An error, with what is between backticks as code. @param {string} text */
function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}
