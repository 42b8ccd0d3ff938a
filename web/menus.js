// Popovers: menus of buttons, and sheets beside an element.

import { byId } from "./dom.js";

/** Opens a sheet beside an element, and removes it when it closes. @param {HTMLElement} sheet @param {Element} at */
export function showBeside(sheet, at) {
  sheet.addEventListener("toggle", (event) => {
    if (/** @type {any} */ (event).newState === "closed") sheet.remove();
  });
  document.body.append(sheet);
  sheet.showPopover();
  const bounds = at.getBoundingClientRect(), own = sheet.getBoundingClientRect();
  sheet.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, bounds.left + bounds.width / 2 - own.width / 2))}px`;
  sheet.style.top = `${bounds.bottom + own.height + 12 > innerHeight ? Math.max(8, bounds.top - own.height - 6) : bounds.bottom + 6}px`;
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
    const first = element.querySelector("button:not(:disabled), input");
    if (first instanceof HTMLElement) first.focus();
  });
}
