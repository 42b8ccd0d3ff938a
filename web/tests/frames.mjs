// Checks how the checks in a browser read frames of a WebSocket: `node frames.mjs`.

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { Socket } from "./socket.mjs";

const LAST = 0x80, CONTINUED = 0, TEXT = 1;

/** A frame without a mask, as a server sends it. @param {number} first @param {string} text */
function frame(first, text) {
  const { length } = text, head = Buffer.alloc(length < 126 ? 2 : length < 1 << 16 ? 4 : 10);
  head[0] = first;
  head[1] = head.length === 2 ? length : head.length === 4 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** The messages that a socket reads from bytes which arrive in pieces. @param {Buffer} bytes @param {number} piece */
function read(bytes, piece) {
  const stream = new PassThrough(), socket = new Socket(/** @type {any} */ (stream)), messages = [];
  socket.onmessage = (text) => messages.push(text);
  for (let from = 0; from < bytes.length; from += piece) stream.emit("data", bytes.subarray(from, from + piece));
  return messages;
}

const texts = ["", "short", "x".repeat(125), "y".repeat(126), "z".repeat(70_000)];
const split = [frame(TEXT, "two "), frame(LAST | CONTINUED, "parts")];
const bytes = Buffer.concat([...texts.map((text) => frame(LAST | TEXT, text)), ...split, frame(LAST | TEXT, "end")]);
for (const piece of [1, 2, 3, 7, 1000, bytes.length]) assert.deepEqual(read(bytes, piece), [...texts, "two parts", "end"], `pieces of ${piece} bytes`);

// The bytes of a long message are copied a few times, not once for each of its pieces.
const concat = Buffer.concat, long = frame(LAST | TEXT, "a".repeat(4 << 20));
let copied = 0;
Buffer.concat = (/** @type {any[]} */ all) => {
  copied += all.reduce((sum, { length }) => sum + length, 0);
  return concat(all);
};
read(long, 1 << 12);
assert.ok(copied < 4 * long.length, `${copied} bytes copied`);
console.log("frames of a WebSocket are read in any pieces, in linear time");
