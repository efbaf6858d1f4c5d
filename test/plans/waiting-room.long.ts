import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { makeRoomWorld, type RoomWorld } from '../../src/waiting-room/room.fixture.ts';
import { onServer } from '../harness/test-database.ts';
import { findWrongWays, TELL_PLANS, watchPlans } from './watch-plans.ts';

const PEOPLE = 400_000;
const plans = watchPlans();

describe('nobody in a waiting room, nor at its door, goes through the line', () => {
  let world: RoomWorld;
  let room: { eventId: string; slug: string; sku: string };
  const set = (setting: string, value: string) =>
    onServer(`ALTER DATABASE ${world.name} SET ${setting} = '${value}'`);
  before(async () => {
    world = await makeRoomWorld();
    for (const [setting, value] of Object.entries(TELL_PLANS)) await set(setting, value);
    await world.database.query('ALTER TABLE waiting_entries SET (autovacuum_enabled = false)');
    for (const people of [10, PEOPLE]) {
      room = await world.openRoom({ perMinute: 600, mostInside: 400, asksEmail: true });
      await world.database.query(
        `INSERT INTO waiting_entries (event_id, id, line_key, lined_up_at, language, email_hash)
         SELECT $1, id, '\\x00' || substring(sha256(uuid_send(id)) FROM 1 FOR 16), now(), 'en', sha256(uuid_send(id))
           FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)) AS made`,
        [room.eventId, people],
      );
      await world.database.query('UPDATE waiting_rooms SET early_count = $2 WHERE event_id = $1', [
        room.eventId,
        people,
      ]);
      await world.draw(room.eventId);
      // Places are counted by now, which reads the line once.
      for (let at = 0; at < 3; at++) await world.tick(room.eventId, 0);
    }
  });
  after(() => world.close());

  /** All that happens in a room, by a process that has just connected. */
  const judge = async (): Promise<void> => {
    const fresh = await world.connect();
    const letIn = async (): Promise<void> => {
      await fresh.database.query(
        `UPDATE waiting_rooms SET last_tick_at = clock_timestamp() - interval '3 seconds' WHERE event_id = $1`,
        [room.eventId],
      );
      const { rows } = await fresh.database.query<{ let_in: number }>(
        'SELECT * FROM tick_waiting_room($1, NULL)',
        [room.eventId],
      );
      assert.ok((rows[0]?.let_in ?? 0) >= 30);
    };
    plans.take();
    try {
      const { eventId } = room;
      const [email, deviceId] = [`${randomUUID()}@example.com`, randomUUID()];
      const { token, entryId } = await fresh.join(eventId, { email, deviceId });
      assert.equal(await fresh.confirm(eventId, entryId, email), 'joined');
      await fresh.join(eventId, { email });
      await fresh.rooms.stateOf(eventId);
      assert.equal((await fresh.rooms.entryOf(eventId, token))?.admission, null);
      await letIn();
      const { rows } = await fresh.database.query<{ id: string }>(
        `UPDATE waiting_entries SET let_in_at = now(), admitted_until = now() + interval '10 minutes' WHERE event_id = $1 AND device_id = $2 RETURNING id`,
        [eventId, deviceId],
      );
      assert.equal(rows.length, 1);
      await fresh.rooms.admit({ ...room, token: deviceId, byApi: true, address: null });
      await fresh.rooms.checkEmail({ eventId, token: deviceId, email });
      assert.ok((await fresh.rooms.entryOf(eventId, token))?.admission);
      await fresh.rooms.leave(eventId, token);
      await letIn();
    } finally {
      await fresh.close();
    }
    const ran = plans.take();
    assert.ok(ran.length > 20, `${ran.length} plans were told`);
    const large = new Set(['waiting_entries']);
    assert.deepEqual([...new Set(ran.flatMap((statement) => findWrongWays(statement, large)))], []);
  };

  for (const isAnalyzed of [false, true]) {
    for (const mode of ['auto', 'force_generic_plan']) {
      test(`${isAnalyzed ? 'with' : 'without'} statistics, plans: ${mode}`, async () => {
        if (isAnalyzed) await world.database.query('ANALYZE waiting_entries');
        await set('plan_cache_mode', mode);
        await judge();
      });
    }
  }
});
