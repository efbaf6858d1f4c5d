import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { newOrderReference } from '../orders/order-reference.ts';
import { Refusal } from '../refusal.ts';
import { readShortCode } from '../rules/short-code.ts';
import { countGuests } from './count-guests.ts';
import { GUEST_HOWS, GUEST_STATES } from './guest-marks.ts';
import { listGuests, type Guest, type GuestFilters, type ListGuests } from './list-guests.ts';

const FIRST = ['Ada', 'Ọlá', 'Chi', 'Ade', 'Mary Ann'];
const LAST = ['Obi', 'Ọbi', 'Okafor', 'O’Neil', 'Ada', 'van Dyk'];
const NONE: GuestFilters = { search: null, ticketTypeId: null, state: null, how: null };
const GUESTS = 240;

type Made = Pick<
  Guest,
  'ticketId' | 'firstName' | 'lastName' | 'email' | 'ticketTypeId' | 'state' | 'how' | 'reference'
>;

suite('the guests of an event', () => {
  let on: TestApp;
  let host: TestHost;
  let event: { eventId: string; skus: string[] };
  let made: Made[];
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    event = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }, { capacity: 1_000 }, {}] });
    made = await fill(on, host, event);
  });
  after(() => on.close());

  const list = (input: Partial<ListGuests> = {}) =>
    listGuests(on.app.database, {
      hostId: host.hostId,
      eventId: event.eventId,
      filters: NONE,
      limit: 50,
      cursor: null,
      ...input,
    });
  const listAll = async (filters: GuestFilters, limit: number): Promise<Guest[]> => {
    const guests: Guest[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ filters, limit, cursor });
      guests.push(...page.guests);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return guests;
  };

  test('any filter and search, page by page, finds what a plain filter of all of them finds, in order', async () => {
    const search = fc.oneof(
      fc.constant(null),
      fc.constantFrom(...FIRST, ...LAST),
      fc.constantFrom(
        'o',
        'OB',
        'ada obi',
        'Obi  ADA',
        'mary ann obi',
        'dyk chi',
        'guest1',
        'GUEST12@',
        'zz',
        '%',
        '_',
        '\\',
      ),
      fc.nat(GUESTS - 1).map((nr) => made[nr]?.reference.toLowerCase().replaceAll('-', ' ') ?? ''),
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 4 })
        .filter((text) => text.trim() !== '' && !text.includes('\0')),
    );
    const filters = fc.record({
      search,
      ticketTypeId: fc.constantFrom(null, ...event.skus, randomUUIDv7()),
      state: fc.constantFrom(null, ...GUEST_STATES),
      how: fc.constantFrom(null, ...GUEST_HOWS),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 90 }), async (asked, limit) => {
        const expected = plainly(made, asked);
        const found = await listAll(asked, limit);
        assert.deepEqual(
          found.map(({ ticketId }) => ticketId),
          expected.map(({ ticketId }) => ticketId),
        );
        const [first] = found;
        const [same] = expected;
        if (first && same) assert.deepEqual({ ...first, ...same }, first);
      }),
      { numRuns: 300 },
    );
  });

  test('a short code finds its ticket, as it is read out, before whoever has a name of these letters', async () => {
    const [ada, other] = [made[0], made[1]];
    const number = readShortCode('KWAMENA8') ?? 0;
    await on.app.database.query('UPDATE tickets SET short_code = $2 WHERE id = $1', [ada?.ticketId, number]);
    await on.app.database.query(`UPDATE tickets SET last_name = 'Kwamena8' WHERE id = $1`, [other?.ticketId]);
    for (const search of ['KWAM-ENA8', ' kwam ena8 ', 'kwamena8']) {
      const [first, ...rest] = await listAll({ ...NONE, search }, 1);
      assert.equal(first?.ticketId, ada?.ticketId, search);
      const named = search === 'kwamena8' ? [other?.ticketId] : [];
      assert.deepEqual(
        rest.map(({ ticketId }) => ticketId),
        named,
      );
    }
    assert.deepEqual(await listAll({ ...NONE, search: 'KWAM-ENA9' }, 10), []);
    const state = ada?.state === 'void' ? 'good' : 'void';
    assert.deepEqual(await listAll({ ...NONE, search: 'KWAM-ENA8', state }, 10), []);
    await on.app.database.query('UPDATE tickets SET last_name = $2 WHERE id = $1', [
      other?.ticketId,
      other?.lastName,
    ]);
  });

  test('the counts are those of the list', async () => {
    const counts = await countGuests(on.app.database, { hostId: host.hostId, eventId: event.eventId });
    const of = (...states: string[]): number => made.filter(({ state }) => states.includes(state)).length;
    assert.deepEqual(counts, { guests: of('good', 'came_in'), cameIn: of('came_in'), void: of('void') });
  });

  test('another host sees nobody, and another event has none of these', async () => {
    const other = await makeHost(on);
    assert.deepEqual((await list({ hostId: other.hostId })).guests, []);
    assert.deepEqual(await countGuests(on.app.database, { hostId: other.hostId, eventId: event.eventId }), {
      guests: 0,
      cameIn: 0,
      void: 0,
    });
    const its = await makeEvent(on, other);
    const theirs = { hostId: other.hostId, eventId: its.eventId };
    for (const filters of [
      NONE,
      { ...NONE, ticketTypeId: event.skus[0] ?? '' },
      { ...NONE, search: 'o' },
      { ...NONE, search: made[0]?.reference ?? '' },
    ]) {
      assert.deepEqual((await list({ ...theirs, filters })).guests, []);
    }
  });

  test('a cursor that nobody issued is refused', async () => {
    const write = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of [
      '',
      'x',
      write({}),
      write([0, '', 'x']),
      write([9, '', randomUUIDv7()]),
      write([0, '\0', randomUUIDv7()]),
      write([0, 'x'.repeat(5_000), randomUUIDv7()]),
    ])
      await assert.rejects(
        list({ cursor }),
        (error) => error instanceof Refusal && error.code === 'invalid_cursor',
      );
  });
});

/** The same, said in another way: all of them, filtered and sorted. */
function plainly(made: Made[], { search, ticketTypeId, state, how }: GuestFilters): Made[] {
  const fits = made
    .filter((guest) => ticketTypeId === null || guest.ticketTypeId === ticketTypeId)
    .filter((guest) => state === null || guest.state === state)
    .filter((guest) => how === null || guest.how === how)
    .toSorted((one, other) => (one.ticketId < other.ticketId ? 1 : -1));
  if (search === null) return fits;
  const digits = search.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  if (digits.length === 19 && digits.startsWith('TSR'))
    return fits.filter(({ reference }) => reference.replaceAll('-', '') === digits);
  const words = search.trim().toLowerCase().split(/\s+/);
  const nameOf = ({ firstName, lastName }: Made): string => `${lastName} ${firstName}`.toLowerCase();
  const last = words.at(-1) ?? '';
  const rankOf = (guest: Made): number => {
    if (nameOf(guest).startsWith(words.join(' '))) return 0;
    if (words.length > 1) return nameOf(guest).startsWith(`${last} ${words.slice(0, -1).join(' ')}`) ? 1 : -1;
    return guest.email.toLowerCase().startsWith(last) ? 1 : -1;
  };
  const keyOf = (guest: Made): string =>
    rankOf(guest) === 1 && words.length === 1 ? guest.email.toLowerCase() : nameOf(guest);
  return fits
    .filter((guest) => rankOf(guest) >= 0)
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) || Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))),
    );
}

/** Tickets of every sort, one to four to an order, straight into the tables. */
async function fill(
  on: TestApp,
  host: TestHost,
  { eventId, skus }: { eventId: string; skus: string[] },
): Promise<Made[]> {
  const made: Made[] = [];
  const sources = ['api', 'embed', 'complimentary', 'host'];
  const hows = ['bought', 'bought', 'complimentary', 'counter'] as const;
  for (let nr = 0; nr < GUESTS; nr += 4) {
    const reference = newOrderReference();
    const orderId = randomUUIDv7();
    const kind = (nr / 4) % 4;
    await on.app.database.query(
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, created_at)
       VALUES ($1, $2, $3, $4, $5, 'confirmed', $2, '{"items":[]}', 0, 'NGN', 'b@test.example', 'B', 'B', now())`,
      [orderId, reference, eventId, host.hostId, sources[kind] === 'host' ? 'complimentary' : sources[kind]],
    );
    for (let position = 1; position <= 4; position += 1) {
      const at = nr + position - 1;
      const guest: Made = {
        ticketId: randomUUIDv7(),
        firstName: FIRST[at % FIRST.length] ?? '',
        lastName: LAST[(at * 7) % LAST.length] ?? '',
        email: `Guest${at}@Test.example`,
        ticketTypeId: skus[at % 3] ?? '',
        state: GUEST_STATES[Math.floor(at / 3) % 3] ?? 'good',
        how: hows[kind] ?? 'bought',
        reference,
      };
      const isUsed = guest.state === 'came_in' || (guest.state === 'void' && at % 2 === 0);
      await on.app.database.query(
        `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at, used_at,
                              voided_at, is_returned, how)
         VALUES ($1, $2, $3, $4, $5, gen_random_uuid(), $6, $7, $8, now(), $9, $10, $11, $12)`,
        [
          guest.ticketId,
          orderId,
          eventId,
          guest.ticketTypeId,
          position,
          guest.email,
          guest.firstName,
          guest.lastName,
          isUsed ? new Date() : null,
          guest.state === 'void' ? new Date() : null,
          guest.state === 'void' && at % 4 === 0,
          guest.how,
        ],
      );
      made.push(guest);
    }
  }
  await on.app.database.query(
    `UPDATE ticket_types AS t SET sold = (SELECT count(*) FROM tickets WHERE ticket_type_id = t.id AND NOT is_returned)
      WHERE event_id = $1`,
    [eventId],
  );
  return made;
}
