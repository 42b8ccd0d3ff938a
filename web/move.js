// Moves the visible part of a large picture by the wheel, the arrow keys or a drag, and tells a click from a drag. Boards and dragged
// values share its keys and its limit.

/** A pointer that moves fewer pixels than this clicks. */
export const CLICK_PIXELS = 5;

/** The directions of keys: across and down, and whether by all entries that are shown. @type {{[key: string]: [number, number, boolean]}} */
export const DIRECTIONS = {
  ArrowLeft: [-1, 0, false], ArrowRight: [1, 0, false], ArrowUp: [0, -1, false], ArrowDown: [0, 1, false],
  PageUp: [0, -1, true], PageDown: [0, 1, true],
};

/**
 * Callbacks of a picture: whether a part is hidden that can be moved to, the numbers of columns and rows shown, and a move by
 * columns and rows, which returns whether it shows another part.
 * @typedef {{isMovable: () => boolean, shown: () => [number, number], move: (across: number, down: number) => boolean}} Movable
 */

/** @param {HTMLElement} element @param {Movable} picture */
export function letMove(element, picture) {
  const step = (/** @type {number} */ entries) => Math.ceil(entries / 8);
  element.addEventListener("wheel", (event) => {
    if (!picture.isMovable()) return;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY), sign = Math.sign(event.deltaX + event.deltaY);
    const [across, down] = picture.shown();
    // Where the wheel moves nothing, it scrolls the page.
    if (picture.move(sideways ? sign * step(across) : 0, sideways ? 0 : sign * step(down))) event.preventDefault();
  });
  element.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.target !== element) return;
    // Where the element scrolls by itself, the browser moves it. The keys of the page do nothing in both cases.
    if (picture.isMovable()) event.preventDefault();
    else if (element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth) return;
    event.stopPropagation();
    const [x, y, all] = direction, [across, down] = picture.shown();
    if (picture.isMovable()) picture.move(x * step(across), y * (all ? down : step(down)));
  });
  letDrag(element, picture);
}

/** Calls `pick` for a click that is not the end of a drag. @param {HTMLElement} element @param {(event: MouseEvent) => void} pick */
export function letPick(element, pick) {
  let [x, y] = [0, 0];
  element.addEventListener("pointerdown", ({ clientX, clientY }) => ([x, y] = [clientX, clientY]));
  element.addEventListener("click", (event) => Math.hypot(event.clientX - x, event.clientY - y) < CLICK_PIXELS && pick(event));
}

/** @param {HTMLElement} element @param {Movable} picture */
function letDrag(element, { isMovable, shown, move }) {
  /** Where the pointer went down, and how many entries it has moved since. @type {{x: number, y: number, across: number, down: number}|null} */
  let grip = null;
  element.addEventListener("pointerdown", ({ button, clientX, clientY }) => {
    grip = button === 0 && isMovable() ? { x: clientX, y: clientY, across: 0, down: 0 } : null;
  });
  element.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (!grip) return;
    const [x, y] = [grip.x - clientX, grip.y - clientY];
    if (!element.hasPointerCapture(pointerId)) {
      if (Math.hypot(x, y) < CLICK_PIXELS) return;
      element.setPointerCapture(pointerId);
    }
    const [columns, rows] = shown();
    const across = Math.round((x * columns) / element.clientWidth), down = Math.round((y * rows) / element.clientHeight);
    move(across - grip.across, down - grip.down);
    [grip.across, grip.down] = [across, down];
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (grip = null));
}
