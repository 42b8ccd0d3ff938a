// Numbers in the format of the report: three significant digits and a unit, digits in groups of three.

const THIN = "\u202f";
const UNKNOWN = "–";

/** An integer. Five or more digits are in groups of three. @param {number} value */
export function integer(value) {
  const digits = Math.abs(value).toFixed(0);
  const text = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+(?!\d))/g, THIN) : digits;
  return value < 0 && digits !== "0" ? `−${text}` : text;
}

/** @param {number} value */
function significant(value) {
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0) return "0";
  const decimals = 2 - Math.floor(Math.log10(Math.abs(rounded)));
  return decimals <= 0 ? integer(value) : decimals > 6 ? value.toExponential(2) : rounded.toFixed(decimals);
}

/** Units of time: the nanoseconds below which each is used, its length in nanoseconds, and its name. @type {[number, number, string][]} */
const UNITS = [[1e3, 1, "ns"], [1e6, 1e3, "µs"], [1e9, 1e6, "ms"], [600e9, 1e9, "s"], [7200e9, 60e9, "min"], [Infinity, 3600e9, "h"]];

/** A time in nanoseconds. @param {number} ns */
export function time(ns) {
  if (Number.isNaN(ns)) return UNKNOWN;
  const fits = UNITS.find(([end, step]) => Number((ns / step).toPrecision(3)) * step < end) ?? UNITS[5];
  const [, step, unit] = fits;
  return `${step === 1 && Number.isInteger(ns) ? integer(ns) : significant(ns / step)}${THIN}${unit}`;
}

/** A count that may be unknown. @param {number} value */
export function count(value) {
  return Number.isNaN(value) ? UNKNOWN : integer(value);
}
