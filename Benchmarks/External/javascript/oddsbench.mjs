// What any program needs to speak oddsbench.strategy/1: messages and answers, checksums, and JSON
// that keeps the text of numbers and says where a text is wrong.

import { isUtf8 } from "node:buffer";
import { readSync, writeSync } from "node:fs";
import * as zlib from "node:zlib";

const PROTOCOL = "oddsbench.strategy/1";
const KIND = { hello: 1, apply: 2, snapshot: 3, bye: 4 };
export const DISPOSITION = { applied: 0, stale: 1, held: 2, rejected: 3 };

/// Answers the messages on standard input until *bye*.
///
/// A channel has `apply(frame)`, which returns what its answer has but the checksum,
/// `eventChecksums(events)` of its first events, and `snapshot()`, an object.
export function serve(newChannel, name, level) {
  let names = [];
  const channels = new Map();
  for (let head = read(12); head !== null; head = read(12)) {
    const [length, kind, sequence] = integersOf(head);
    const content = read(length);
    let answer = Buffer.alloc(0);
    if (kind === KIND.hello) {
      names = JSON.parse(content).channels;
      const greeting = { protocol: PROTOCOL, name, level, transport: "pipe" };
      answer = Buffer.from(JSON.stringify(greeting));
    } else if (kind === KIND.apply) {
      const [position, events] = integersOf(content.subarray(0, 8));
      if (!channels.has(position)) channels.set(position, newChannel());
      const channel = channels.get(position);
      const integers = channel.apply(content.subarray(8));
      const checksum = crc32(bytesOf(channel.eventChecksums(events)));
      answer = bytesOf([...integers, checksum]);
    } else if (kind === KIND.snapshot) {
      // Channels that no frame came from are not there.
      const positions = [...channels.keys()].sort((a, b) => a - b);
      const shown = positions.map((at) => ({ channel: names[at], ...channels.get(at).snapshot() }));
      answer = Buffer.from(jsonText({ channels: shown }));
    }
    write(bytesOf([answer.length, kind, sequence]), answer);
    if (kind === KIND.bye) return;
  }
}

function integersOf(bytes) {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(4 * index));
}

function bytesOf(integers) {
  const bytes = Buffer.alloc(4 * integers.length);
  integers.forEach((integer, index) => bytes.writeUInt32LE(integer, 4 * index));
  return bytes;
}

/// So many bytes of standard input, `null` at its end.
function read(count) {
  const bytes = Buffer.allocUnsafe(count);
  for (let done = 0; done < count; ) {
    const more = whenReady(() => readSync(0, bytes, done, count - done));
    if (more === 0) return null;
    done += more;
  }
  return bytes;
}

function write(...parts) {
  const bytes = Buffer.concat(parts);
  for (let done = 0; done < bytes.length; ) {
    done += whenReady(() => writeSync(1, bytes, done));
  }
}

/// Repeats a call until the pipe, which may not block, is ready for it.
function whenReady(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

// Checksums. Node has `crc32` since 20.15.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export const crc32 =
  zlib.crc32 ??
  ((bytes) => {
    let value = 0xffffffff;
    for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
    return ~value >>> 0;
  });

/// An id in the text that an event's checksum covers.
export function idText(id) {
  return Buffer.from(id + "\0");
}

/// A betting offer in the text that an event's checksum covers.
export function offerText(id, odds, isAvailable) {
  const values = Buffer.alloc(9, 0xff);
  if (odds !== undefined) values.writeDoubleLE(odds);
  values[8] = isAvailable === undefined ? 2 : Number(isAvailable);
  return Buffer.concat([idText(id), values]);
}

// JSON.

/// A frame that is rejected, with the offset of the first byte that cannot stand there.
export class RejectedFrame extends Error {
  constructor(offset) {
    super(`rejected at ${offset}`);
    this.offset = offset;
  }
}

/// A number that JavaScript would write otherwise.
class NumberText {
  constructor(text) {
    this.text = text;
  }
}

/// The text of a number as `readJSON` returns it, `undefined` for other values.
export function numberText(value) {
  if (typeof value === "number") return String(value);
  return value instanceof NumberText ? value.text : undefined;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)0*(\d*))?$/;

/// The exact value of a number's text, `null` if it is not whole or has more than 19 digits.
export function wholeValue(text) {
  const parts = NUMBER.exec(text).slice(1);
  const [sign, whole, fraction, exponentSign, exponent] = parts.map((part) => part ?? "");
  const digits = (whole + fraction).replace(/^0+/, "");
  let count = digits.length;
  while (count > 0 && digits[count - 1] === "0") count--;
  if (count === 0) return 0n;
  // No frame has digits enough to make up for an exponent of ten digits.
  const power = Number(`${exponentSign}${exponent.slice(0, 10) || 0}`);
  const zeros = power + digits.length - count - fraction.length;
  if (zeros < 0 || count + zeros > 19) return null;
  return BigInt(sign + digits.slice(0, count) + "0".repeat(zeros));
}

// JavaScript writes these as they were: few digits, no exponent, no zeros at the end.
const PLAIN = String.raw`(?:0|-?[1-9]\d{0,14}|-?(?:0\.(?!00000)|[1-9]\d{0,7}\.)\d{0,6}[1-9])`;
const OTHER_NUMBER = new RegExp(String.raw`[[:,\s](?!${PLAIN}(?![\d.eE]))-?(?!0\d)\d`);
const LONE_SURROGATE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/// The value of a text of at most so many levels.
export function readJSON(bytes, depthMax) {
  const text = isUtf8(bytes) ? withoutLoneSurrogates(bytes.toString()) : "";
  if (hasLevels(bytes, depthMax) && !OTHER_NUMBER.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // The scanner says where it is wrong.
    }
  }
  return new Scanner(bytes, depthMax).document();
}

/// Makes the escape of a surrogate without its partner that of U+FFFD.
function withoutLoneSurrogates(text) {
  if (!text.includes("\\u")) return text;
  return text.replace(LONE_SURROGATE, (escape, lone) => (lone ? "\\ufffd" : escape));
}

/// Whether a text has so many levels at most, a repeated key's lost values included.
function hasLevels(bytes, depthMax) {
  let depth = 0;
  let isString = false;
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset];
    if (isString && byte === 0x5c) offset++;
    else if (byte === 0x22) isString = !isString;
    else if (isString) continue;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > depthMax) return false;
  }
  return true;
}

/// JSON of a value as `readJSON` returns it; there may be typed integers, too.
function jsonText(value) {
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (value instanceof NumberText) return value.text;
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members.map(([name, member]) => `${jsonText(name)}:${jsonText(member)}`).join()}}`;
}

const SPACE = /[ \t\n\r]*/y;
const PLAIN_TEXT = /[^"\\\x00-\x1f\x80-\xff]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const BROKEN_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?/y;
// Unicode's table 3-7.
const UTF8_SEQUENCE = new RegExp(
  String.raw`[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}` +
    String.raw`|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}` +
    String.raw`|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}`,
  "y",
);

/// Reads JSON that `JSON.parse` would not read right, up to what is illegal.
class Scanner {
  constructor(bytes, depthMax) {
    // A character for each byte.
    this.text = bytes.toString("latin1");
    this.offset = 0;
    this.depthLeft = depthMax;
  }

  document() {
    const value = this.value();
    if (this.offset < this.text.length) this.fail();
    return value;
  }

  fail() {
    throw new RejectedFrame(this.offset);
  }

  /// Steps over what matches here; returns whether anything does.
  take(pattern) {
    pattern.lastIndex = this.offset;
    const matches = pattern.test(this.text);
    if (matches) this.offset = pattern.lastIndex;
    return matches;
  }

  need(pattern) {
    if (!this.take(pattern)) this.fail();
  }

  value() {
    this.take(SPACE);
    const value = this.valueHere();
    this.take(SPACE);
    return value;
  }

  valueHere() {
    switch (this.text[this.offset]) {
      case "{":
        return Object.fromEntries(this.elements(() => this.member(), /\}/y));
      case "[":
        return this.elements(() => this.value(), /\]/y);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  elements(read, closingBracket) {
    if (this.depthLeft === 0) this.fail();
    this.depthLeft--;
    this.offset++;
    this.take(SPACE);
    const elements = [];
    if (!this.take(closingBracket)) {
      do elements.push(read());
      while (this.take(/,/y));
      this.need(closingBracket);
    }
    this.depthLeft++;
    return elements;
  }

  member() {
    this.take(SPACE);
    const name = this.string();
    this.take(SPACE);
    this.need(/:/y);
    return [name, this.value()];
  }

  string() {
    const start = this.offset;
    this.need(/"/y);
    while (this.take(PLAIN_TEXT) || this.take(ESCAPE) || this.take(UTF8_SEQUENCE));
    if (!this.take(/"/y)) {
      this.take(BROKEN_ESCAPE);
      this.fail();
    }
    const bytes = Buffer.from(this.text.slice(start, this.offset), "latin1");
    return JSON.parse(withoutLoneSurrogates(bytes.toString()));
  }

  word(word, value) {
    for (const letter of word) this.need(new RegExp(letter, "y"));
    return value;
  }

  number() {
    const start = this.offset;
    this.take(/-/y);
    if (!this.take(/0/y)) this.need(/\d+/y);
    if (this.take(/\./y)) this.need(/\d+/y);
    if (this.take(/[eE]/y)) {
      this.take(/[+-]/y);
      this.need(/\d+/y);
    }
    const text = this.text.slice(start, this.offset);
    const number = Number(text);
    return String(number) === text ? number : new NumberText(text);
  }
}
