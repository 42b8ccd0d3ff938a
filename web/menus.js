// Popovers: menus of buttons, and sheets beside an element.

import { byId } from "./dom.js";

/** Pixels between a sheet and what it is beside, or the edge of the window. */
const GAP = 8;

/**
 * Opens a sheet beside what it is about, and removes it when it closes.
 * @param {HTMLElement} sheet
 * @param {Element} at  a cell, or a button about the cells that its board marks
 */
export function showBeside(sheet, at) {
  // The content of a sheet may arrive after the sheet.
  const grown = new ResizeObserver(() => placeBeside(sheet, subjectOf(at)));
  sheet.addEventListener("toggle", (event) => {
    if (/** @type {any} */ (event).newState !== "closed") return;
    grown.disconnect();
    sheet.remove();
  });
  document.body.append(sheet);
  sheet.showPopover();
  placeBeside(sheet, subjectOf(at));
  grown.observe(sheet);
}

/** The bounds of what a sheet is about. @param {Element} at */
function subjectOf(at) {
  const board = at.matches(".why") ? at.closest(".pane")?.querySelector(".board") : null;
  const [cells, house] = [".now", ".house"].map((mark) => [...board?.querySelectorAll(mark) ?? []].map((cell) => cell.getBoundingClientRect()));
  const all = cells.length ? cells : house;
  // A board in a hidden tab has no width.
  if (!all.length || !all[0].width) return at.getBoundingClientRect();
  const [left, top] = [Math.min(...all.map((one) => one.left)), Math.min(...all.map((one) => one.top))];
  const [right, bottom] = [Math.max(...all.map((one) => one.right)), Math.max(...all.map((one) => one.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Places a sheet to the right or to the left of its subject, or else below or above it. @param {HTMLElement} sheet @param {DOMRect} subject */
function placeBeside(sheet, { left, top, right, bottom }) {
  Object.assign(sheet.style, { left: "0", top: "0", maxHeight: "" });
  const { width, height } = sheet.getBoundingClientRect();
  // `innerWidth` would include a scrollbar.
  const { clientWidth } = document.documentElement;
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(GAP, Math.min(at, room - size - GAP));
  const fitsRight = right + width + 2 * GAP <= clientWidth;
  let x = fitsRight ? right + GAP : left - GAP - width, y = within(top, height, innerHeight);
  if (x < GAP) {
    const [above, below] = [top - 2 * GAP, innerHeight - bottom - 2 * GAP];
    const isBelow = height <= below || below >= above;
    sheet.style.maxHeight = `${isBelow ? below : above}px`;
    x = within((left + right - width) / 2, width, clientWidth);
    y = isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height);
  }
  Object.assign(sheet.style, { left: `${x}px`, top: `${y}px` });
}

/**
 * @param {string} button  the id of the button
 * @param {{element: HTMLElement, fill: () => void}} menu
 */
export function attachMenu(button, menu) {
  const opener = byId(button);
  const { element, fill } = menu;
  element.popover = "auto";
  document.body.append(element);
  opener.setAttribute("aria-haspopup", "dialog");
  opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => {
    fill();
    element.togglePopover();
  });
  element.addEventListener("toggle", () => {
    const open = element.matches(":popover-open");
    opener.setAttribute("aria-expanded", String(open));
    if (!open) return;
    const at = opener.getBoundingClientRect(), own = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(at.left, innerWidth - own.width - 8))}px`;
    const above = at.bottom + own.height + 8 > innerHeight;
    element.style.top = `${above ? Math.max(8, at.top - own.height - 6) : at.bottom + 6}px`;
    const first = element.querySelector("button:not(:disabled)");
    if (first instanceof HTMLElement) first.focus();
  });
}
