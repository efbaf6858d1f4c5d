import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import PdfKit from 'pdfkit';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { cleanText } from '../../src/audit/clean-fields.ts';
import { readColor } from '../../src/pages/shared/accent.ts';
import { isOnEventPage, sanitiseQuery } from '../../src/pages/checkout/embed/server/page-query.ts';
import { readListCursor } from '../../src/check-in/phone-cursor.ts';
import { readCookie } from '../../src/pages/dashboard/access/read-cookie.ts';
import { checkLinks } from '../../src/events/check-links.ts';
import { readCursor } from '../../src/http/list-cursor.ts';
import { cleanAccount, cleanWebsite } from '../../src/events/details/clean-details.ts';
import { makeSlug } from '../../src/events/make-slug.ts';
import { readMarkdown, readPlain } from '../../src/events/markdown/read-markdown.ts';
import { writePlain } from '../../src/events/markdown/write-plain.ts';
import { readOnce } from '../../src/events/read-description.ts';
import { readPreviewToken } from '../../src/events/preview-token.ts';
import { isSlug } from '../../src/events/slug.ts';
import { isSmallTypo } from '../../src/values/typo.ts';
import { readPlanText } from '../../src/halls/read-plan-text.ts';
import { writeDraft } from '../../src/halls/stored-plan.ts';
import { betterAddress } from '../../src/pages/notice/server/better-address.ts';
import { readServerLines } from '../../src/hosts/keys/server-addresses.ts';
import { createClientAddress, limitAddress } from '../../src/http/client-address.ts';
import { matchesEtag } from '../../src/http/conditional.ts';
import { wantedEncoding } from '../../src/http/content-encoding.ts';
import { readPlainJson } from '../../src/http/json-body.ts';
import { matchHost } from '../../src/http/keep-origins-apart.ts';
import { rawMember } from '../../src/http/raw-member.ts';
import { readSeatList } from '../../src/inventory/seats/read-seat-list.ts';
import { composeMail } from '../../src/mail/compose-mail.ts';
import { html } from '../../src/mail/html.ts';
import { unlinked } from '../../src/mail/unlinked.ts';
import { writeParagraphs } from '../../src/messages/write-paragraphs.ts';
import { checkMetadata, readCallbackUrl, readPhone } from '../../src/orders/check-buyer.ts';
import { readGuestList } from '../../src/orders/guest-lists/read-guest-list.ts';
import { opensPage } from '../../src/pages/serving/opens-page.ts';
import { parseExactJson } from '../../src/payments/exact-json.ts';
import { plausibleReference, readCallbackBody } from '../../src/payments/read-callback.ts';
import { isSignedByStripe, namesInCallback } from '../../src/payments/stripe/stripe-callback.ts';
import { describeDevice } from '../../src/people/sessions/describe-device.ts';
import { passwordProblem } from '../../src/people/passwords/require-good-password.ts';
import { readPromoList } from '../../src/reservations/promo-codes/read-promo-list.ts';
import { PASSKEY_BODY } from '../../src/routes/route.ts';
import { checkPlan } from '../../src/seating-plans/check-plan.ts';
import { MAX_PLAN_CHARACTERS, MAX_SEATS } from '../../src/seating-plans/limits.ts';
import type { PlanRow, SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import { saleCalendarFile } from '../../src/tickets/calendar-file.ts';
import { fitText } from '../../src/tickets/fit-text.ts';
import { registerFonts } from '../../src/tickets/pdf-fonts.ts';
import { readDecimal } from '../../src/values/decimal.ts';
import { isEmailAddress } from '../../src/values/email-address.ts';
import { namesUser, parseHttpUrl } from '../../src/values/http-url.ts';
import { preferredLanguage } from '../../src/values/language.ts';
import { MAX_LIST_CHARACTERS } from '../../src/rules/list-text.ts';
import { mailtoLink } from '../../src/values/mailto.ts';
import { nextPath } from '../../src/pages/dashboard/sign-in/next-path.ts';
import { readTypedReference } from '../../src/rules/order-reference.ts';
import { isParagraphs } from '../../src/values/paragraphs.ts';
import { isPersonName } from '../../src/values/person-name.ts';
import { cleanAnswer } from '../../src/rules/questions.ts';
import { MAX_POSITION_CHARACTERS, readPosition } from '../../src/values/read-position.ts';
import { MAX_MARKDOWN_CHARACTERS } from '../../src/rules/rich-text.ts';
import { nameSeat } from '../../src/rules/seat-name.ts';
import { readShortCode } from '../../src/rules/short-code.ts';
import { readSite } from '../../src/values/site-origin.ts';
import { takeCodeApart } from '../../src/rules/ticket-code.ts';
import { isTimezone, isWallTime } from '../../src/values/wall-time.ts';
import { readReceiverUrl } from '../../src/webhooks/subscriptions/receiver-url.ts';
import { assertLinear, workMs } from '../harness/measure-work.ts';
import { createTestDatabase } from '../harness/test-database.ts';

// Strangers' and hosts' texts are read by the thread that serves everybody. So whoever sends the largest text that is let in, of the worst
// kind, may cost the others as much as its length is worth, and no more: eight times the text, some eight times the processor's time. A new
// reader is a new line here. A text is refused by its length before it is read where its largest is smaller than here.

// Node takes so much of headers, and of the address in the first line.
const HEADER = 16_384;
const FORM = 4 * 1024;
const ENTRANCE = 16 * 1024;
const CALLBACK = 64 * 1024;
// A cell of a list.
const CELL = 10_000;

const asHeaders = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
const trustAll = createClientAddress(['0.0.0.0/1', '128.0.0.0/1', '::/1'], () => undefined);
const isOurs = matchHost('https://tickets.example');
const key = Buffer.alloc(32);
const SALE = {
  saleStartsAt: new Date(0),
  pageUrl: 'https://a.example/',
  language: 'en',
} as const;

/** Readers of one text, with the largest that reaches them, in characters. */
const READERS: [what: string, largest: number, read: (text: string) => unknown][] = [
  // Headers and addresses.
  ['X-Forwarded-For', HEADER, (text) => trustAll(forwarded(text))],
  ['an address that is counted', HEADER, limitAddress],
  ['Accept-Encoding', HEADER, wantedEncoding],
  ['Accept-Language', HEADER, preferredLanguage],
  ['Accept', HEADER, (accept) => opensPage({ ...asHeaders({ accept }), method: 'GET', url: '/x' })],
  ['If-None-Match', HEADER, (text) => matchesEtag(text, '"a"')],
  ['Cookie', HEADER, (cookie) => readCookie(asHeaders({ cookie }), 'session')],
  ['User-Agent', HEADER, describeDevice],
  ['Host', HEADER, isOurs],
  ['an address that is not there', HEADER, betterAddress],
  ['a path with a query', HEADER, (text) => sanitiseQuery(text) + String(isOnEventPage(text))],
  ['where to go on', HEADER, (text) => nextPath('/dashboard', text)],
  ['a slug', HEADER, isSlug],
  ['a colour', HEADER, readColor],
  ['a cursor', HEADER, (text) => readCursor([key], 'list', text)],
  ['a cursor of a door', HEADER, readListCursor],
  ['a preview', HEADER, (text) => readPreviewToken([key], 'event', text)],
  ['a signature of Stripe', HEADER, (text) => isSignedByStripe(text, key, { webhookSecret: 'a', nowMs: 0 })],
  ['a searched word', 200, (text) => isSmallTypo(text, `b${text}`)],
  // Typed by buyers.
  ['an e-mail address', CALLBACK, isEmailAddress],
  ['a person’s name', CALLBACK, isPersonName],
  ['a telephone number', CALLBACK, (text) => readPhone(text, { country: 'NIGERIA' })],
  ['a callback URL', CALLBACK, (text) => readCallbackUrl(text, null)],
  [
    'a callback URL with a user',
    CALLBACK,
    (text) => namesUser(`http://${text}`, new URL('http://a.example')),
  ],
  ['metadata', CALLBACK, (text) => checkMetadata(text)],
  ['a JSON body', CALLBACK, (text) => readPlainJson(Buffer.from(JSON.stringify({ text })))],
  ['a member of a JSON body', CALLBACK, (text) => rawMember(JSON.stringify({ [text]: text }), 'metadata')],
  ['an answer', CALLBACK, (text) => cleanAnswer('text', text) + cleanAnswer('line', text)],
  ['an order’s reference', FORM, readTypedReference],
  ['a ticket’s code', FORM, (text) => [takeCodeApart(text), readShortCode(text)]],
  ['a password', ENTRANCE, (text) => passwordProblem(text.slice(0, 1_000), ['ada@a.example'])],
  // Gateways, whoever says to be one.
  ['a callback', CALLBACK, (text) => readCallbackBody(Buffer.from(JSON.stringify([text])))],
  ['a callback of Stripe', CALLBACK, (text) => namesInCallback(Buffer.from(text))],
  ['exact numbers', CALLBACK, parseExactJson],
  ['a reference of a gateway', CALLBACK, plausibleReference],
  // Written by hosts.
  ['a description', MAX_MARKDOWN_CHARACTERS, (text) => writePlain(readMarkdown(text))],
  ['a plain description', MAX_MARKDOWN_CHARACTERS, readPlain],
  ['a message', 5_000, writeParagraphs],
  ['a text', 25_000, isParagraphs],
  ['an event’s name', 200, makeSlug],
  [
    'a website',
    ENTRANCE,
    (text) => checkLinks({ website: cleanWebsite(text), instagram: null, xAccount: null }),
  ],
  [
    'an account',
    ENTRANCE,
    (text) => checkLinks({ website: null, instagram: cleanAccount(text), xAccount: null }),
  ],
  ['a place', MAX_POSITION_CHARACTERS, readPosition],
  [
    'a link to a map',
    MAX_POSITION_CHARACTERS - 30,
    (text) => readPosition(`https://maps.google.com/${text}`),
  ],
  ['degrees', MAX_POSITION_CHARACTERS - 2, (text) => readPosition(`1 ${text}`)],
  ['a site', ENTRANCE, readSite],
  ['a receiver', ENTRANCE, readReceiverUrl],
  ['a URL', ENTRANCE, parseHttpUrl],
  ['servers', ENTRANCE, readServerLines],
  ['a number', CELL, (text) => readDecimal(text, 2)],
  ['a time', CELL, (text) => [isWallTime(text), isTimezone(text)]],
  ['a seat’s name', CELL, (text) => nameSeat({ section: text, row: `${text} ${text}`, seat: text }, 'en')],
  ['a line of the audit log', 25_000, (text) => cleanText(text, 500)],
  // Made from it.
  ['a mail', 25_000, (text) => composeMail('us@a.example', mailWith(text))],
  ['a link of a mail', FORM, (text) => mailtoLink(text, text)],
  ['a text of a mail', 25_000, (text) => [unlinked(text), html`<p>${text}</p>`.markup]],
  ['a calendar', 2_400, (name) => saleCalendarFile({ id: 'a', version: 1, name, host: { name } }, SALE)],
];

// One after the other until there is no more room, each with an end of its own too: patterns fail late on those.
const UNITS = [
  ...Array.from(' \n\t\r.,;:!?-_+*/\\|&%#@=<>()[]{}"\'`~^$a0é😀\u0301\u202E\u0000'),
  'a.',
  'a-',
  'a@',
  '@a',
  'a@a.',
  'a.com',
  'www.',
  'http://',
  'https://a.b/',
  '://',
  '%40',
  '%',
  '=a',
  'a=',
  '&a=',
  '; ',
  ';q=',
  ', ',
  'W/"',
  '"a',
  '"a"',
  '\\"',
  '\\\\',
  '\\ud800',
  '{"a":',
  '[',
  '[[',
  '{',
  '1,',
  '1.',
  '00',
  '-1',
  '1:',
  ':1',
  '::',
  '1.1.1.1,',
  'Version/1 ',
  'Version/1 Safari',
  'sk_',
  '-----BEGIN ',
  '!3d1',
  '!3d1!4d',
  'point.',
  '~point.1_',
  '1°',
  "1'",
  'N1',
  '*a',
  '*a ',
  '**a',
  '_a ',
  '`a',
  '![',
  '[a](',
  '](',
  '[a]:',
  '[a]: b\n',
  '> ',
  '- ',
  '1. ',
  '\n- ',
  '\n> ',
  '\n\n',
  'a\n',
  '    a\n',
  '> ```\na\n',
  '>     a\nb\n',
  '> - a\nb\n',
  '- a\n  b\n',
  '- \n    <',
  'a\n- ',
  '  b\n',
  '~~~\n',
  '<a ',
  '&#',
  'a\n=',
  'é.',
  'é-',
];
const ENDS = ['', '@', ' x'];

const fill = (unit: string, end: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, Math.max(0, size - end.length)) + end;

for (const [what, largest, read] of READERS)
  test(`the work that ${what} makes grows no faster than it is long`, async () => {
    for (const unit of UNITS)
      for (const end of ENDS)
        await assertLinear(`${what} of ${JSON.stringify([unit, end])}`, {
          largest,
          make: (size) => fill(unit, end, size),
          run: (text) => quietly(() => read(text)),
        });
  });

function forwarded(text: string): IncomingMessage {
  return {
    socket: { remoteAddress: '127.0.0.1' },
    headers: { 'x-forwarded-for': text },
  } as unknown as IncomingMessage;
}

function mailWith(text: string) {
  return {
    to: { name: text.slice(0, 200), address: 'ada@a.example' },
    messageId: 'a@a.example',
    subject: text.slice(0, 200),
    html: `<p>${text}</p>`,
    text,
    attachments: [],
  };
}

/** A refusal is an answer. */
async function quietly(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {}
}

// Lists and plans are read for seconds at their largest. What grows too fast shows at a part of that.
const PART = 8;
const HEAD = 'section,row,seat,type\n';
const seatLines = (size: number, line: (n: number) => string): string =>
  HEAD + Array.from({ length: size }, (_, n) => line(n)).join('\n');

const makeHall = (size: number): string =>
  seatLines(size, (n) => `Stalls,R${Math.floor(n / 50)},${n % 50},Front`);

type Made = [what: string, largest: number, make: (size: number) => string];

/** Lists of a host, with what is the worst for a reader of them. By their characters, or by their lines. */
const LISTS: Made[] = [
  ...[',', ';', '\n', '\r', '"",', '"a"b', '"\n",', ',\n', '|', 'a|'].flatMap((unit): Made[] => [
    [`${JSON.stringify(unit)} alone`, MAX_LIST_CHARACTERS, (size) => fill(unit, '', size)],
    [`${JSON.stringify(unit)} below names`, MAX_LIST_CHARACTERS, (size) => HEAD + fill(unit, '', size - 22)],
  ]),
  [`a quote`, MAX_LIST_CHARACTERS, (size) => `${HEAD}"${fill('a\n', '', size - 23)}`],
  ['a hall', MAX_SEATS, makeHall],
  ['a section for each', MAX_SEATS, (size) => seatLines(size, (n) => `S${n},R${n},${n},Front`)],
  ['the same seat', MAX_SEATS, (size) => seatLines(size, () => 'S,R,1,Front')],
  ['types without end', MAX_SEATS, (size) => seatLines(size, (n) => `S,R,${n},T${n}`)],
];

test('the work that a list makes grows no faster than it is long', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  const which = { hostId: randomUUID(), eventId: randomUUID(), decimals: 2 };
  const readers: [string, (text: string) => unknown][] = [
    ['seats', (text) => readSeatList(text, [])],
    ['promo codes', (text) => readPromoList(database, { ...which, text })],
    ['guests', (text) => readGuestList(database, { ...which, text })],
  ];
  const heads: Record<string, string> = {
    'promo codes': 'code,percent,ticket types\n',
    guests: 'first name,last name,e-mail,ticket type\n',
  };
  const list = makeHall(MAX_SEATS / PART);
  // Nothing is worth more than a hall of all seats that there may be.
  const honestMs = await workMs(() => readSeatList(list, []), { fewest: 2 });
  for (const [reader, read] of readers)
    for (const [what, largest, make] of LISTS)
      await assertLinear(`${reader} of ${what}`, {
        largest: largest / PART,
        make: (size) => make(size).replace(HEAD, heads[reader] ?? HEAD),
        run: (text) => quietly(() => read(text)),
        ...(largest === MAX_LIST_CHARACTERS && { honestMs }),
      });
});

const seat = (n: number, place: number) => ({
  id: `s${n}`,
  label: String(n),
  x: place % 140,
  y: Math.floor(place / 140),
  category: 'c',
});
function planOf(
  seats: number,
  { inRow, sections, isOnePlace = false }: { inRow: number; sections: number; isOnePlace?: boolean },
) {
  const rows = Array.from({ length: Math.ceil(seats / inRow) }, (_, r): PlanRow => ({
    type: 'row',
    id: `r${r}`,
    section: `t${r % sections}`,
    label: `R${r}`,
    spacing: 1,
    curve: 0,
    seats: Array.from({ length: inRow }, (_seat, n) => seat(r * inRow + n, isOnePlace ? 0 : r * inRow + n)),
  }));
  return {
    format: 'tessera-seating-plan',
    version: 1,
    name: 'Hall',
    categories: [{ id: 'c', name: 'Front', color: 1 }],
    sections: Array.from({ length: sections }, (_, n) => ({ id: `t${n}`, name: `T${n}` })),
    objects: rows,
  } satisfies SeatingPlan;
}

/** Files of plans, by their seats or by their characters. */
const PLANS: Made[] = [
  ['long rows', MAX_SEATS, (size) => JSON.stringify(planOf(size, { inRow: 1_000, sections: 1 }))],
  ['a row for each', MAX_SEATS, (size) => JSON.stringify(planOf(size, { inRow: 1, sections: 1 }))],
  ['a section for each', MAX_SEATS, (size) => JSON.stringify(planOf(size, { inRow: 1, sections: size }))],
  [
    'one place',
    MAX_SEATS,
    (size) => JSON.stringify(planOf(size, { inRow: 500, sections: 1, isOnePlace: true })),
  ],
  ...['[', '{"a":', '[0,', '"', '\\', '{}', ' '].map((unit): Made => [
    JSON.stringify(unit),
    MAX_PLAN_CHARACTERS,
    (size) => `{"zones":[${fill(unit, '', size - 10)}`,
  ]),
];

test('the work that a seating plan makes grows no faster than it is long', async () => {
  for (const [what, largest, make] of PLANS)
    await assertLinear(`a plan of ${what}`, {
      largest: largest / PART,
      make,
      run: (text) =>
        quietly(() => {
          const { plan } = readPlanText(text, 'Hall');
          return [checkPlan(plan), writeDraft(plan)];
        }),
    });
});

test('the work that an invented passkey makes grows no faster than it is long', async () => {
  // Lists, maps, tags and lengths of CBOR, one in the other.
  for (const byte of [0x81, 0xa1, 0xc0, 0x9f, 0xbf, 0x7f, 0x9b, 0xff])
    await assertLinear(`a passkey of ${byte.toString(16)}`, {
      largest: PASSKEY_BODY.maxBodyBytes,
      make: (size) => new Uint8Array(size).fill(byte),
      run: (bytes) => quietly(() => decodeAttestationObject(bytes)),
    });
});

test('the work that a long text on a ticket makes grows no faster than it is long', async () => {
  const pdf = new PdfKit({ font: '' });
  await registerFonts(pdf);
  const box = { x: 0, y: 0, width: 300, height: 100 };
  for (const unit of ['W', 'i', ' ', 'a ', '-', 'é', '\u0301', '\u202E', '😀'])
    await assertLinear(`a text of ${JSON.stringify(unit)}`, {
      largest: 2_000,
      make: (size) => fill(unit, '', size),
      run: (text) => fitText(pdf, text, { face: 'sans', sizes: [14, 12, 10], colour: '#000', box }),
    });
});

test('a description is read once, and not by every visitor', async () => {
  const text = fill('a\n- b', '', MAX_MARKDOWN_CHARACTERS);
  const spent = async (run: () => unknown): Promise<number> => {
    const start = process.threadCpuUsage();
    await run();
    return process.threadCpuUsage(start).user;
  };
  const reading = await spent(() => Array.from({ length: 20 }, () => readMarkdown(text)));
  readOnce(text);
  const visits = await spent(() => Array.from({ length: 20 }, () => readOnce(text)));
  assert.ok(visits * 3 < reading, `${visits} and ${reading} µs`);
});
