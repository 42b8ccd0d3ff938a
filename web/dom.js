// Creates elements, each in one call.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * An HTML element. Attributes that begin with `on` are listeners; `text` sets the text, and `style` properties by their names;
 * `true` sets an attribute without a value; `false` and null set none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{[name: string]: any}} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  for (const child of children.flat()) if (child || child === 0) element.append(child instanceof Node ? child : String(child));
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {{[name: string]: any}} [attributes]
 * @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {{[name: string]: any}} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    // A value cannot add another property, as it could in the attribute.
    else if (name === "style") for (const [property, one] of Object.entries(value)) /** @type {HTMLElement} */ (element).style.setProperty(property, one);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Replaces the children of an element. The focus of the keyboard passes to the first new descendant with the same `data-key`; a click leaves the keys to the page. @param {Element} element @param {...Node} children */
export function refill(element, ...children) {
  const key = element.querySelector(":focus-visible")?.getAttribute("data-key");
  element.replaceChildren(...children);
  const again = key && [...element.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);
  if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
}

/** Marks the current element of a list, or unmarks it. An empty `aria-current` would mean nothing. @param {Element} element @param {boolean} current */
export function setCurrent(element, current) {
  if (current) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * An icon of 16 by 16 units in the color of the text.
 * @param {string} path
 */
export function icon(path) {
  return svg("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * 12 345: thin spaces between groups.
 * @param {number|string} number
 */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/**
 * A function that calls `action` once `ms` milliseconds have passed since its last call.
 * @param {() => void} action
 * @param {number} ms
 */
export function debounce(action, ms) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, ms);
  };
}
