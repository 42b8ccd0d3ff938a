// Colors for canvases, and a canvas as sharp as the screen.

/** @type {Map<string, string>} */
const colors = new Map();

/**
 * The current color of a variable of the theme.
 * @param {string} name  such as `--ink`
 */
export function themeColor(name) {
  const known = colors.get(name);
  if (known) return known;
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  colors.set(name, color);
  return color;
}

/**
 * Recolors the page when the system's theme changes, and for printing, because paper is light. Returns the function that switches
 * between light and dark.
 * @param {() => void} redraw
 */
export function themeSwitch(redraw) {
  const system = matchMedia("(prefers-color-scheme: dark)"), { dataset } = document.documentElement;
  const recolor = () => {
    colors.clear();
    redraw();
  };
  system.addEventListener("change", recolor);
  /** @type {string|undefined} */
  let onScreen;
  addEventListener("beforeprint", () => {
    onScreen = dataset.theme;
    dataset.theme = "light";
    recolor();
  });
  addEventListener("afterprint", () => {
    if (onScreen) dataset.theme = onScreen;
    else delete dataset.theme;
    recolor();
  });
  return () => {
    dataset.theme = (dataset.theme ? dataset.theme === "dark" : system.matches) ? "light" : "dark";
    recolor();
  };
}

/**
 * Clears a canvas, sets its size in CSS pixels, and returns its context.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
export function prepareCanvas(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [w, hgt] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (canvas.width !== w || canvas.height !== hgt) {
    canvas.width = w;
    canvas.height = hgt;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/**
 * Traces the shape of a status in a search tree: every status has a shape as well as a color.
 * @param {CanvasRenderingContext2D} context
 * @param {string} status
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function shapePath(context, status, x, y, r) {
  context.beginPath();
  if (status === "fail") context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else if (status === "solution") polygon(context, [[x, y - r * 1.35], [x + r * 1.35, y], [x, y + r * 1.35], [x - r * 1.35, y]]);
  else if (status === "collapsed") polygon(context, [[x, y - r * 1.1], [x + r * 1.2, y + r], [x - r * 1.2, y + r]]);
  else context.arc(x, y, r, 0, 2 * Math.PI);
}

/** @param {CanvasRenderingContext2D} context @param {number[][]} points */
function polygon(context, points) {
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

/** The theme's color of a status. @param {string} status */
export function statusColor(status) {
  const names = /** @type {{[status: string]: string}} */ ({ fail: "--fail", solution: "--solution", collapsed: "--fail" });
  return themeColor(names[status] ?? "--branch");
}
