// The program of a Worker: it holds one instance of the module and answers one request after the other.

/** The program as text: a page opened from a file can start a Worker only from a blob. */
export function workerSource() {
  return `(${workerMain})()`;
}

/** Converted to text, so it must not use anything else in this file or page. */
function workerMain() {
  /** @type {any} */
  let module = null;

  /** @param {ArrayBuffer} bytes */
  async function instantiate(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    module = instance.exports;
  }

  /** @param {object} request */
  function ask(request) {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const at = module.alloc(text.length);
    new Uint8Array(module.memory.buffer, at, text.length).set(text);
    const reply = module.ask(at, text.length);
    const length = new DataView(module.memory.buffer).getUint32(reply, true);
    const words = new TextDecoder().decode(new Uint8Array(module.memory.buffer, reply + 4, length));
    module.free(at, text.length);
    module.free(reply, length + 4);
    return JSON.parse(words);
  }

  let ready = Promise.resolve();
  addEventListener("message", async ({ data }) => {
    if (data.bytes) {
      ready = instantiate(data.bytes);
      return;
    }
    /** @type {object} */
    let reply;
    try {
      await ready;
      reply = ask(data.request);
    } catch (error) {
      reply = { error: { title: `the module stopped: ${error}`, fatal: true } };
    }
    postMessage({ id: data.id, reply });
  });
}
