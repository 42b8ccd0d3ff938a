// The data in a report for its script: one result for each strategy on each instance, in columns.

/**
 * A result is a number of a row; a column has its values in the order of rows.
 * @typedef {{instance: Uint32Array, strategy: Uint16Array, status: Uint8Array,
 *   cpu: Float64Array, nodes: Float64Array, limit: Float64Array}} Columns  nanoseconds, `NaN` where nothing is known
 */

/**
 * @typedef {{total: number, rows: number, seeds: number, strategies: {name: string, color: string}[],
 *   corpora: {name: string, slug: string, instances: string[], puzzles: string[]}[],
 *   statuses: {name: string, solved: boolean}[], live: string|null,
 *   columns: [keyof Columns, "u1"|"u2"|"u4"|"f8"][]}} Head
 */

const TYPES = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, f8: Float64Array };

export class Rows {
  /** @param {Head} head @param {ArrayBuffer} bytes  the columns, one after the other */
  constructor(head, bytes) {
    this.head = head;
    this.count = head.rows;
    /** @type {Columns} */
    this.columns = /** @type {any} */ ({});
    let from = 0;
    for (const [name, type] of head.columns) {
      const Type = TYPES[type], to = from + head.rows * Type.BYTES_PER_ELEMENT;
      this.columns[name] = /** @type {any} */ (new Type(bytes.slice(from, to)));
      from = to;
    }
    /** The corpus of each instance, and the first instance of each corpus. */
    this.corpusOf = new Uint16Array(head.corpora.reduce((sum, { instances }) => sum + instances.length, 0));
    /** @type {number[]} */
    this.firsts = [];
    let at = 0;
    head.corpora.forEach(({ instances }, corpus) => {
      this.firsts.push(at);
      this.corpusOf.fill(corpus, at, at += instances.length);
    });
  }

  /** @param {number} instance */
  nameOf(instance) {
    const corpus = this.corpusOf[instance];
    const { name, instances } = this.head.corpora[corpus];
    return `${name}/${instances[instance - this.firsts[corpus]]}`;
  }

  /** The puzzle of an instance as `3x3 4..2…`, or nothing. @param {number} instance */
  puzzleOf(instance) {
    const corpus = this.corpusOf[instance];
    return this.head.corpora[corpus].puzzles[instance - this.firsts[corpus]] ?? "";
  }

  /** @param {string} name */
  instanceCalled(name) {
    for (const [corpus, { name: first, instances }] of this.head.corpora.entries()) {
      const at = name.startsWith(`${first}/`) ? instances.indexOf(name.slice(first.length + 1)) : -1;
      if (at >= 0) return this.firsts[corpus] + at;
    }
    return -1;
  }

  /** The rows of an instance, which are consecutive. @param {number} instance */
  rowsOf(instance) {
    const { instance: of } = this.columns;
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (of[middle] < instance) low = middle + 1;
      else high = middle;
    }
    const rows = [];
    for (let row = low; row < this.count && of[row] === instance; row++) rows.push(row);
    return rows;
  }

  /** Whether the instance was answered, and not wrongly. @param {number} row */
  solved(row) {
    return this.head.statuses[this.columns.status[row]].solved;
  }
}

/**
 * The rows in the element `record`: as gzip in base64, a line of JSON and the columns.
 * @returns {Promise<Rows>}
 */
export async function embeddedRows() {
  const text = document.getElementById("record")?.textContent ?? "";
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const end = new Uint8Array(bytes).indexOf(10);
  return new Rows(JSON.parse(new TextDecoder().decode(bytes.slice(0, end))), bytes.slice(end + 1));
}
