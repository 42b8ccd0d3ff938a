// Runs the module in Node, without a page.

import { readFileSync } from "node:fs";

/** Loads a module. Returns the function that answers requests. @param {string} file @returns {Promise<(request: object) => any>} */
export async function moduleEngine(file) {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const { alloc, free, ask, memory } = /** @type {any} */ (instance.exports);
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const at = alloc(text.length);
    new Uint8Array(memory.buffer, at, text.length).set(text);
    const reply = ask(at, text.length);
    const length = new DataView(memory.buffer).getUint32(reply, true);
    const words = new TextDecoder().decode(new Uint8Array(memory.buffer, reply + 4, length));
    free(at, text.length);
    free(reply, length + 4);
    return JSON.parse(words);
  };
}
