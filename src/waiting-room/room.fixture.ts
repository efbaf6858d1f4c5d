import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase, LONG_TIMEOUTS } from '../../test/harness/test-database.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase, type Database, type Transaction } from '../db/database.ts';
import { createHoldEngine } from '../inventory/hold-engine.ts';
import { makeHoldRequest, PRICE_MINOR } from '../inventory/hold-engine.fixture.ts';
import { createOrderEngine } from '../orders/order-engine.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';
import { openRoom, type RoomSettings } from './change-room.ts';
import { openSeed } from './room-memory.ts';
import { createRoomTokens } from './room-tokens.ts';
import { createWaitingRooms, type JoinInput, type Joined } from './waiting-rooms.ts';

export const SETTINGS: RoomSettings = {
  drawsAt: new Date(0),
  perMinute: 600,
  mostInside: 1_000,
  admissionMinutes: 10,
  asksEmail: false,
};

export type RoomWorld = Awaited<ReturnType<typeof makeRoomWorld>>;

/** A database with waiting rooms as a process has them. Nobody ticks but the test. */
export async function makeRoomWorld() {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secretKeys = createSecretKeys(randomBytes(32));
  const engine = createHoldEngine({ database, addressLimit: 1_000_000 });
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  const first = await openProcess(database, secretKeys);
  const processes = [first];
  /** The parts of an app that makeHost and makeEvent need. */
  const on = { app: { database }, secretKeys } as unknown as TestApp;
  const host = await makeHost(on);
  const owner = { hostId: host.hostId, actor: OPERATOR };
  return {
    database,
    secretKeys,
    engine,
    on,
    host,
    owner,
    ...first,
    change: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(work),
    openProcess: async () => {
      const opened = await openProcess(database, secretKeys);
      processes.push(opened);
      return opened;
    },
    /** The database's name on its server. */
    name: new URL(testDatabase.url).pathname.slice(1),
    /** A process with connections of its own. */
    async connect() {
      const own = connectDatabase({
        url: testDatabase.url,
        poolSize: 3,
        onIdleError: () => {},
        ...LONG_TIMEOUTS,
      });
      const { close, ...opened } = await openProcess(own, secretKeys);
      return {
        ...opened,
        database: own,
        async close() {
          await close();
          await own.close();
        },
      };
    },
    /** An event with a room that is drawn when the test says so, and known to every process. */
    async openRoom(settings: Partial<RoomSettings> = {}) {
      const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10_000 }] });
      const drawsAt = settings.drawsAt ?? new Date(Date.now() + 3_600_000);
      await database.transaction((tx) =>
        openRoom(tx, { ...owner, eventId, secretKeys, settings: { ...SETTINGS, ...settings, drawsAt } }),
      );
      await until('every process to know the room', async () => {
        const found = await Promise.all(processes.map(async ({ rooms }) => rooms.find(eventId)));
        return found.every(Boolean);
      });
      return { eventId, slug, sku: skus[0] ?? '' };
    },
    /** As it would be after so many seconds. */
    tick: (eventId: string, seconds = 1) => tick(database, secretKeys, eventId, seconds),
    /** The draw is due, and is held. */
    async draw(eventId: string) {
      await database.query('UPDATE waiting_rooms SET draws_at = now() WHERE event_id = $1', [eventId]);
      const ticked = await tick(database, secretKeys, eventId, 0);
      assert.equal(ticked.is_drawn, true);
      await until('every process to know of the draw', async () => {
        const found = await Promise.all(processes.map(async ({ rooms }) => rooms.find(eventId)));
        return found.every((room) => room?.isDrawn);
      });
    },
    async holdDirectly({ eventId, sku }: { eventId: string; sku: string }, token: string) {
      const item = {
        sku,
        name: 'General',
        quantity: 1,
        price: PRICE_MINOR,
        fee: 0,
        discount: 0,
        total: PRICE_MINOR,
      };
      const request = makeHoldRequest({
        eventId,
        token,
        lines: [{ sku, quantity: 1 }],
        quoteReference: `q_${token}`,
        quote: { total: PRICE_MINOR, totalFees: 0, discount: 0, currency: 'NGN', items: [item] },
      });
      assert.match((await engine.hold(request)).outcome, /^(held|refreshed)$/);
    },
    /** Orders what the cart holds, and pays for it. */
    async buyDirectly({ eventId }: { eventId: string }, token: string) {
      const { orderId, totalMinor } = await orders.open({
        eventId,
        token,
        quoteReference: `q_${token}`,
        source: 'embed',
        idempotency: null,
        buyer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', phone: null },
        recipients: null,
        callbackUrl: null,
        metadata: null,
        language: 'en',
        via: { name: 'sandbox', accountId: null },
      });
      const payment = { gatewayPaymentId: randomUUID(), amountMinor: totalMinor, currency: 'NGN' };
      const settled = await orders.settle({ orderId, ...payment, paidAt: new Date(), cause: 'a test' });
      assert.equal(settled, 'settled');
    },
    readRow: async (eventId: string) => {
      const { rows } = await database.query<RoomRow>('SELECT * FROM waiting_rooms WHERE event_id = $1', [
        eventId,
      ]);
      assert(rows[0]);
      return rows[0];
    },
    async close() {
      for (const one of processes) await one.close();
      await engine.close();
      await orders.close();
      await testDatabase.drop();
    },
  };
}

type RoomRow = {
  early_count: number;
  late_count: number;
  front_place: number;
  let_in_count: number;
  extra_allowance: number;
  pace: number;
  carry: number;
  late_at: Date | null;
  peak_inside: number;
  closed_at: Date | null;
  seed: Buffer | null;
  seed_hash: Buffer;
  seed_ciphertext: Buffer | null;
};

async function openProcess(database: Database, secretKeys: SecretKeys) {
  const changes = listenForChanges(database, () => {});
  const errors: Error[] = [];
  const tokens = createRoomTokens(secretKeys);
  const rooms = createWaitingRooms({
    database,
    changes,
    secretKeys,
    checkoutUrl: 'https://tickets.example/checkout',
    onError: (error) => errors.push(error),
  });
  await changes.start();
  return {
    rooms,
    join: (eventId: string, rest: Partial<JoinInput> = {}): Promise<Joined> =>
      rooms.join({ eventId, entryId: randomUUID(), language: 'en', address: randomUUID(), ...rest }),
    /** As who opens the mail that an entry was asked to confirm, and presses the button. */
    async confirm(eventId: string, entryId: string, email: string) {
      const expiresAt = new Date(Date.now() + 60_000);
      const link = { entryId, hashPart: tokens.hashPart(eventId, email), expiresAt };
      return rooms.confirm(eventId, tokens.writeConfirmation(eventId, link));
    },
    async close() {
      await rooms.close();
      await changes.close();
      assert.deepEqual(errors, []);
    },
  };
}

type Ticked = { phase: string | null; is_drawn: boolean; let_in: number };

async function tick(
  database: Database,
  secretKeys: SecretKeys,
  eventId: string,
  seconds: number,
): Promise<Ticked> {
  // In one transaction: what passes between the two is hardly any time.
  return database.transaction(async (tx) => {
    const { rows: sealed } = await tx.query<{ box: Buffer | null; sealedBy: string }>(
      `UPDATE waiting_rooms SET last_tick_at = clock_timestamp() - $2 * interval '1 second' WHERE event_id = $1
       RETURNING seed_ciphertext AS box, seed_sealed_by AS "sealedBy"`,
      [eventId, seconds],
    );
    const [seed] = sealed;
    const { rows } = await tx.query<Ticked>('SELECT * FROM tick_waiting_room($1, $2)', [
      eventId,
      seed?.box ? openSeed(secretKeys, eventId, { box: seed.box, sealedBy: seed.sealedBy }) : null,
    ]);
    assert(rows[0]);
    return rows[0];
  });
}
