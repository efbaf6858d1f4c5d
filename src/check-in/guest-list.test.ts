import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryKeys, openEntry, shortOf, type GuestEntry } from '../values/guest-entry.ts';
import { readShortCode } from '../values/short-code.ts';
import { claimedSerial } from '../tickets/ticket-code.ts';
import { openDoors, type DoorWorld } from './door-world.fixture.ts';
import { readGuestListPage } from './read-guest-list.ts';
import { shortOf as shortOnServer } from './seal-entry.ts';

const bytesOf = (uuid: string) => Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'));

/** As a phone keeps it: the newest of each entry. */
async function sync(
  world: DoorWorld,
  known: { entries: Map<string, GuestEntry>; next: string | null },
): Promise<number> {
  let received = 0;
  for (;;) {
    const page = await readGuestListPage(world.database, { eventId: world.event.eventId, after: known.next });
    if (page.isFresh) known.entries.clear();
    for (const entry of page.entries) known.entries.set(entry.find, entry);
    known.next = page.next;
    received += page.entries.length;
    if (page.isComplete) return received;
  }
}

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
  assert.deepEqual(new Set([...known.entries.values()].map(({ sealed }) => sealed?.length)), new Set([294]));
  const other = await entryOf(world, known.entries, long.tickets[0]?.code ?? '');
  assert.match((await other.open()).firstName, /^Ọ̀ṣun/);
  const { key } = await entryKeys(
    world.event.eventId,
    bytesOf(claimedSerial(long.tickets[0]?.code ?? '') ?? ''),
  );
  await assert.rejects(openEntry({ find: entry.find, sealed: entry.sealed ?? '' }, key));
  const whole = JSON.stringify([...known.entries.values()]);
  for (const secret of ['Ada', 'Obi', 'ada@example.com', short.id, short.shortCode])
    assert.ok(!whole.includes(secret));
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
