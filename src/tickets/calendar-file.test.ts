import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarFile } from './calendar-file.ts';
import type { TicketedEvent } from './read-order.ts';

const ORDER_URL = 'https://tessera.example/checkout/orders/TSR-1';
const ORDER = { reference: 'TSR-1', language: 'en' } as const;
const EVENT: TicketedEvent = {
  id: '0190b1c2-0000-7000-8000-000000000001',
  slug: 'lagos-night',
  name: 'Lagos Night',
  status: 'LIVE',
  version: 3,
  host: {
    id: '0197c1f2-0000-7000-8000-000000000000',
    name: 'Ẹ̀kọ́ Live',
    contactEmail: null,
    hasTerms: false,
    hasRefundPolicy: false,
  },
  seller: { name: 'Harmattan Nights', address: '', taxNumber: null, vatBasisPoints: null },
  startsAt: new Date('2026-12-19T19:00:00Z'),
  closesAt: new Date('2026-12-20T02:30:00Z'),
  doorsAt: null,
  timezone: 'Africa/Lagos',
  country: 'NIGERIA',
  isOnline: false,
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: '12 Adéọlá Street; Victoria Island',
  directions: 'Behind the bank,\nsecond gate',
  lat: 6.43,
  lng: 3.42,
  posterFile: null,
  posterAspectRatio: null,
  hostMessage: null,
};

/** Lines as RFC 5545 has them, unfolded; a bare CR or LF would make this fail. */
function linesOf(file: string): string[] {
  assert.ok(file.endsWith('\r\n'));
  const lines = file
    .replace(/\r\n[ \t]/g, '')
    .trimEnd()
    .split('\r\n');
  for (const line of lines) assert.doesNotMatch(line, /\p{Cc}/u);
  return lines;
}

test('the file has the event in UTC, with its place and the way there', () => {
  const lines = linesOf(calendarFile(EVENT, { ...ORDER, orderUrl: ORDER_URL }));
  for (const line of [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'UID:0190b1c2-0000-7000-8000-000000000001@tessera',
    'SUMMARY:Lagos Night',
    'DTSTART:20261219T190000Z',
    'DTEND:20261220T023000Z',
    'LOCATION:12 Adéọlá Street\\; Victoria Island\\, Eti-Osa\\, Lagos',
    'GEO:6.43;3.42',
    `URL:${ORDER_URL}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]) {
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  }
  const description = lines.find((line) => line.startsWith('DESCRIPTION:'));
  assert.equal(
    description,
    `DESCRIPTION:By Ẹ̀kọ́ Live.\\nBehind the bank\\,\\nsecond gate\\nMap: https://www.google.com/maps/search/?api=1&query=6.43%2C3.42\\nThe tickets are in your e-mail: order TSR-1.\\nLost the e-mail? ${ORDER_URL}`,
  );
});

test('the doors’ time is in the file if it is given, on the clock of the place', () => {
  const doorsAt = new Date('2026-12-19T18:15:00Z');
  const text = linesOf(calendarFile({ ...EVENT, doorsAt }, ORDER)).join('\n');
  assert.match(text, /Doors 19:15 · starts 20:00 · ends 03:30 WAT/);
});

test('a cancelled event says so', () => {
  assert.ok(linesOf(calendarFile({ ...EVENT, status: 'CANCELLED' }, ORDER)).includes('STATUS:CANCELLED'));
});

test('nothing that a host writes becomes a line of its own', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.constantFrom('x\r\nATTENDEE:mailto:eve@example.com', 'x\rBEGIN:VALARM', 'x\nEND:VEVENT', 'x\\n;,:"'),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, street, directions) => {
      const lines = linesOf(calendarFile({ ...EVENT, name, street, directions }, ORDER));
      const names = lines.map((line) => /^[A-Z-]+(?=[:;])/.exec(line)?.[0]);
      assert.deepEqual(
        names.filter((word) => word === 'BEGIN'),
        ['BEGIN', 'BEGIN'],
      );
      assert.ok(!names.includes('ATTENDEE'));
    }),
    { numRuns: 300 },
  );
});
