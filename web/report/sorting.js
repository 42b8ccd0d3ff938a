// Sorts the tables of a report: each heading is a button, and `aria-sort` marks the sorted column.

import { h } from "../dom.js";

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Turns each heading into a button that sorts ascending, then descending, then not at all. @param {HTMLTableElement} table */
export function makeSortable(table) {
  const heads = [...table.tHead?.rows[0].cells ?? []], rows = [...table.tBodies[0].rows];
  heads.forEach((head, column) => {
    const button = h("button", { type: "button", class: "sort", onclick: () => {
      const before = head.getAttribute("aria-sort"), after = before === null ? "ascending" : before === "ascending" ? "descending" : null;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (after) head.setAttribute("aria-sort", after);
      table.tBodies[0].append(...(after ? sorted(rows, column, after === "descending") : rows));
    } }, ...head.childNodes);
    if (!button.textContent?.trim()) button.setAttribute("aria-label", "sort by the first column");
    head.replaceChildren(button);
  });
}

/** @param {HTMLTableRowElement[]} rows @param {number} column @param {boolean} down */
function sorted(rows, column, down) {
  const keyed = rows.map((row) => ({ row, key: keyOf(row.cells[column]) }));
  return keyed.sort((a, b) => compare(a.key, b.key, down)).map(({ row }) => row);
}

/**
 * The sort key of a cell: its quantity, the number that it begins with, or its text. Empty cells have none and sort last.
 * @param {HTMLTableCellElement|undefined} cell
 * @returns {number|string|null}
 */
function keyOf(cell) {
  const text = (cell?.textContent ?? "").trim();
  if (!cell || text === "" || text === "–") return null;
  if (cell.dataset.value) return Number(cell.dataset.value);
  if (!cell.classList.contains("right")) return text;
  const found = /−?\d[\d\u202f]*(\.\d+)?/.exec(text);
  return found ? Number(found[0].replaceAll("\u202f", "").replace("−", "-")) : text;
}

/** @param {number|string|null} a @param {number|string|null} b @param {boolean} down */
function compare(a, b, down) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b : COLLATOR.compare(String(a), String(b));
  return down ? -order : order;
}
