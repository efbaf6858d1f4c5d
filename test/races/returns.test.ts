import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { OPERATOR, SYSTEM } from '../../src/audit/actor.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { giveToHolder, tellHolders } from '../../src/orders/pass-on-ticket.ts';
import { approveReturn } from '../../src/orders/returns/decide-return.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { refundWholeOrder } from '../../src/orders/refund-whole-order.ts';
import { startReceipts, type TestReceipts } from '../../src/pages/checkout/receipt/receipt.fixture.ts';
import { onReturns, TERMS, type SoldOrder } from '../../src/pages/checkout/receipt/returns.fixture.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

// Each is a race of its own, and either may win.
const ROUNDS = 6;

let on: TestReceipts;
let at: ReturnType<typeof onReturns>;
before(async () => {
  on = await startReceipts();
  at = onReturns(on);
});
after(() => on.close());

const hold = async (): Promise<void> =>
  assert.deepEqual(
    (await checkInvariants(on.database)).filter(({ promise }) => /\breturn|refunds never/.test(promise)),
    [],
  );

const linked = async (order: SoldOrder, ...positions: number[]): Promise<string> => {
  assert.equal(await at.ask(order, ...positions), 'return_asked');
  return at.linkOf(order);
};

const ofMember = (order: SoldOrder, positions: number[]): Promise<unknown> =>
  on.database.transaction((tx) =>
    refundOrder(tx, {
      orderId: order.orderId,
      actor: OPERATOR,
      ticketIds: positions.map((position) => order.ticketIds[position - 1] ?? ''),
      amountMinor: null,
      returnsStock: true,
      requestKey: 'member',
    }),
  );

const paidFor = (order: SoldOrder, tickets: number): number => (order.totalMinor / 3) * tickets;

async function codeOf({ ticketIds, eventId }: SoldOrder, position: number): Promise<string> {
  const { rows } = await on.database.query<{ serial: string }>('SELECT serial FROM tickets WHERE id = $1', [
    ticketIds[position - 1],
  ]);
  return signTicketCode(on.secretKeys.current, { eventId, serial: rows[0]?.serial ?? '' });
}

const scan = async (order: SoldOrder, code: string): Promise<string> =>
  (await admitTicket(on.database, on.secretKeys, { eventId: order.eventId, code })).outcome;

suite('a return at the same moment as', () => {
  test('itself, from ten phones: one refund', async () => {
    const order = await at.sell();
    const link = await linked(order, 1, 2);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => at.confirm(order, link)));
    assert.deepEqual([...new Set(outcomes)], ['returned']);
    assert.deepEqual(await at.refundsOf(order), [paidFor(order, 2)]);
    await hold();
  });

  test('a refund of the same ticket by a member: one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sell();
      const link = await linked(order, 1);
      const [outcome, refund] = await Promise.all([
        at.confirm(order, link),
        ofMember(order, [1]).then(
          () => 'refunded',
          () => 'refused',
        ),
      ]);
      assert.ok(
        ['returned refused', 'return_gone refunded'].includes(`${outcome} ${refund}`),
        `${outcome} ${refund}`,
      );
      assert.deepEqual(await at.refundsOf(order), [paidFor(order, 1)]);
    }
    await hold();
  });

  test('its approval by two members, and the refund of everything as of a cancelled event: never more than was paid', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sell({ terms: { ...TERMS, needsApproval: true } });
      const { orderId } = order;
      assert.equal(await at.confirm(order, await linked(order, 1)), 'return_waiting');
      const { rows } = await on.database.query<{ id: string }>('SELECT id FROM returns WHERE order_id = $1', [
        orderId,
      ]);
      const returnId = rows[0]?.id ?? '';
      const approve = (): Promise<void> =>
        on.database.transaction((tx) => approveReturn(tx, { orderId, returnId, actor: OPERATOR }));
      await Promise.allSettled([
        approve(),
        on.database.transaction((tx) =>
          refundWholeOrder(tx, { orderId, actor: SYSTEM, returnsStock: false, requestKey: 'cancelled' }),
        ),
        approve(),
      ]);
      const refunds = await at.refundsOf(order);
      assert.equal(
        refunds.reduce((all, one) => all + one, 0),
        order.totalMinor,
        refunds.join(' + '),
      );
    }
    await hold();
  });

  test('a scan of its ticket: the guest is in and nothing goes back, or the money goes back and nobody is let in', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sell();
      const link = await linked(order, 1);
      const code = await codeOf(order, 1);
      const [outcome, door] = await Promise.all([at.confirm(order, link), scan(order, code)]);
      assert.ok(
        ['returned void', 'return_changed admitted'].includes(`${outcome} ${door}`),
        `${outcome} ${door}`,
      );
      assert.deepEqual(await at.refundsOf(order), outcome === 'returned' ? [paidFor(order, 1)] : []);
    }
    await hold();
  });

  test('a door that was first and is not done yet: the return waits for it, and nothing is returned', async (t) => {
    const order = await at.sell();
    const link = await linked(order, 1);
    const door = new pg.Client({ connectionString: on.databaseUrl });
    await door.connect();
    t.after(() => door.end());
    await door.query('BEGIN');
    await door.query('UPDATE tickets SET used_at = now() WHERE id = $1', [order.ticketIds[0]]);
    const confirmed = at.confirm(order, link);
    await untilWaiting(on.database);
    await door.query('COMMIT');
    assert.equal(await confirmed, 'return_changed');
    assert.deepEqual(await at.refundsOf(order), []);
  });

  test('the unsafe way, to look whether it is used and then to give it back, pays a guest who is inside', async () => {
    const order = await at.sell();
    const code = await codeOf(order, 1);
    const { rows: seen } = await on.database.query('SELECT FROM tickets WHERE id = $1 AND used_at IS NULL', [
      order.ticketIds[0],
    ]);
    assert.equal(seen.length, 1);
    assert.equal(await scan(order, code), 'admitted');
    await ofMember(order, [1]);
    const { rows } = await on.database.query(
      'SELECT FROM tickets WHERE id = $1 AND used_at IS NOT NULL AND voided_at IS NOT NULL',
      [order.ticketIds[0]],
    );
    assert.deepEqual([rows.length, await at.refundsOf(order)], [1, [paidFor(order, 1)]], 'both');
  });
});

suite('a ticket is passed on to two people at the same moment', () => {
  const people = (round: number) =>
    ['bimbo', 'chidi'].map((name) => ({
      firstName: name,
      lastName: 'Ade',
      email: `${name}-${round}@example.com`,
    }));
  const mailedTo = async ({ orderId }: SoldOrder): Promise<string[]> => {
    const { rows } = await on.database.query<{ recipient: string }>(
      `SELECT recipient FROM mails WHERE order_id = $1 AND occasion LIKE 'passed:%' ORDER BY recipient`,
      [orderId],
    );
    return rows.map(({ recipient }) => recipient);
  };

  test('one has it, and the other never hears of it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sell({ buyersPassOn: true });
      const to = people(round);
      const outcomes = await Promise.all(
        to.map((person) => at.press(order, '/pass-on', { position: '1', ...person })),
      );
      assert.deepEqual(outcomes.toSorted(), ['pass_on_refused', 'passed_on']);
      assert.deepEqual(await mailedTo(order), [to[outcomes.indexOf('passed_on')]?.email]);
      const door = await scan(order, await codeOf(order, 1));
      assert.equal(door, 'admitted');
    }
  });

  test('the unsafe way, to look whether it was passed on and then to do it, mails a dead code to one of them', async () => {
    const order = await at.sell({ buyersPassOn: true });
    const [ticketId = ''] = order.ticketIds;
    const { rows } = await on.database.query('SELECT FROM tickets WHERE id = $1 AND passed_on_at IS NULL', [
      ticketId,
    ]);
    assert.equal(rows.length, 1, 'both have seen this');
    const { orderId } = order;
    const codes: string[] = [];
    for (const to of people(ROUNDS)) {
      await on.database.transaction(async (tx) => {
        await giveToHolder(tx, { orderId, ticketId, position: 1, to });
        await tellHolders(tx, { orderId, ticketId, was: [], now: to.email, isByBuyer: true });
      });
      codes.push(await codeOf(order, 1));
    }
    assert.equal((await mailedTo(order)).length, 2);
    assert.deepEqual(
      [await scan(order, codes[0] ?? ''), await scan(order, codes[1] ?? '')],
      ['passed_on', 'admitted'],
    );
  });
});
