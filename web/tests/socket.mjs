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
  /** Bytes that are no whole frame yet. */
  #rest = Buffer.alloc(0);
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
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let frame; (frame = frameOf(this.#rest)); ) {
      this.#rest = this.#rest.subarray(frame.end);
      if (frame.kind === CLOSE) this.stream.end();
      else if (frame.kind === PING) this.#write(PONG, frame.bytes);
      else if (frame.kind <= TEXT) this.#parts.push(frame.bytes);
      if (frame.kind <= TEXT && frame.isLast) this.onmessage(Buffer.concat(this.#parts.splice(0)).toString());
    }
  }
}

/** The first frame of some bytes; null if it is not complete. A server does not mask. @param {Buffer} bytes */
function frameOf(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1], start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  const end = start + (short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short);
  return bytes.length < end ? null : { kind: bytes[0] & 15, isLast: bytes[0] >= LAST, bytes: bytes.subarray(start, end), end };
}
