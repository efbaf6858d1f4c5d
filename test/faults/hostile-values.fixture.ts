import assert from 'node:assert/strict';
import type { RawAnswer } from '../harness/raw-socket.ts';

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  "' OR '1'='1",
  "'; DROP TABLE events; --",
  '" OR ""="',
  "\\'; SELECT pg_sleep(10); --",
  '$1',
  '%s%n%x',
  '__proto__',
  'constructor',
  'prototype.isAdmin',
  'hasOwnProperty',
  'toString',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'a\r\nX-Injected: yes',
  'a\nX-Injected: yes',
  'a\rX-Injected: yes',
  'a\r\n\r\nHTTP/1.1 200 OK\r\nX-Injected: yes\r\n\r\n',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '!(a|b)&c:*<->',
  '*',
  '%',
  '_',
  '\\',
  '-',
  '--',
  'İıſK',
  'é\u0301\u0301\u0301\u0301',
  '\u202Etxt.exe',
  '\u200B\uFEFF',
  '\uFFFF\uFFFE',
  '👩‍👩‍👧‍👦',
  '𝕋𝕙𝕖',
  'ﷺ'.repeat(60),
  'a'.repeat(201),
  'a '.repeat(100),
  'x'.repeat(8_000),
  '1e309',
  '-1',
  '9007199254740993',
  'NaN',
  '0x10',
  '[]',
  '{}',
  'null',
  'true',
];

const deep = (open: string, close: string): string => open.repeat(2_000) + '1' + close.repeat(2_000);

/** Values as they stand in a JSON text: some can't be written from JavaScript. */
const HOSTILE_JSON = [
  ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '-1e309',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  deep('[', ']'),
  deep('{"a":', '}'),
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":1,"length":-1}',
  '"\\ud800"',
  '"\\u0000"',
];
const HOSTILE_MEMBERS = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"prototype":{"isAdmin":true}',
  '"":1',
  '"a\\u0000b":1',
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A body in which each value, wherever it stands, is replaced by each hostile one, and each object has each hostile member. */
export function* hostileBodies(valid: Json): Generator<{ what: string; body: string }> {
  const MARK = '"@@"';
  for (const { at, value } of places(valid, [])) {
    const text = JSON.stringify(replaced(valid, at, '@@'));
    for (const hostile of HOSTILE_JSON) {
      yield { what: `${at.join('.')} = ${hostile.slice(0, 60)}`, body: text.replace(MARK, () => hostile) };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const own = JSON.stringify(value);
    for (const member of HOSTILE_MEMBERS) {
      const object = own === '{}' ? `{${member}}` : `{${member},${own.slice(1)}`;
      yield { what: `${at.join('.')} with ${member}`, body: text.replace(MARK, () => object) };
    }
  }
}

// One with more than two places is thinned out.
const AT_A_PLACE = 72;
const FEW = 3 * AT_A_PLACE;

/** A ninth of a body's places and values, another ninth at each place: nine places together meet every value. */
export function thinnedOut<T>(bodies: Iterable<T>): T[] {
  const all = [...bodies];
  return all.length < FEW ? all : all.filter((_, at) => (at + Math.floor(at / AT_A_PLACE)) % 9 === 0);
}

function* places(value: Json, at: (string | number)[]): Generator<{ at: (string | number)[]; value: Json }> {
  yield { at, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* places(inner, [...at, name]);
}

function replaced(value: Json, [name, ...rest]: (string | number)[], by: Json): Json {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === String(name) ? replaced(inner, rest, by) : inner));
  assert(typeof value === 'object' && value !== null);
  return { ...value, [name]: replaced(value[name] ?? null, rest, by) };
}

/** One answer, of ours, no failure, with nothing in its headers that the client wrote. */
export function assertInertHead(answers: RawAnswer[], what: string): RawAnswer {
  const [answer] = answers;
  assert.ok(answer && answers.length === 1, `${what}: ${answers.length} answers`);
  assert.ok(answer.status >= 200 && answer.status < 500, `${what}: ${answer.status} ${answer.body}`);
  for (const [name, value] of answer.headers) {
    assert.match(name, /^[a-z-]+$/, what);
    assert.ok(!/inject/i.test(name + value), what);
    assert.match(value, /^[\x20-\x7e]*$/, `${what}: ${name}`);
  }
  return answer;
}
