// Sorts the tables of a report: each heading is a button, and `aria-sort` marks the sorted column.

import { h } from "../dom.js";

/** @typedef {{table: HTMLTableElement, id: string, heads: HTMLTableCellElement[], rows: HTMLTableRowElement[]}} Sortable */

const COLLATOR = new Intl.Collator("en", { numeric: true });

/**
 * Turns a heading into a button that sorts ascending, then descending, then not at all.
 * @param {HTMLTableCellElement} head @param {string} id @param {number} column @param {import("./state.js").State} state
 */
export function sortButton(head, id, column, state) {
  const button = h("button", { type: "button", class: "sort", onclick: () => {
    const sort = state.sorts.get(id);
    const again = sort?.column === column;
    if (again && sort.down) state.sorts.delete(id);
    else state.sorts.set(id, { column, down: again });
    state.emit("sort");
  } });
  button.append(...head.childNodes);
  if (!button.textContent?.trim()) button.setAttribute("aria-label", "sort by the first column");
  head.replaceChildren(button);
}

/** Marks the heading that the rows are sorted by. @param {HTMLTableCellElement[]} heads @param {import("./state.js").Sort|undefined} sort */
export function markSort(heads, sort) {
  heads.forEach((head, column) => {
    if (sort?.column !== column) head.removeAttribute("aria-sort");
    else head.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
  });
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

export class Sorting {
  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
    this.tables = [...document.querySelectorAll("table[data-id]")].map((table) => this.sortable(/** @type {HTMLTableElement} */ (table)));
    state.listen((change) => (change === "sort" || change === "all") && this.update());
  }

  /** @param {HTMLTableElement} table @returns {Sortable} */
  sortable(table) {
    const id = table.dataset.id ?? "", heads = [...table.tHead?.rows[0].cells ?? []];
    heads.forEach((head, column) => sortButton(head, id, column, this.state));
    return { table, id, heads, rows: [...table.tBodies[0].rows] };
  }

  update() {
    for (const { table, id, heads, rows } of this.tables) {
      const sort = this.state.sorts.get(id);
      const order = sort ? `${sort.column} ${sort.down}` : "";
      if ((table.dataset.sorted ?? "") === order) continue;
      table.dataset.sorted = order;
      markSort(heads, sort);
      const keyed = rows.map((row) => ({ row, key: sort ? keyOf(row.cells[sort.column]) : null }));
      if (sort) keyed.sort((a, b) => compare(a.key, b.key, sort.down));
      table.tBodies[0].append(...keyed.map(({ row }) => row));
    }
  }
}
