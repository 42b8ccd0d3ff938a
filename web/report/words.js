// Figures as the report writes them: three significant digits and a unit, digits in groups of three.

const THIN = "\u202f";
const NOTHING = "–";

/** A whole number, its digits in groups of three from the fifth on. @param {number} value */
export function whole(value) {
  const digits = Math.abs(value).toFixed(0);
  const text = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+(?!\d))/g, THIN) : digits;
  return value < 0 && digits !== "0" ? `−${text}` : text;
}

/** @param {number} value */
function significant(value) {
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0) return "0";
  const decimals = 2 - Math.floor(Math.log10(Math.abs(rounded)));
  return decimals <= 0 ? whole(value) : decimals > 6 ? value.toExponential(2) : rounded.toFixed(decimals);
}

/** From which number of nanoseconds on a unit is used up, and what it is. @type {[number, number, string][]} */
const UNITS = [[1e3, 1, "ns"], [1e6, 1e3, "µs"], [1e9, 1e6, "ms"], [600e9, 1e9, "s"], [7200e9, 60e9, "min"], [Infinity, 3600e9, "h"]];

/** A time in nanoseconds. @param {number} ns */
export function time(ns) {
  if (Number.isNaN(ns)) return NOTHING;
  const fits = UNITS.find(([end, step]) => Number((ns / step).toPrecision(3)) * step < end) ?? UNITS[5];
  const [, step, unit] = fits;
  return `${step === 1 && Number.isInteger(ns) ? whole(ns) : significant(ns / step)}${THIN}${unit}`;
}

/** A count that may be unknown. @param {number} value */
export function count(value) {
  return Number.isNaN(value) ? NOTHING : whole(value);
}
