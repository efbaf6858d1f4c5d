import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { OPERATOR, SYSTEM } from '../audit/actor.ts';
import { changeSettings } from '../hosts/change-settings.ts';
import { readSettings } from '../hosts/read-settings.ts';
import { blockTickets } from '../orders/disputes/block-tickets.ts';
import { disputeOrder } from '../orders/disputes/disputes.fixture.ts';
import { recordDisputes } from '../orders/disputes/record-disputes.ts';
import type { FoundDispute } from '../payments/gateway.ts';
import { readCheckInRules, setCheckInRules } from './set-check-in-rules.ts';
import { openDoors } from './door-world.fixture.ts';
import { readGuestsForPhone } from './read-guests-for-phone.ts';

const PRICE_MINOR = 1_000;

async function openPaidDoors(t: TestContext) {
  const world = await openDoors(t);
  const { database, host } = world;
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: PRICE_MINOR }] });
  const phone = await world.phone(await world.door('North', null, event), event);
  const on = { app: { database } } as Parameters<typeof disputeOrder>[0];
  return {
    ...world,
    event,
    phone,
    async buy() {
      const orderId = await world.order({ event, lines: [{ priceMinor: PRICE_MINOR }] });
      await world.pay(orderId, { amountMinor: PRICE_MINOR });
      const { tickets } = await world.load(orderId);
      const [ticket] = tickets;
      assert(ticket);
      return { orderId, ticket };
    },
    dispute: (orderId: string, given: Partial<FoundDispute> = {}) => disputeOrder(on, orderId, given),
    /** The same dispute, as a later look-up finds it. */
    async move(orderId: string, given: Partial<FoundDispute>) {
      const { rows } = await database.query<{ paymentId: string; asOf: string; found: FoundDispute }>(
        `SELECT payment_id AS "paymentId", clock_timestamp()::text AS "asOf",
                json_build_object('gatewayDisputeId', gateway_dispute_id, 'amountMinor', amount_minor, 'currency', currency, 'reason', reason) AS found
           FROM payment_disputes WHERE order_id = $1`,
        [orderId],
      );
      const [known] = rows;
      assert(known);
      const always = { isRefundable: false, dueAt: null, openedAt: new Date(), endedAt: null };
      const found = [{ ...known.found, ...always, state: 'open' as const, ...given }];
      await database.transaction((tx) => recordDisputes(tx, { ...known, orderId, found }));
    },
    async isBlocked(orderId: string): Promise<boolean> {
      const { rowCount } = await database.query(
        'SELECT FROM payment_disputes WHERE order_id = $1 AND blocked_at IS NOT NULL',
        [orderId],
      );
      return rowCount === 1;
    },
    block: (orderId: string, isBlocked: boolean) =>
      database.transaction((tx) =>
        blockTickets(tx, { hostId: host.hostId, orderId, reference: 'TSR', actor: OPERATOR, isBlocked }),
      ),
    async blockAll() {
      const { version } = await readSettings(database, host.hostId);
      await database.transaction((tx) =>
        changeSettings(tx, {
          hostId: host.hostId,
          actor: OPERATOR,
          version,
          changes: { blocksDisputed: true },
        }),
      );
    },
    /** The changes that a phone has not heard of. */
    async changes(after: string | null) {
      const page = await readGuestsForPhone(database, { eventId: event.eventId, after });
      return { ...page, disputed: page.entries.map(({ isDisputed }) => isDisputed ?? false) };
    },
  };
}

test('tickets of a disputed order are good unless the host has them refused; then phones hear of it, and again when they are let in', async (t) => {
  const world = await openPaidDoors(t);
  const { phone } = world;
  const { orderId, ticket } = await world.buy();
  const said = async () => (await world.ask(phone, { code: ticket.code })).outcome;
  const first = await world.changes(null);
  assert.deepEqual(first.disputed, [false]);
  await world.dispute(orderId);
  await world.block(orderId, true);
  const second = await world.changes(first.next);
  assert.deepEqual(second.disputed, [true]);
  assert.equal(await said(), 'disputed');
  assert.equal((await world.stateOf(ticket.id)).isIn, false, 'nobody is let in by it');
  await world.block(orderId, false);
  assert.deepEqual((await world.changes(second.next)).disputed, [false]);
  assert.equal(await said(), 'admitted');
  // Inside already: that is told first, and whoever is inside may leave.
  await world.block(orderId, true);
  assert.equal(await said(), 'already_used');
});

test('a guest who is inside may leave, and does not come back while the payment is disputed', async (t) => {
  const world = await openPaidDoors(t);
  const { database, host, event, phone } = world;
  await database.transaction((tx) =>
    setCheckInRules(tx, { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM, allowsReentry: true }),
  );
  assert.equal((await readCheckInRules(database, event.eventId)).allowsReentry, true);
  const { orderId, ticket } = await world.buy();
  const say = async (kind: 'entry' | 'exit') => (await world.ask(phone, { code: ticket.code, kind })).outcome;
  assert.equal(await say('entry'), 'admitted');
  await world.dispute(orderId);
  await world.block(orderId, true);
  assert.deepEqual([await say('exit'), await say('entry')], ['left', 'disputed']);
  await world.block(orderId, false);
  assert.equal(await say('entry'), 're_entry');
});

test('a phone without a network that let such a guest in has a conflict, unless it was before', async (t) => {
  const world = await openPaidDoors(t);
  const { orderId, ticket } = await world.buy();
  const other = await world.buy();
  const early = new Date(Date.now() - 60_000);
  await world.dispute(orderId);
  await world.block(orderId, true);
  const letIn = { verdict: 'admitted' } as const;
  const [late, good] = await world.send(world.phone, [
    { ...letIn, code: ticket.code, at: new Date(Date.now() + 60_000) },
    { ...letIn, code: other.ticket.code },
  ]);
  assert.deepEqual(
    [late && 'conflict' in late && late.conflict, good && 'conflict' in good && good.conflict],
    ['disputed', null],
  );
  const third = await world.buy();
  await world.dispute(third.orderId);
  await world.block(third.orderId, true);
  const [before] = await world.send(world.phone, [{ ...letIn, code: third.ticket.code, at: early }]);
  assert.equal(before && 'conflict' in before && before.conflict, null);
});

test('by the host’s setting a claim blocks its tickets, an inquiry does not, and a dispute that is won lifts it', async (t) => {
  const world = await openPaidDoors(t);
  const { orderId, ticket } = await world.buy();
  const earlier = await world.buy();
  await world.dispute(earlier.orderId);
  await world.blockAll();
  const said = async (code: string) => (await world.ask(world.phone, { code })).outcome;
  const isBlocked = () => world.isBlocked(orderId);
  assert.equal(
    await said(earlier.ticket.code),
    'admitted',
    'a dispute that was there before stays as it was',
  );
  await world.dispute(orderId, { isRefundable: true });
  assert.equal(await isBlocked(), false, 'the bank only asks');
  await world.move(orderId, { state: 'open' });
  assert.equal(await isBlocked(), true);
  assert.equal(await said(ticket.code), 'disputed');
  const { next } = await world.changes(null);
  await world.block(orderId, false);
  await world.move(orderId, { state: 'lost' });
  assert.equal(await isBlocked(), false, 'what the host chose stays');
  await world.block(orderId, true);
  const page = await world.changes(next);
  assert.ok(page.disputed.includes(true));
  await world.move(orderId, { state: 'won', endedAt: new Date() });
  assert.equal(await isBlocked(), false);
  assert.deepEqual(new Set((await world.changes(page.next)).disputed), new Set([false]), 'phones hear of it');
  await assert.rejects(world.block(orderId, true), /its tickets are good/);
  assert.equal(await said(ticket.code), 'admitted');
});

test('a second payment, which bought nothing and goes back, blocks no tickets when a bank claims it', async (t) => {
  const world = await openPaidDoors(t);
  const { database, phone } = world;
  const { orderId, ticket } = await world.buy();
  await world.dispute(orderId, { state: 'won', gatewayDisputeId: `first-${orderId}` });
  await world.blockAll();
  const { rows } = await database.query<{ paymentId: string; asOf: string }>(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     SELECT new_id(), order_id, gateway, 'second', amount_minor, currency, 'surplus', now(), now() FROM payments WHERE order_id = $1
     RETURNING id AS "paymentId", clock_timestamp()::text AS "asOf"`,
    [orderId],
  );
  const [second] = rows;
  assert(second);
  const claim: FoundDispute = {
    gatewayDisputeId: `second-${orderId}`,
    amountMinor: PRICE_MINOR,
    currency: 'NGN',
    reason: 'duplicate',
    state: 'open',
    isRefundable: false,
    dueAt: null,
    openedAt: new Date(),
    endedAt: null,
  };
  await database.transaction((tx) => recordDisputes(tx, { ...second, orderId, found: [claim] }));
  assert.equal(await world.isBlocked(orderId), false);
  assert.equal((await world.ask(phone, { code: ticket.code })).outcome, 'admitted');
});

test('lost, opened again and won: the setting blocks with each claim, and the end that is won lifts it', async (t) => {
  const world = await openPaidDoors(t);
  const { orderId } = await world.buy();
  await world.blockAll();
  await world.dispute(orderId);
  const states = ['won', 'lost', 'won', 'open', 'lost', 'won'] as const;
  const seen = [];
  for (const state of states) {
    await world.move(orderId, { state, endedAt: state === 'open' ? null : new Date() });
    seen.push(await world.isBlocked(orderId));
  }
  assert.deepEqual(seen, [false, true, false, true, true, false]);
});
