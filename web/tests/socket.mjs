// A WebSocket client for a server on this machine. Node 20's own stops masking after 4096 messages, so that the server closes the
// connection.

import { randomBytes } from "node:crypto";
import { request } from "node:http";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
/** The first byte of the last frame of a message, and the bit of the second byte for a mask. */
const LAST = 0x80, MASKED = 0x80;
const MASK = Buffer.from([1, 2, 3, 4]);

export class Socket {
  /** Called with the text of each message. @type {(text: string) => void} */
  onmessage = () => {};
  /** Called when the connection has ended. */
  onclose = () => {};
  /** Bytes that are no whole frame yet, in the pieces that arrived. @type {Buffer[]} */
  #pieces = [];
  /** Number of bytes that the frame still lacks, or its head if that is incomplete. */
  #missing = 2;
  /** The frames of a message whose last one is missing. @type {Buffer[]} */
  #parts = [];

  /** @param {import("node:net").Socket} stream */
  constructor(stream) {
    this.stream = stream;
    stream.on("data", (bytes) => this.#received(bytes)).on("close", () => this.onclose()).on("error", () => {});
  }

  /** Connects to an address such as `ws://127.0.0.1:1234/session`. @param {string} address @returns {Promise<Socket>} */
  static open(address) {
    const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": randomBytes(16).toString("base64") };
    return new Promise((resolve, reject) => {
      const asked = request(address.replace("ws:", "http:"), { headers });
      asked.on("upgrade", (_answer, stream, first) => {
        if (first.length) stream.unshift(first);
        resolve(new Socket(stream));
      }).on("error", reject);
      asked.on("response", ({ statusCode }) => reject(new Error(`${address} is no WebSocket: ${statusCode}`)));
      asked.end();
    });
  }

  /** @param {string} text */
  send(text) {
    this.#write(TEXT, Buffer.from(text));
  }

  /** A client must mask what it sends. No other program is on the way, so the mask need not be a secret. @param {number} kind @param {Buffer} bytes */
  #write(kind, bytes) {
    const { length } = bytes, wide = Buffer.alloc(length < 126 ? 0 : length < 1 << 16 ? 2 : 8);
    if (wide.length === 2) wide.writeUInt16BE(length);
    if (wide.length === 8) wide.writeBigUInt64BE(BigInt(length));
    const short = wide.length === 8 ? 127 : wide.length === 2 ? 126 : length;
    const masked = bytes.map((byte, at) => byte ^ MASK[at % 4]);
    this.stream.write(Buffer.concat([Buffer.from([LAST | kind, MASKED | short]), wide, MASK, masked]));
  }

  /** @param {Buffer} bytes */
  #received(bytes) {
    this.#pieces.push(bytes);
    this.#missing -= bytes.length;
    if (this.#missing > 0) return;
    let rest = Buffer.concat(this.#pieces), end = endOf(rest);
    for (; end <= rest.length; end = endOf(rest)) {
      this.#take(rest[0], rest.subarray(headOf(rest), end));
      rest = rest.subarray(end);
    }
    this.#pieces = [rest];
    this.#missing = end - rest.length;
  }

  /** Takes a whole frame: its first byte and its content. @param {number} first @param {Buffer} content */
  #take(first, content) {
    const kind = first & 15;
    if (kind === CLOSE) this.stream.end();
    else if (kind === PING) this.#write(PONG, content);
    else if (kind <= TEXT) this.#parts.push(content);
    if (kind <= TEXT && first >= LAST) this.onmessage(Buffer.concat(this.#parts.splice(0)).toString());
  }
}

/** Number of bytes before the content of the first frame. A server does not mask. @param {Buffer} bytes */
function headOf(bytes) {
  return { 126: 4, 127: 10 }[bytes[1]] ?? 2;
}

/** Number of bytes of the first frame; of its head if that is incomplete. @param {Buffer} bytes */
function endOf(bytes) {
  const head = headOf(bytes);
  if (bytes.length < head) return head;
  return head + (head === 10 ? Number(bytes.readBigUInt64BE(2)) : head === 4 ? bytes.readUInt16BE(2) : bytes[1]);
}
