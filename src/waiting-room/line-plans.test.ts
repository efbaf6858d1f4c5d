import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { makeRoomWorld } from './room.fixture.ts';

const LINE = 2_000;
const AT_ONCE = 40;

const world = await makeRoomWorld();
after(() => world.close());

/** How often indexes were looked into, and how many entries of them were read. A connection has told all of it when it has ended. */
async function looks(): Promise<{ scans: number; read: number }> {
  await world.database.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await world.database.query<{ scans: number; read: number }>(
    `SELECT sum(idx_scan)::integer AS scans, sum(idx_tup_read)::integer AS read
       FROM pg_stat_user_indexes WHERE relname = 'waiting_entries'`,
  );
  assert(rows[0]);
  return rows[0];
}

test('a line that begins where an earlier one was forgotten reads a few entries for each who joins, not the whole line', async () => {
  const { eventId } = await world.openRoom();
  const own = await world.connect();
  const joinSome = () =>
    Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        own.rooms.join({
          eventId,
          entryId: randomUUID(),
          deviceId: randomUUID(),
          language: 'en',
          address: null,
        }),
      ),
    );
  await joinSome();
  await world.database.query('DELETE FROM waiting_entries');
  // As autovacuum leaves it: with no page, and known to have none.
  await world.database.query('VACUUM waiting_entries');
  const before = await looks();
  for (let joined = 0; joined < LINE; joined += AT_ONCE) await joinSome();
  await own.close();
  // Each look for its id and for its device.
  const told = await until('the counts to be told', async () => {
    const now = await looks();
    return now.scans - before.scans >= 2 * LINE && now;
  });
  const read = told.read - before.read;
  // If each read the line so far, it would be two million or more.
  assert.ok(read < 200 * LINE, `${read} entries of indexes were read for ${LINE} who joined`);
});
