import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { entryKeys, openEntry, shortOf, type GuestEntry } from '../rules/guest-entry.ts';
import { readShortCode } from '../rules/short-code.ts';
import { SYSTEM } from '../audit/actor.ts';
import { addQuestion } from '../questions/add-question.ts';
import { answerQuestions } from '../questions/answer-questions.ts';
import type { QuestionFields } from '../questions/question-fields.ts';
import { removeQuestion } from '../questions/remove-question.ts';
import { MAX_DOOR_CHARACTERS, MISSING_AT_DOOR } from '../rules/door-answers.ts';
import { claimedSerial } from '../tickets/ticket-code.ts';
import { openDoors, type DoorWorld } from './door-world.fixture.ts';
import { ENTRIES_PER_PAGE, readGuestsForPhone } from './read-guests-for-phone.ts';
import { searchGuestsAtDoor } from './search-guests-at-door.ts';
import { sealEntry, shortOf as shortOnServer } from './seal-entry.ts';

// Tickets as a sale would issue them, in the transaction of the test's choice.
const COPY = `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
  SELECT new_id(), gen_random_uuid(), event_id, ticket_type_id, 1, gen_random_uuid(), email, first_name, last_name, issued_at FROM tickets`;
const COPY_TICKET = `${COPY} WHERE id = $1`;
const COPY_MANY = `${COPY}, generate_series(1, $2) WHERE id = $1`;

const bytesOf = (uuid: string) => Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'));

/** As a phone keeps it: the newest of each entry. */
async function sync(
  world: DoorWorld,
  known: { entries: Map<string, GuestEntry>; next: string | null },
): Promise<number> {
  let received = 0;
  for (;;) {
    const page = await readGuestsForPhone(world.database, {
      eventId: world.event.eventId,
      after: known.next,
    });
    if (page.isFresh) known.entries.clear();
    for (const entry of page.entries) known.entries.set(entry.find, entry);
    known.next = page.next;
    received += page.entries.length;
    if (page.isComplete) return received;
  }
}

/** Known rows do not come for ever: only while a transaction that began before them is under way, in any database of the server. */
const untilNothingComes = (world: DoorWorld, known: Parameters<typeof sync>[1]) =>
  until('nothing more comes', async () => (await sync(world, known)) === 0);

const entryOf = async (world: DoorWorld, entries: Map<string, GuestEntry>, code: string) => {
  const { find, key } = await entryKeys(world.event.eventId, bytesOf(claimedSerial(code) ?? ''));
  const entry = entries.get(find);
  return { entry, open: () => openEntry({ find, sealed: entry?.sealed ?? '' }, key) };
};

test('an entry opens with the ticket’s code, and with nothing else; its size tells nothing of the name', async (t) => {
  const world = await openDoors(t);
  const [short] = await world.sell();
  const long = await world.load(
    await world.order({
      event: world.event,
      buyer: { email: 'z@example.com', firstName: 'Ọ̀ṣun'.repeat(15), lastName: 'Z'.repeat(100), phone: null },
    }),
  );
  assert(short);
  const known = { entries: new Map<string, GuestEntry>(), next: null as string | null };
  assert.equal(await sync(world, known), 2);
  const { entry, open } = await entryOf(world, known.entries, short.code);
  assert(entry);
  assert.partialDeepStrictEqual(await open(), {
    ticketId: short.id,
    firstName: 'Ada',
    lastName: 'Obi',
    seat: null,
  });
  assert.deepEqual(new Set([...known.entries.values()].map(({ sealed }) => sealed?.length)), new Set([208]));
  const other = await entryOf(world, known.entries, long.tickets[0]?.code ?? '');
  assert.match((await other.open()).firstName, /^Ọ̀ṣun/);
  const { key } = await entryKeys(
    world.event.eventId,
    bytesOf(claimedSerial(long.tickets[0]?.code ?? '') ?? ''),
  );
  await assert.rejects(openEntry({ find: entry.find, sealed: entry.sealed ?? '' }, key));
  const whole = JSON.stringify([...known.entries.values()]);
  // Three letters in a row come by chance, once in a few hundred runs.
  for (const secret of ['ZZZZZZZZ', 'ada@example.com', short.id, short.shortCode])
    assert.ok(!whole.includes(secret));
});

test('long names and a long section share the space of an entry; the seat and the order’s reference stay whole', async () => {
  const [eventId, serial] = [randomUUID(), randomUUID()];
  const guest = {
    ticketId: randomUUID(),
    ticketTypeId: randomUUID(),
    firstName: 'Ọlá'.repeat(20),
    lastName: 'Obi',
    seat: { section: 'Balcony on the left, above the bar', row: 'AA', seat: '112' },
    orderReference: 'TSR-0123-4567-89AB-CDEF',
  };
  const { find, sealed } = sealEntry(eventId, { serial, guest, room: 0 });
  const { key } = await entryKeys(eventId, bytesOf(serial));
  const opened = await openEntry({ find, sealed }, key);
  assert.partialDeepStrictEqual(opened, {
    ticketId: guest.ticketId,
    lastName: 'Obi',
    orderReference: guest.orderReference,
  });
  assert.match(opened.firstName, /^(Ọlá){3,}/);
  assert.match(opened.seat?.section ?? '', /^Balcony on the left/);
  assert.deepEqual([opened.seat?.row, opened.seat?.seat], ['AA', '112']);
});

test('a typed code finds its entry by seven digits, on the phone as on the server', async (t) => {
  const world = await openDoors(t);
  const [ticket] = await world.sell();
  const number = readShortCode(ticket?.shortCode.toLowerCase().replace('-', ' ') ?? '') ?? 0;
  const known = { entries: new Map<string, GuestEntry>(), next: null as string | null };
  await sync(world, known);
  const short = await shortOf(world.event.eventId, number);
  assert.match(short, /^[0-9a-f]{7}$/);
  assert.equal(shortOnServer(world.event.eventId, number), short);
  assert.deepEqual(
    [...known.entries.values()].map((entry) => entry.short),
    [short],
  );
});

test('changes come with the next page, and nothing is missed while tickets are sold', async (t) => {
  const world = await openDoors(t);
  const { database, event } = world;
  const [ticket, passed, gone] = await world.sell(3);
  assert(ticket && passed && gone);
  const known = { entries: new Map<string, GuestEntry>(), next: null as string | null };
  await sync(world, known);
  assert.equal(known.entries.size, 3);
  await untilNothingComes(world, known);

  const phone = await world.phone(await world.door('North'));
  await world.ask(phone, { code: ticket.code });
  await database.query('UPDATE tickets SET serial = gen_random_uuid() WHERE id = $1', [passed.id]);
  await database.query(`UPDATE tickets SET voided_at = now(), first_name = 'erased' WHERE id = $1`, [
    gone.id,
  ]);
  assert.ok((await sync(world, known)) >= 4);
  const stateOf = async (code: string) => (await entryOf(world, known.entries, code)).entry?.state;
  assert.equal(await stateOf(ticket.code), 'in');
  assert.equal(await stateOf(passed.code), 'dead');
  const again = await entryOf(world, known.entries, gone.code);
  assert.equal(again.entry?.state, 'void');
  assert.equal((await again.open()).firstName, 'erased');
  assert.equal(known.entries.size, 4, 'the ticket that was passed on has a new entry beside the dead one');

  // A sale that began first is committed last. Whoever goes on after the newest that there is misses it.
  const newest = async (): Promise<string> => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE event_id = $1 ORDER BY id DESC LIMIT 1',
      [event.eventId],
    );
    return rows[0]?.id ?? '';
  };
  let simple = await newest();
  let byNewest = 0;
  const readSimply = async (): Promise<void> => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE event_id = $1 AND id > $2 ORDER BY id',
      [event.eventId, simple],
    );
    byNewest += rows.length;
    simple = rows.at(-1)?.id ?? simple;
  };
  const before = known.entries.size;
  await database.transaction(async (slow) => {
    await slow.query(COPY_TICKET, [ticket.id]);
    await database.query(COPY_TICKET, [ticket.id]);
    await sync(world, known);
    await readSimply();
    assert.equal(known.entries.size, before + 1);
  });
  await sync(world, known);
  await readSimply();
  assert.equal(known.entries.size, before + 2);
  assert.equal(byNewest, 1, 'the simple way has missed the one that began first');
  await untilNothingComes(world, known);
});

test('many guests come page by page, while they are sold and let in; a cursor of another database begins anew', async (t) => {
  const world = await openDoors(t);
  const { database, event } = world;
  const [ticket] = await world.sell();
  assert(ticket);
  await database.query(COPY_MANY, [ticket.id, 2 * ENTRIES_PER_PAGE]);
  const known = { entries: new Map<string, GuestEntry>(), next: null as string | null };
  const page = (after: string | null) => readGuestsForPhone(database, { eventId: event.eventId, after });
  const first = await page(null);
  assert.deepEqual([first.entries.length, first.isComplete, first.isFresh], [ENTRIES_PER_PAGE, false, true]);
  for (const entry of first.entries) known.entries.set(entry.find, entry);
  known.next = first.next;
  // One of the first page changes, and one is sold, before the second is read.
  await database.query(
    `UPDATE tickets SET voided_at = now() WHERE id = (SELECT id FROM tickets WHERE event_id = $1 ORDER BY changed_in, id LIMIT 1)`,
    [event.eventId],
  );
  await database.query(COPY_TICKET, [ticket.id]);
  await sync(world, known);
  await sync(world, known);
  assert.equal(known.entries.size, 2 * ENTRIES_PER_PAGE + 2);
  assert.equal([...known.entries.values()].filter(({ state }) => state === 'void').length, 1);
  await untilNothingComes(world, known);
  const elsewhere = known.next?.replace(/^[^.]+/, '7-1-5') ?? '';
  const ahead = known.next?.replace(/more\.\d+/, 'more.999999999999') ?? '';
  for (const cursor of [elsewhere, ahead, 'x', `${known.next}.`, ''])
    assert.deepEqual(
      [(await page(cursor)).isFresh, (await page(cursor)).entries.length],
      [true, ENTRIES_PER_PAGE],
      cursor,
    );
});

test('answers for the door come with the guest, online and sealed, and at once when they change', async (t) => {
  const world = await openDoors(t);
  const { database, event, host } = world;
  const {
    tickets: [ticket, quiet],
    order,
  } = await world.load(await world.order({ event, lines: [{ quantity: 2 }] }));
  assert(ticket && quiet);
  const by = { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM };
  const addAsked = async (label: string, fields: Partial<QuestionFields>): Promise<string> => {
    const questionId = randomUUID();
    const all: QuestionFields = {
      per: 'ticket',
      kind: 'line',
      label,
      help: '',
      choices: [],
      isRequired: false,
      ticketTypeIds: null,
      isShownAtDoor: true,
    };
    await database.transaction((tx) => addQuestion(tx, { ...by, questionId, fields: { ...all, ...fields } }));
    return questionId;
  };
  const answer = (questionId: string, ticketNr: number | null, text: string) =>
    database.transaction((tx) =>
      answerQuestions(tx, {
        eventId: event.eventId,
        orderId: order.id,
        tickets: [ticket, quiet],
        given: [{ questionId, ticket: ticketNr, answer: text }],
        isAnswered: (field) => field.question.id === questionId && field.ticket === ticketNr,
      }),
    );
  const known = { entries: new Map<string, GuestEntry>(), next: null as string | null };
  const askedOf = async (code: string) => {
    await sync(world, known);
    return (await (await entryOf(world, known.entries, code)).open()).asked;
  };
  const sizes = () => new Set([...known.entries.values()].map(({ sealed }) => sealed?.length));

  const hidden = await addAsked('Phone of the office', { per: 'order', isShownAtDoor: false });
  await answer(hidden, null, '555');
  assert.deepEqual(await askedOf(ticket.code), []);
  assert.deepEqual(sizes(), new Set([208]), 'an event that shows none has entries as before');
  await untilNothingComes(world, known);

  // The list comes anew by itself: no ticket was written.
  const company = await addAsked('Company', { per: 'order' });
  assert.ok((await sync(world, known)) >= 2);
  assert.notDeepEqual(sizes(), new Set([208]));
  const wheels = await addAsked('Wheelchair', { kind: 'tick' });
  await sync(world, known);
  const size = sizes();
  assert.equal(size.size, 1);
  await answer(company, null, 'Ọ̀ṣun & Sons');
  await answer(wheels, 1, 'yes');
  const both = [
    ['Company', 'Ọ̀ṣun & Sons'],
    ['Wheelchair', '✓'],
  ];
  assert.deepEqual(await askedOf(ticket.code), both);
  assert.deepEqual(await askedOf(quiet.code), [both[0]], 'the other guest ticked nothing');
  assert.deepEqual(sizes(), size, 'and the size does not tell');

  // The door shows a missing required answer; a ticket of another type is not asked.
  const shirt = await addAsked('Shirt', { isRequired: true });
  const others = await addAsked('Parking', { isRequired: true });
  await database.query('UPDATE questions SET ticket_type_ids = $2 WHERE id = $1', [others, [randomUUID()]]);
  assert.deepEqual(await askedOf(ticket.code), [...both, ['Shirt', MISSING_AT_DOOR]]);
  await answer(shirt, 1, 'L');
  assert.deepEqual(await askedOf(ticket.code), [...both, ['Shirt', 'L']]);
  assert.deepEqual(await askedOf(quiet.code), [both[0], ['Shirt', MISSING_AT_DOOR]]);
  assert.equal(sizes().size, 1, 'and the size does not tell');
  for (const questionId of [shirt, others])
    await database.transaction((tx) => removeQuestion(tx, { ...by, questionId }));

  const phone = await world.phone(await world.door('North'));
  const scanned = await world.ask(phone, { code: ticket.code });
  assert.deepEqual('guest' in scanned && scanned.guest?.asked, both);
  const found = await searchGuestsAtDoor(database, { device: phone, search: 'Obi' });
  assert.deepEqual(new Set(found.map(({ asked }) => asked.length)), new Set([1, 2]));

  // Long answers are cut, and short ones beside them are not.
  await answer(company, null, 'Ltd '.repeat(49));
  await answer(await addAsked('Tell us more', { kind: 'text' }), 1, 'so\n'.repeat(300));
  for (const asked of [
    await askedOf(ticket.code),
    (await searchGuestsAtDoor(database, { device: phone, search: 'Obi' }))[0]?.asked ?? [],
  ]) {
    assert.ok((asked ?? []).flat().join('').length <= MAX_DOOR_CHARACTERS);
  }
  const long = await askedOf(ticket.code);
  assert.deepEqual(
    long?.map(([label]) => label),
    ['Company', 'Wheelchair', 'Tell us more'],
  );
  assert.match(long?.[2]?.[1] ?? '', /^so so so .*…$/);

  await untilNothingComes(world, known);
  await database.transaction((tx) => removeQuestion(tx, { ...by, questionId: company }));
  assert.deepEqual(
    (await askedOf(ticket.code))?.map(([label]) => label),
    ['Wheelchair', 'Tell us more'],
  );
});
