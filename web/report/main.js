// Starts the script of a report, which sorts its tables, and highlights and hides strategies.

import { Hiding } from "./hiding.js";
import { Highlight } from "./highlight.js";
import { makeSortable } from "./sorting.js";

for (const table of document.querySelectorAll("table[data-id]")) makeSortable(/** @type {HTMLTableElement} */ (table));
const names = new Set([...document.querySelectorAll("g[data-series]")].map((group) => group.getAttribute("data-series") ?? ""));
new Highlight(names);
if (names.size > 1) document.querySelector("main")?.before(new Hiding(names).element);
document.documentElement.dataset.ready = "yes";
