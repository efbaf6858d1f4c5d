import { openRaw, readAnswers } from '../harness/raw-socket.ts';
import { hostileBodies, HOSTILE_TEXTS } from './hostile-values.fixture.ts';

/** A request as it goes over the wire, in pieces. */
type HoldRequest = { what: string; pieces: string[]; endsEarly?: boolean };

/** An event on which the same requests as on another one do the same: its words are as long. */
export type HoldTarget = { url: string; key: string; slug: string; sku: string; gone: string };

type Parts = { line?: string; headers?: string[]; leaveOut?: string[]; body?: string; last?: string };

const CLOSE = 'Connection: close';

/** Requests to hold: good, bad, and as no client sends them. Those to two targets are the same, one by one. */
export function* holdRequests(target: HoldTarget): Generator<HoldRequest> {
  const { write, cart } = writerFor(target);
  const one = (what: string, parts: Parts): HoldRequest => ({ what, pieces: [write(parts)] });
  for (const body of bodies(target, cart)) {
    yield one(`body ${body.slice(0, 60)}, ${body.length} bytes`, { body });
  }
  for (const { name, value } of headerValues(target)) {
    const headers = [`${name}: ${value}`];
    yield one(`${name}: ${value.slice(0, 60)}`, { leaveOut: [name], headers });
  }
  for (const name of ['Authorization', 'Content-Type', 'X-Device-ID', 'X-Forwarded-For', 'Host']) {
    yield one(`no ${name}`, { leaveOut: [name] });
    yield one(`${name} twice`, { headers: [`${name}: application/json`] });
  }
  for (const header of MORE_HEADERS) yield one(header.slice(0, 60), { headers: [header] });
  for (const [what, headers, body] of lengths(cart)) {
    yield one(`${what}, ${headers.join()}`, { leaveOut: ['Content-Length'], headers, body });
  }
  for (const line of lines(target)) yield one(line, { line });
  yield* connections(write);
  const valid = { items: [{ sku: target.sku, quantity: 1 }], promoCode: 'NONE' };
  for (const { what, body } of hostileBodies(valid)) {
    yield one(`body: ${what}`, { body: Buffer.from(body).toString('latin1') });
  }
}

function writerFor({ key, slug, sku }: HoldTarget) {
  const cart = `{"items":[{"sku":"${sku}","quantity":1}]}`;
  let count = 0;
  const write = ({ line, headers = [], leaveOut = [], body = cart, last = CLOSE }: Parts): string => {
    count += 1;
    const usual: [string, string][] = [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
      ['X-Device-ID', deviceOf(count)],
      // Nobody comes twice from one address, so that no cap is reached.
      ['X-Forwarded-For', `10.9.${count >> 8}.${count & 255}`],
      ['Content-Length', String(body.length)],
    ];
    const sent = usual
      .filter(([name]) => !leaveOut.includes(name))
      .map(([name, value]) => `${name}: ${value}`);
    const head = [line ?? `POST /api/v1/events/${slug}/reservations HTTP/1.1`, ...sent, ...headers, last];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  };
  return { write, cart };
}

const deviceOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function bodies({ sku, gone }: HoldTarget, cart: string): string[] {
  const item = `{"sku":"${sku}","quantity":1}`;
  return [
    cart,
    `{"items":[{"sku":"${sku}","quantity":2},{"sku":"${sku}","quantity":3}]}`,
    `{"items":[{"sku":"${sku}","quantity":11}]}`,
    `{"items":[{"sku":"${gone}","quantity":1}]}`,
    `{"items":[${item},{"sku":"${gone}","quantity":1}]}`,
    `{"items":[{"sku":"${sku.toUpperCase()}","quantity":1}]}`,
    ...['NOPE', ' save10 ', 'SAVE10', 'constructor', '__proto__', '\\u0053AVE10', '\\ud800'].map(
      (code) => `{"items":[${item}],"promoCode":"${code}"}`,
    ),
    `{"items":[${item}],"items":[{"sku":"${sku}","quantity":2}]}`,
    ...['1.0', '1e0', '-0', '1e400', '"1"', '01', '1_0'].map(
      (quantity) => `{"items":[{"sku":"${sku}","quantity":${quantity}}]}`,
    ),
    ` \r\n\t${cart}\n `,
    cart.replace('sku', '\\u0073ku'),
    `\xef\xbb\xbf${cart}`,
    `\xff${cart}`,
    cart.slice(0, -1),
    `${cart}${cart}`,
    '[]',
    'null',
    '""',
    '{}',
    cart.padEnd(16 * 1024),
    cart.padEnd(16 * 1024 + 1),
    cart.padEnd(70_000),
    `{"items":[${Array.from({ length: 50 }, () => item).join(',')}]}`,
    `{"items":[${Array.from({ length: 51 }, () => item).join(',')}]}`,
  ];
}

function* headerValues({ key }: HoldTarget): Generator<{ name: string; value: string }> {
  const values: Record<string, string[]> = {
    'Content-Type': [
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset=utf-16',
      'Application/JSON',
      'application/json;',
      'application/json, text/plain',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/vnd.api+json',
    ],
    Authorization: [
      `Bearer  ${key}`,
      `bearer ${key}`,
      `Basic ${key}`,
      key,
      'Bearer pk_nothing',
      `Bearer ${key} ${key}`,
    ],
    'X-Device-ID': [
      'ABCDEF00-0000-4000-8000-000000000000',
      `urn:uuid:${deviceOf(0)}`,
      `{${deviceOf(0)}}`,
      deviceOf(0).slice(1),
      '',
    ],
    'X-Forwarded-For': ['2001:db8::1', '::ffff:10.8.8.8', '10.8.8.9, 10.8.8.10', 'unknown'],
    Host: [],
  };
  const hostile = HOSTILE_TEXTS.filter((text) => !/[\r\n]/.test(text));
  for (const [name, own] of Object.entries(values)) {
    for (const value of [...own, ...hostile.map((text) => Buffer.from(text).toString('latin1'))])
      yield { name, value };
  }
}

const MORE_HEADERS = [
  'X-Request-Id: chosen-by-the-caller',
  'X-Request-Id: short',
  'Idempotency-Key: one',
  'Origin: https://shop.example',
  'Accept: text/html',
  'Accept-Encoding: gzip, br',
  'Content-Encoding: gzip',
  'If-None-Match: *',
  'X-HTTP-Method-Override: DELETE',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Expect: something',
  'Range: bytes=0-1',
  'Cookie: a=b',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  `X-Large: ${'a'.repeat(40_000)}`,
];

function lengths(cart: string): [what: string, headers: string[], body: string][] {
  const size = cart.length.toString(16);
  const chunked = ['Transfer-Encoding: chunked'];
  const told = ['0', '-1', '1e3', '99999999999', String(cart.length - 1), '0x10', `+${cart.length}`, ''];
  return [
    ...told.map((length): [string, string[], string] => ['a length', [`Content-Length: ${length}`], cart]),
    ['no length', [], cart],
    ['nothing', [], ''],
    ['one chunk', chunked, `${size}\r\n${cart}\r\n0\r\n\r\n`],
    [
      'two chunks',
      chunked,
      `5\r\n${cart.slice(0, 5)}\r\n${(cart.length - 5).toString(16)}\r\n${cart.slice(5)}\r\n0\r\n\r\n`,
    ],
    ['a trailer', chunked, `${size}\r\n${cart}\r\n0\r\nX-Device-ID: 1\r\n\r\n`],
    ['a chunk that lies', chunked, `5\r\n${cart}\r\n0\r\n\r\n`],
    ['no chunk', chunked, '0\r\n\r\n'],
  ];
}

const lines = ({ slug }: HoldTarget): string[] => [
  `POST /api/v1/events/${slug}/reservations HTTP/1.0`,
  `POST /api/v1/events/${slug}/reservations?a=b HTTP/1.1`,
  `POST /api/v1/events/${slug}/reservations/ HTTP/1.1`,
  `POST //api/v1/events/${slug}/reservations HTTP/1.1`,
  `POST /api/v1/events/${slug.toUpperCase()}/reservations HTTP/1.1`,
  `POST /api/v1/events/${slug}/tickets/reservations HTTP/1.1`,
  `POST /api/v1/events/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}/reservations HTTP/1.1`,
  `POST http://localhost/api/v1/events/${slug}/reservations HTTP/1.1`,
  'POST /api/v1/events//reservations HTTP/1.1',
  'POST /api/v1/events/reservations HTTP/1.1',
  'POST /api/v1/events/%/reservations HTTP/1.1',
  'POST /api/v1/events/no-such-event/reservations HTTP/1.1',
  ...['PUT', 'GET', 'DELETE', 'OPTIONS', 'HEAD'].map(
    (method) => `${method} /api/v1/events/${slug}/reservations HTTP/1.1`,
  ),
];

/** Several on one connection, and bodies that come in pieces or not at all. */
function* connections(write: (parts: Parts) => string): Generator<HoldRequest> {
  const [head = '', body = ''] = write({}).split(/(?<=\r\n\r\n)/);
  yield { what: 'a body behind its head', pieces: [head, body] };
  yield { what: 'a body byte by byte', pieces: [head, ...body.split('')] };
  yield { what: 'half a body, and no more', pieces: [head, body.slice(0, 9)], endsEarly: true };
  yield { what: 'a head, and no more', pieces: [head], endsEarly: true };
  const again = { leaveOut: ['X-Device-ID'], headers: [`X-Device-ID: ${deviceOf(9_999)}`] };
  const kept = write({ ...again, last: 'Accept: */*' });
  yield { what: 'one cart three times on one connection', pieces: [kept + kept + write(again)] };
  const odd = write({ body: '{"items":[]}', last: 'Accept: */*' });
  yield { what: 'good and bad by turns', pieces: [kept + odd + kept + odd + write(again)] };
  const shared = { leaveOut: ['X-Device-ID', 'X-Forwarded-For'], headers: ['X-Forwarded-For: 10.8.0.1'] };
  yield { what: 'the cart of an address', pieces: [write(shared)] };
  yield { what: 'the cart of an address, again', pieces: [write(shared)] };
}

/** Sends it, and tells what came back in words that are the same for every target and at every moment. */
export async function sendHold(target: HoldTarget, { pieces, endsEarly }: HoldRequest) {
  const connection = openRaw(target.url);
  for (const piece of pieces) {
    connection.socket.write(Buffer.from(piece, 'latin1'));
    // A turn of the event loop for each, so that they come apart.
    await new Promise(setImmediate);
  }
  if (endsEarly) connection.socket.end();
  await connection.closed;
  const alike = (text: string): string =>
    text
      .replaceAll(new RegExp(target.slug, 'gi'), 'SLUG')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
      .replaceAll(/q_[0-9a-f]{32}/g, 'QUOTE')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return readAnswers(connection.received()).map(({ status, headers, body }) => ({
    status,
    headers: [...headers].map(([name, value]) => [name, alike(ALIKE_HEADERS[name]?.(value) ?? value)]),
    body: alike(body),
  }));
}

const ALIKE_HEADERS: Record<string, (value: string) => string> = {
  date: () => 'DATE',
  'x-request-id': (value) => (value.startsWith('chosen') ? value : 'NUMBER'),
  ratelimit: (value) => value.replaceAll(/=\d+/g, '=N'),
};
