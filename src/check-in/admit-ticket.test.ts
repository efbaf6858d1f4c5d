import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createSeats } from '../inventory/seats/create-seats.ts';
import { admitTicket } from './admit-ticket.ts';
import { eventVerifyKey, readTicketCode, signTicketCode } from '../tickets/ticket-code.ts';
import { openWorld, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';

async function soldTicket(world: TicketWorld) {
  const { eventId, ...made } = await world.makeEvent();
  const { order, event, tickets } = await world.load(await world.order({ event: { eventId, ...made } }));
  const [ticket] = tickets;
  assert(ticket);
  return { eventId, event, ticket, order };
}

const admit = (world: TicketWorld, eventId: string, code: string) =>
  admitTicket(world.database, world.secretKeys, { eventId, code });

test('a ticket is admitted once; the second time its first is told', async (t) => {
  const world = await openWorld(t);
  const { eventId, ticket, order } = await soldTicket(world);
  const first = await admit(world, eventId, ticket.code);
  assert.partialDeepStrictEqual(first, {
    outcome: 'admitted',
    guest: {
      ticketId: ticket.id,
      orderReference: order.reference,
      position: 1,
      typeName: 'Ticket 1',
      firstName: 'Ada',
      lastName: 'Obi',
      seat: null,
    },
  });
  assert(first.outcome === 'admitted');
  const second = await admit(world, eventId, ticket.code.toLowerCase());
  assert(second.outcome === 'already_used');
  assert.deepEqual(second.other, { at: first.at, door: null, device: null });
  assert.deepEqual(second.guest, first.guest);
});

test('of fifty doors that read one ticket at once, one admits it', async (t) => {
  const world = await openWorld(t);
  const { eventId, ticket } = await soldTicket(world);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async () => (await admit(world, eventId, ticket.code)).outcome),
  );
  assert.deepEqual(outcomes.filter((outcome) => outcome === 'admitted').length, 1);
  assert.deepEqual(outcomes.filter((outcome) => outcome === 'already_used').length, 49);
});

test('the unsafe way, to read and then to write, admits several: the race is there to be lost', async (t) => {
  const world = await openWorld(t);
  const { eventId, ticket } = await soldTicket(world);
  const serial = readTicketCode([eventVerifyKey(world.secretKeys.current, eventId).raw], {
    eventId,
    code: ticket.code,
  });
  const doors = 5;
  const allHaveRead = Promise.withResolvers<void>();
  let reads = 0;
  const admitUnsafely = async (): Promise<boolean> => {
    const { rows } = await world.database.query<{ used_at: Date | null }>(
      'SELECT used_at FROM tickets WHERE serial = $1',
      [serial],
    );
    if (++reads === doors) allHaveRead.resolve();
    await allHaveRead.promise;
    if (rows[0]?.used_at) return false;
    await world.database.query('UPDATE tickets SET used_at = clock_timestamp() WHERE serial = $1', [serial]);
    return true;
  };
  const admitted = await Promise.all(Array.from({ length: doors }, admitUnsafely));
  assert.ok(admitted.filter(Boolean).length > 1);
});

test('a void ticket is void, whether or not it was used before', async (t) => {
  const world = await openWorld(t);
  const { eventId, ticket } = await soldTicket(world);
  await world.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [ticket.id]);
  assert.equal((await admit(world, eventId, ticket.code)).outcome, 'void');
  await world.database.query('UPDATE tickets SET used_at = now() WHERE id = $1', [ticket.id]);
  assert.equal((await admit(world, eventId, ticket.code)).outcome, 'void');
  const { rows } = await world.database.query(
    'SELECT 1 FROM tickets WHERE voided_at IS NOT NULL AND used_at IS NOT NULL',
  );
  assert.equal(rows.length, 1);
});

test('at the door of another event of the host the right one is named; elsewhere nothing is said', async (t) => {
  const world = await openWorld(t);
  const { ticket, event, eventId } = await soldTicket(world);
  const other = await world.makeEvent({ name: 'Another night' });
  const elsewhere = await world.makeEvent({}, await world.makeHost());
  assert.partialDeepStrictEqual(await admit(world, other.eventId, ticket.code), {
    outcome: 'other_event',
    otherEventName: event.name,
    guest: null,
  });
  assert.partialDeepStrictEqual(await admit(world, elsewhere.eventId, ticket.code), {
    outcome: 'unknown',
    otherEventName: null,
    guest: null,
  });
  assert.equal((await admit(world, eventId, ticket.code)).outcome, 'admitted', 'it was not used up by that');
});

test('forged codes and texts are unknown; the code of a ticket that has another one is dead, and tells nothing of its guest', async (t) => {
  const world = await openWorld(t);
  const { eventId, ticket } = await soldTicket(world);
  const serial =
    readTicketCode([eventVerifyKey(world.secretKeys.current, eventId).raw], { eventId, code: ticket.code }) ??
    '';
  const forged = signTicketCode(createSecretKeys(Buffer.alloc(32)).current, { eventId, serial });
  const neverIssued = signTicketCode(world.secretKeys.current, { eventId, serial: randomUUID() });
  for (const code of [forged, neverIssued, 'HELLO', '', "'; DROP TABLE tickets --"]) {
    assert.partialDeepStrictEqual(await admit(world, eventId, code), { outcome: 'unknown', guest: null });
  }
  await world.database.query('UPDATE tickets SET serial = gen_random_uuid() WHERE id = $1', [ticket.id]);
  assert.partialDeepStrictEqual(await admit(world, eventId, ticket.code), {
    outcome: 'passed_on',
    guest: null,
  });
});

test('a seat is told at the door and on the order', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent({ kind: 'seat_map' });
  await world.database.transaction((tx) =>
    createSeats(tx, event.eventId, [
      {
        ticketTypeId: event.skus[0] ?? '',
        section: 'Balcony',
        rowLabel: 'C',
        seatLabel: '14',
        x: 1,
        y: 1,
        isAccessible: false,
        isRestrictedView: false,
      },
    ]),
  );
  const { rows } = await world.database.query<{ id: string }>('SELECT id FROM seats');
  const { tickets } = await world.load(await world.order({ event, seatIds: rows.map((row) => row.id) }));
  const seat = { section: 'Balcony', row: 'C', seat: '14' };
  assert.deepEqual(tickets[0]?.seat, seat);
  assert.partialDeepStrictEqual(await admit(world, event.eventId, tickets[0].code), {
    outcome: 'admitted',
    guest: { seat },
  });
});
