import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { EventTicketsView } from '../../src/pages/dashboard/event-tickets/data.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { lapse, order, pay } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { ENVIRONMENT } from './races.fixture.ts';

// A host changes everything about its ticket types while buyers buy, through two processes: prices, numbers up and down, sale
// windows, limits, the order, what shares its stock; types come and go. Bounded by what is done, not by time: who does what is luck, and
// what was not done at all is waited for in another round.
const MAX_ROUNDS = 8;
const BUYERS = 12;
const PURCHASES = 6;
const CHANGES = 30;

type Quote = {
  quoteReference: string;
  total: number;
  items: { sku: string; price: number; quantity: number }[];
};
type Bought = { reference: string; total: number; quote: Quote };
type Stage = {
  on: TestApp;
  doors: TestApp[];
  host: TestHost;
  manager: SignedIn;
  eventId: string;
  slug: string;
  /** The dashboard's list now; buyers look there for what to want. */
  skus: string[];
  answers: Answer[];
  bought: Bought[];
};

async function startStage(): Promise<Stage> {
  const on = await startTestApp({ environment: ENVIRONMENT });
  const second = await startTestApp({ on, environment: ENVIRONMENT });
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const manager = await signInAs(on, host);
  const event = await makeEvent(on, host, {
    ticketTypes: [
      { priceMinor: 0, capacity: 60 },
      { priceMinor: 500_000, capacity: 60 },
      { priceMinor: 900_000, capacity: 60 },
    ],
  });
  return { on, doors: [on, second], host, manager, ...event, answers: [], bought: [] };
}

const one = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;

/** Holds, holds anew, lets go, lets lapse, or orders: and if it is to be paid, pays. */
async function buyOnce(stage: Stage): Promise<void> {
  const { host, slug } = stage;
  const door = one(stage.doors);
  const token = randomUUID();
  const call = (method: string, body?: object): Promise<Answer> =>
    ask(door, `/events/${slug}/reservations`, {
      method,
      key: host,
      headers: { 'x-device-id': token },
      ...(body && { body }),
    }).then((answer) => {
      stage.answers.push(answer);
      return answer;
    });
  let quote: Quote | null = null;
  for (let tries = randomInt(1, 4); tries > 0; tries -= 1) {
    const skus = new Set([one(stage.skus), one(stage.skus)].slice(0, randomInt(1, 3)));
    const items = [...skus].map((sku) => ({ sku, quantity: randomInt(1, 5) }));
    const { status, body } = await call('POST', { items });
    // Refused: the cart before it stands, and its quote.
    if (status === 200 || status === 201) quote = body.data as Quote;
  }
  const ending = randomInt(10);
  if (ending === 0) await call('DELETE');
  if (ending === 1) await lapse(stage.on, token);
  if (!quote || ending < 2) return;
  const ordered = await order(door, host, { slug, token, quoteReference: quote.quoteReference });
  stage.answers.push(ordered);
  if (ordered.status !== 201) return;
  const { reference, total, checkoutUrl } = ordered.body.data;
  stage.bought.push({ reference, total, quote });
  // Some don't pay.
  if (total > 0 && ending > 3) assert.ok((await pay(checkoutUrl)).status < 500);
}

/** Whether a deed of the host's was done, or refused as it may be. */
async function changeOnce(stage: Stage): Promise<void> {
  const path = `/hosts/${stage.host.hostId}/events/${stage.eventId}/tickets`;
  const door = one(stage.doors);
  const call = async (rest: string, method: string, body?: object): Promise<Answer> => {
    const answer = await askDashboard(door, path + rest, { as: stage.manager, method, body });
    stage.answers.push(answer);
    return answer;
  };
  const { body } = await call('', 'GET');
  const types = body.data.types as {
    ticketTypeId: string;
    version: number;
    name: string;
    figures: { left: number; sold: number; held: number };
  }[];
  stage.skus = types.map(({ ticketTypeId }) => ticketTypeId);
  const type = one(types);
  const { left, sold, held } = type.figures;
  if (randomInt(4) === 0) return changePools(call, body.data);
  const patch = (changes: object): Promise<Answer> =>
    call(`/${type.ticketTypeId}`, 'PATCH', { version: type.version, ...changes });
  switch (randomInt(9)) {
    case 0:
      return void (await patch({ priceMinor: one([0, 300_000, 500_000, 900_000]) }));
    case 1:
      // As few as there may be, or one fewer than that.
      return void (await patch({ capacity: Math.max(0, sold + held - randomInt(2)) }));
    case 2:
      return void (await patch({ capacity: sold + held + randomInt(Math.max(1, left)) }));
    case 3:
      return void (await patch({ capacity: sold + held + left + randomInt(1, 40) }));
    case 4:
      return void (await patch({ maximumPerOrder: randomInt(1, 8) }));
    case 5:
      await call('/stop-selling', 'POST', { ticketTypeIds: [type.ticketTypeId] });
      return void (await call('/go-on-selling', 'POST', {
        ends: [{ ticketTypeId: type.ticketTypeId, saleEndsAt: null }],
      }));
    case 6:
      return void (await call('/order', 'POST', { ticketTypeIds: stage.skus.toReversed() }));
    case 7:
      return void (await call('', 'POST', {
        kind: 'GENERAL',
        name: 'New',
        description: '',
        priceMinor: one([0, 400_000]),
        capacity: 30,
        maximumPerOrder: 4,
        saleStartsAt: null,
        saleEndsAt: null,
      }));
    default:
      if (types.length > 2) await call(`/${types.at(-1)?.ticketTypeId}`, 'DELETE');
  }
}

/** Some share a stock from now on, others come in or go out of it, it grows and shrinks, or nothing is shared any more. */
async function changePools(
  call: (rest: string, method: string, body: object) => Promise<Answer>,
  { types, pools }: EventTicketsView,
): Promise<void> {
  const pool = pools.length > 0 ? one(pools) : null;
  const ids = types.filter(({ poolId }) => poolId === null || poolId === pool?.poolId);
  const ticketTypeIds = ids.filter(() => randomInt(3) > 0).map(({ ticketTypeId }) => ticketTypeId);
  const drawing = types.filter(({ ticketTypeId }) => ticketTypeIds.includes(ticketTypeId));
  const taken = drawing.reduce((sum, { figures }) => sum + figures.sold + figures.held, 0);
  // Sometimes as few as there may be, or one fewer than that.
  const capacity = Math.max(0, taken + one([-1, 0, 3, 12]));
  const next = { name: 'Floor', capacity, ticketTypeIds };
  if (pool === null) return void (await call('/pools', 'POST', next));
  const { poolId, version } = pool;
  if (randomInt(4) > 0) return void (await call(`/pools/${poolId}`, 'PATCH', { version, ...next }));
  await call(`/pools/${poolId}/dissolve`, 'POST', { version });
}

/** Everybody at once, until each has done their part. Answers what is wrong afterwards: nothing should be. */
async function play(stage: Stage, change: (stage: Stage) => Promise<void>): Promise<string[]> {
  const inTurn = async (times: number, deed: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < times; count += 1) await deed();
  };
  await Promise.all([
    ...Array.from({ length: BUYERS }, () => inTurn(PURCHASES, () => buyOnce(stage))),
    ...[0, 1].map(() => inTurn(CHANGES, () => change(stage))),
  ]);
  const { database } = stage.on.app;
  const violations = await checkInvariants(database);
  const { rows } = await database.query<{ reference: string; total: number; quote: Quote }>(
    'SELECT reference, total_minor AS total, quote FROM orders WHERE event_id = $1',
    [stage.eventId],
  );
  const stored = new Map(rows.map((row) => [row.reference, row]));
  const mispriced = stage.bought.filter(({ reference, total, quote }) => {
    const kept = stored.get(reference);
    const lines = ({ items }: Quote): string =>
      JSON.stringify(items.map(({ sku, price, quantity }) => [sku, price, quantity]));
    return !kept || kept.total !== quote.total || total !== quote.total || lines(kept.quote) !== lines(quote);
  });
  return [
    ...violations.map(({ promise, detail }) => `${promise}: ${detail}`),
    ...mispriced.map(({ reference }) => `${reference} is not what its buyer was quoted`),
    ...stage.answers
      .filter(({ status }) => status >= 500)
      .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
  ];
}

async function close({ on, doors }: Stage): Promise<number> {
  for (const door of doors.slice(1)) await door.close();
  return on.closeAndCountDeadlocks();
}

const DEEDS = [
  'ticket_type.change',
  'ticket_type.create',
  'ticket_type.stop_selling',
  'ticket_type.reorder',
  'pool.create',
  'pool.change',
];

/** The actions that nobody has done yet. */
async function missing({ on, host, bought }: Stage): Promise<string[]> {
  const { rows } = await on.app.database.query<{ action: string }>(
    'SELECT DISTINCT action FROM audit_log WHERE host_id = $1',
    [host.hostId],
  );
  const done = new Set(rows.map(({ action }) => action));
  return [...DEEDS.filter((deed) => !done.has(deed)), ...(bought.length > 10 ? [] : ['more orders'])];
}

test('a host changes everything while buyers buy: nothing is oversold, everybody pays what they were quoted, nobody deadlocks', async () => {
  const stage = await startStage();
  for (let round = 0; round < MAX_ROUNDS && (await missing(stage)).length > 0; round += 1) {
    assert.deepEqual(await play(stage, changeOnce), []);
  }
  // It was a sale, and it was changed: prices, numbers and types that came and went.
  assert.deepEqual(await missing(stage), []);
  assert.equal(await close(stage), 0, 'deadlocks');
});

test('the unsafe way to change a number, checked first and written later, is found out by the same checks', async () => {
  const stage = await startStage();
  const { database } = stage.on.app;
  const [free] = stage.skus;
  const taken = async (): Promise<number> => {
    const { rows } = await database.query<{ sold: number }>('SELECT sold FROM ticket_types WHERE id = $1', [
      free,
    ]);
    return rows[0]?.sold ?? 0;
  };
  const lower = (): Promise<unknown> =>
    database.query('UPDATE ticket_types SET capacity = 0 WHERE id = $1', [free]);
  assert.equal(await taken(), 0, 'so there may be none of it');
  let isDone = false;
  const wrong = await play(stage, async () => {
    if (isDone) return;
    isDone = true;
    await until('buyers come in between', async () => (await taken()) > 0);
    // The database itself refuses: that is what the constraint is there for. Without it, what the code does is seen.
    await assert.rejects(lower(), /never_oversold/);
    await database.query('ALTER TABLE ticket_types DROP CONSTRAINT never_oversold');
    await lower();
  });
  await close(stage);
  assert.ok(
    wrong.some((line) => line.startsWith('no ticket type is oversold')),
    wrong.join('\n'),
  );
});
