import { timingSafeEqual } from 'node:crypto';
import { parseExactJson, type ExactJson } from './exact-json.ts';
import type { RawCallback } from './gateway.ts';

// The longest callback known, with all that a gateway tells about a card and its owner, has under 20 kilobytes.
const MAX_CALLBACK_BYTES = 262_144;
const MAX_HEADER_LENGTH = 4_096;

/** The one value of a header; null where it is missing, repeated or too long to be a signature. */
export function signatureIn(callback: RawCallback, header: string): string | null {
  const value = callback.headers[header];
  return typeof value === 'string' && value.length <= MAX_HEADER_LENGTH ? value : null;
}

/** Compares in constant time, so that the time doesn't tell how much was right. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Reads a callback, not verified. Undefined if it is too long, no text or no JSON. */
export function readCallbackBody(body: Buffer): ExactJson | undefined {
  if (body.length > MAX_CALLBACK_BYTES) return undefined;
  return parseExactJson(body.toString('utf8'));
}

/** A reference that could be ours: all gateways take these characters. Anything else is not looked up in the database. */
export function plausibleReference(text: string | null): string | null {
  return text !== null && /^[\w.=-]{1,100}$/.test(text) ? text : null;
}
