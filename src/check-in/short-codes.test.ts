import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueComplimentary } from '../orders/issue-complimentary.ts';
import { Refusal } from '../refusal.ts';
import { ADA } from '../tickets/ticket-world.fixture.ts';
import { readShortCode, toShortCode } from '../rules/short-code.ts';
import { openDoors } from './door-world.fixture.ts';
import { MAX_WRONG_CODES_PER_DEVICE, MAX_WRONG_CODES_PER_EVENT } from './limit-guesses.ts';

const isLimited = (error: unknown): boolean => error instanceof Refusal && error.code === 'rate_limited';

test('a short code is read as people write it, and nothing else is', () => {
  assert.equal(toShortCode(0), '0000-0000');
  assert.equal(toShortCode(2 ** 40 - 1), 'ZZZZ-ZZZZ');
  assert.equal(readShortCode('ZZZZ-ZZZZ'), 2 ** 40 - 1);
  for (const number of [1, 31, 32, 123_456_789_012]) {
    const code = toShortCode(number);
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' – ')} `])
      assert.equal(readShortCode(typed), number, typed);
  }
  assert.equal(readShortCode('oOiI-lL01'), readShortCode('0011-1101'));
  for (const typed of [
    '',
    'K7QM',
    'K7QM-2XR',
    'K7QM-2XRDD',
    'K7QM-2XRU',
    'K7QM_2XRD',
    'Ⅷ7QM-2XRD',
    ' '.repeat(1_000),
  ])
    assert.equal(readShortCode(typed), null, typed);
});

test('no two guests of an event have the same short code, and no buyer is refused for it, where codes are few', async (t) => {
  const world = await openDoors(t);
  // Of 1,024, where there are 2^40 otherwise.
  await world.database.query(
    `CREATE OR REPLACE FUNCTION new_short_code() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT floor(random() * 1024)::bigint'`,
  );
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0, capacity: 100 }] });
  await Promise.all(Array.from({ length: 12 }, () => world.order({ event, lines: [{ quantity: 2 }] })));
  // Nobody else tries the codes of tickets that a member gives away.
  for (let nr = 0; nr < 12; nr++)
    await world.database.transaction((tx) =>
      issueComplimentary(tx, {
        ...ADA,
        ticketTypeId: event.skus[0] ?? '',
        quantity: 1,
        language: 'en',
        cause: 'a gift',
      }),
    );
  const { rows } = await world.database.query<{ codes: number; tickets: number; areFew: boolean }>(
    'SELECT count(DISTINCT short_code)::integer AS codes, count(*)::integer AS tickets, max(short_code) < 1024 AS "areFew" FROM tickets WHERE event_id = $1',
    [event.eventId],
  );
  assert.deepEqual(rows, [{ codes: 36, tickets: 36, areFew: true }]);
  // Those of another event may be the same.
  const other = await world.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  await world.order({ event: other, lines: [{ quantity: 4 }] });
});

test('a short code that is taken is drawn again, ten times in all, and then the order says why it can’t be made', async (t) => {
  const world = await openDoors(t);
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  const give = () =>
    world.database.transaction((tx) =>
      issueComplimentary(tx, {
        ...ADA,
        ticketTypeId: event.skus[0] ?? '',
        quantity: 1,
        language: 'en',
        cause: 'a gift',
      }),
    );
  // The first gets 7. The next draws it nine times, and then another; a third draws it without end.
  await world.database.query(
    `CREATE SEQUENCE draws;
     CREATE OR REPLACE FUNCTION new_short_code() RETURNS bigint LANGUAGE sql VOLATILE
       AS 'SELECT CASE nextval(''draws'') WHEN 11 THEN 8 ELSE 7 END::bigint'`,
  );
  await give();
  await give();
  await assert.rejects(give, /no free short code was found in 10 draws/);
  const { rows } = await world.database.query<{ drawn: string; codes: string[] }>(
    `SELECT (SELECT last_value FROM draws) AS drawn, array_agg(short_code ORDER BY short_code) AS codes FROM tickets WHERE event_id = $1`,
    [event.eventId],
  );
  assert.deepEqual([Number(rows[0]?.drawn), rows[0]?.codes.map(Number)], [21, [7, 8]]);
});

test('a phone that tries short codes is stopped, and finds none by saying that it was let in', async (t) => {
  const world = await openDoors(t);
  const door = await world.door('North');
  const phone = await world.phone(door);
  const [ticket, other] = await world.sell(2);
  assert(ticket && other);
  let next = 0;
  const wrong = () => ({ shortCode: toShortCode(next++) });
  const good = { shortCode: ticket.shortCode.toLowerCase() };
  assert.equal((await world.ask(phone, good)).outcome, 'admitted');
  // A code that the phone itself refused is not looked up, and tells nothing.
  const refused = await world.send(
    phone,
    Array.from({ length: 100 }, () => ({
      ...wrong(),
      verdict: 'refused' as const,
      reason: 'unknown' as const,
    })),
  );
  assert.ok(refused.every(({ outcome }) => outcome === 'unknown'));
  const [hidden] = await world.send(phone, [{ ...good, verdict: 'refused', reason: 'already_used' }]);
  assert(hidden && hidden.outcome !== 'wait');
  assert.equal(hidden.guest, null);

  const half = MAX_WRONG_CODES_PER_DEVICE / 2;
  await world.send(phone, Array.from({ length: half }, wrong));
  const mixed = await world.send(phone, [
    ...Array.from({ length: half + 3 }, () => ({ ...wrong(), verdict: 'admitted' as const })),
    { ...good },
    { code: other.code },
  ]);
  assert.deepEqual(
    mixed.map(({ outcome }) => outcome),
    [...Array.from({ length: half }, () => 'admitted'), 'wait', 'wait', 'wait', 'wait', 'admitted'],
  );
  await assert.rejects(world.ask(phone, wrong()), isLimited);
  await assert.rejects(world.ask(phone, good), isLimited);
  for (const how of ['name', 'code'] as const)
    await assert.rejects(world.ask(phone, { ...good, how }), isLimited, `said to be by ${how}`);
  assert.equal((await world.ask(phone, { code: ticket.code })).outcome, 'already_used', 'codes are read on');
  // Another phone is not stopped by it, until all together have tried too many.
  const second = await world.phone(door);
  assert.equal((await world.ask(second, good)).outcome, 'already_used');
  await world.database.query(
    `INSERT INTO scans (id, event_id, kind, how, at, received_at, outcome)
     SELECT gen_random_uuid(), $1, 'entry', 'short_code', now(), clock_timestamp(), 'unknown' FROM generate_series(1, $2)`,
    [world.event.eventId, MAX_WRONG_CODES_PER_EVENT],
  );
  await assert.rejects(world.ask(second, good), isLimited);
  await world.database.query(`UPDATE scans SET received_at = now() - interval '11 minutes'`);
  assert.equal((await world.ask(second, good)).outcome, 'already_used', 'after ten minutes it goes on');
});
