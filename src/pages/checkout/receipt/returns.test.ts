import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { approveReturn, declineReturn } from '../../../orders/returns/decide-return.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { MOVED_BY_HOST } from '../../../tickets/mails/ticket-recipients.ts';
import { BUYER, startReceipts, type TestReceipts } from './receipt.fixture.ts';
import { onReturns, TERMS, type SoldOrder } from './returns.fixture.ts';

// Of one ticket, by the rules of the fixture: 5 % and 100 naira.
const PRICE_MINOR = 1_000_000;
const FEE_MINOR = 60_000;

let on: TestReceipts;
let at: ReturnType<typeof onReturns>;
before(async () => {
  on = await startReceipts();
  at = onReturns(on);
});
after(() => on.close());

const hold = async (): Promise<void> =>
  assert.deepEqual(
    (await checkInvariants(on.database)).filter(({ promise }) => /\breturn/.test(promise)),
    [],
  );

const returned = async (order: SoldOrder, ...positions: number[]): Promise<string> => {
  assert.equal(await at.ask(order, ...positions), 'return_asked');
  return at.confirm(order, await at.linkOf(order));
};

const waitingOf = async ({ orderId }: SoldOrder): Promise<{ orderId: string; returnId: string }> => {
  const { rows } = await on.database.query<{ id: string }>(
    `SELECT id FROM returns WHERE order_id = $1 AND state = 'waiting'`,
    [orderId],
  );
  return { orderId, returnId: rows[0]?.id ?? '' };
};

const approve = async (order: SoldOrder): Promise<void> => {
  const which = await waitingOf(order);
  await on.database.transaction((tx) => approveReturn(tx, { ...which, actor: OPERATOR }));
};

suite('a buyer returns tickets', () => {
  test('the receipt tells the terms, the mailed page shows the exact sum and changes nothing, and a press returns once', async () => {
    const order = await at.sell();
    const receipt = await (await fetch(on.receiptUrl(order.receiptToken))).text();
    assert.match(receipt, /You can return tickets until/);
    assert.match(receipt, /name="ticket2"/);
    assert.equal(await at.ask(order, 1, 3), 'return_asked');
    const link = await at.linkOf(order);
    const page = await fetch(on.receiptUrl(order.receiptToken, `/returns/${link}`));
    assert.equal(page.status, 200);
    assert.match(await page.text(), /₦21,200\.00/);
    assert.deepEqual(await at.goodTickets(order), [1, 2, 3], 'to look returns nothing');
    assert.equal(await at.confirm(order, link), 'returned');
    assert.equal(await at.confirm(order, link), 'returned');
    assert.deepEqual(await at.refundsOf(order), [2 * (PRICE_MINOR + FEE_MINOR)]);
    assert.deepEqual(await at.goodTickets(order), [2]);
    const used = await fetch(on.receiptUrl(order.receiptToken, `/returns/${link}`));
    assert.equal(used.status, 404);
    assert.match(await used.text(), /This link no longer works/);
    const { rows } = await on.database.query('SELECT sold FROM ticket_types WHERE event_id = $1', [
      order.eventId,
    ]);
    assert.deepEqual(rows, [{ sold: 1 }], 'they are for sale again');
    await hold();
  });

  test('without terms when it was ordered, nothing is to be returned, whatever the host sets later', async () => {
    const order = await at.sell({ terms: null });
    await on.database.query('UPDATE events SET return_terms = $2 WHERE id = $1', [order.eventId, TERMS]);
    assert.equal(await at.ask(order, 1), 'return_refused');
    assert.doesNotMatch(await (await fetch(on.receiptUrl(order.receiptToken))).text(), /id="returns"/);
  });

  test('an order keeps the terms it was made under', async () => {
    const order = await at.sell({ terms: { ...TERMS, percent: 50, keepsFees: true } });
    await on.database.query('UPDATE events SET return_terms = NULL WHERE id = $1', [order.eventId]);
    assert.equal(await returned(order, 2), 'returned');
    assert.deepEqual(await at.refundsOf(order), [PRICE_MINOR / 2]);
    await hold();
  });

  test('a percentage is rounded down ticket by ticket, after the discount, and one by one comes to the same as together', async () => {
    const terms = { ...TERMS, percent: 33 };
    const cart = { terms, priceMinor: 100_001, discountMinor: 1_000 };
    const [together, apart] = [await at.sell(cart), await at.sell(cart)];
    assert.equal(await returned(together, 1, 2, 3), 'returned');
    for (const position of [3, 1, 2]) assert.equal(await returned(apart, position), 'returned');
    const [sum = 0] = await at.refundsOf(together);
    assert.equal(
      (await at.refundsOf(apart)).reduce((all, one) => all + one, 0),
      sum,
    );
    assert.ok(sum <= (together.totalMinor * 33) / 100 && sum > (together.totalMinor * 33) / 100 - 3);
    await hold();
  });

  test('a free ticket is returned without a refund', async () => {
    const order = await at.sell({ priceMinor: 0 });
    assert.equal(await returned(order, 1), 'returned');
    assert.deepEqual([await at.refundsOf(order), await at.goodTickets(order)], [[], [2, 3]]);
    await hold();
  });

  test('a used ticket, one that was passed on, one of a disputed payment and one whose time is over stay as they are', async () => {
    const order = await at.sell();
    const [one, two] = order.ticketIds;
    await on.database.query('UPDATE tickets SET used_at = now() WHERE id = $1', [one]);
    await on.database.query(
      `UPDATE tickets SET passed_on_at = now(), email = 'bimbo@example.com' WHERE id = $1`,
      [two],
    );
    assert.deepEqual(
      [await at.ask(order, 1), await at.ask(order, 2), await at.ask(order, 1, 3), await at.ask(order)],
      ['return_refused', 'return_refused', 'return_refused', 'return_none'],
    );
    const late = await at.sell({ terms: { ...TERMS, hours: 8_760 } });
    assert.equal(await at.ask(late, 1), 'return_refused');
    const disputed = await at.sell();
    assert.equal(await at.ask(disputed, 1), 'return_asked');
    const link = await at.linkOf(disputed);
    await on.database.query(
      `INSERT INTO payment_disputes (id, order_id, payment_id, host_id, gateway_dispute_id, amount_minor, currency, reason, state, is_refundable,
                                     opened_at, as_of)
       SELECT gen_random_uuid(), o.id, p.id, o.host_id, 'd', 1, p.currency, '', 'open', false, now(), now()
         FROM orders AS o JOIN payments AS p ON p.order_id = o.id WHERE o.id = $1`,
      [disputed.orderId],
    );
    assert.equal(await at.confirm(disputed, link), 'return_refused');
    assert.deepEqual(await at.refundsOf(disputed), []);
  });

  test('nothing is returned within a day after the address was corrected, and the links from before are dead', async () => {
    const order = await at.sell();
    assert.equal(await at.ask(order, 1), 'return_asked');
    const link = await at.linkOf(order);
    await on.database.query(
      `INSERT INTO order_changes (order_id, at, status, cause) VALUES ($1, now(), 'confirmed', 'the buyer corrected email: ' || $2)`,
      [order.orderId, MOVED_BY_HOST],
    );
    assert.equal(await at.confirm(order, link), 'return_refused');
    assert.equal(await at.ask(order, 1), 'return_refused');
    assert.match(await (await fetch(on.receiptUrl(order.receiptToken))).text(), /a day after that/);
    await on.database.query(`UPDATE order_changes SET at = at - interval '25 hours' WHERE order_id = $1`, [
      order.orderId,
    ]);
    assert.equal(await at.confirm(order, link), 'returned');
  });

  test('a link is of its own order, of its own tickets and sum, for two hours, and the newest alone', async () => {
    const [order, other] = [await at.sell(), await at.sell()];
    assert.equal(await at.ask(order, 1), 'return_asked');
    const first = await at.linkOf(order);
    assert.equal(await at.confirm(other, first), 'return_gone');
    assert.equal(await at.ask(order, 2), 'return_asked');
    assert.equal(await at.confirm(order, first), 'return_gone');
    const second = await at.linkOf(order);
    await on.database.query(
      `UPDATE returns SET expires_at = now() - interval '1 second' WHERE order_id = $1`,
      [order.orderId],
    );
    assert.equal(await at.confirm(order, second), 'return_gone');
    assert.equal(await at.ask(order, 2), 'return_asked');
    const third = await at.linkOf(order);
    // A goodwill refund since has left less than the sum.
    await on.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: order.orderId,
        actor: OPERATOR,
        ticketIds: [],
        amountMinor: order.totalMinor - PRICE_MINOR,
        returnsStock: false,
        requestKey: 'goodwill',
      }),
    );
    assert.equal(await at.confirm(order, third), 'return_changed');
    assert.equal(await returned(order, 1), 'returned');
    assert.deepEqual(await at.refundsOf(order), [order.totalMinor - PRICE_MINOR, PRICE_MINOR]);
    await hold();
  });

  test('to one address a few links, whichever orders they are of', async () => {
    const buyer = { email: 'Stranger@Example.com' };
    const outcomes: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const order = await at.sell({ priceMinor: 0, buyer });
      for (let link = 0; link < 4; link += 1) outcomes.push(await at.ask(order, 1));
    }
    assert.deepEqual(outcomes.slice(10), ['return_asked', 'return_too_often']);
  });

  test('five links a day', async () => {
    const order = await at.sell();
    for (let nth = 0; nth < 5; nth += 1) assert.equal(await at.ask(order, 1), 'return_asked');
    assert.equal(await at.ask(order, 1), 'return_too_often');
  });

  test('a member’s refund ends a return that has one of its tickets', async () => {
    const order = await at.sell();
    assert.equal(await at.ask(order, 1, 2), 'return_asked');
    const link = await at.linkOf(order);
    await on.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: order.orderId,
        actor: OPERATOR,
        ticketIds: order.ticketIds.slice(1, 2),
        amountMinor: null,
        returnsStock: true,
        requestKey: 'member',
      }),
    );
    assert.equal(await at.confirm(order, link), 'return_gone');
    assert.deepEqual(await at.goodTickets(order), [1, 3]);
    await hold();
  });
});

suite('a member decides on returns', () => {
  const asked = async (cart: Parameters<typeof at.sell>[0] = {}): Promise<SoldOrder> => {
    const order = await at.sell({ terms: { ...TERMS, needsApproval: true }, ...cart });
    assert.equal(await returned(order, 1), 'return_waiting');
    return order;
  };

  test('the tickets stay valid until it is approved, and twice approved is one refund', async () => {
    const order = await asked();
    assert.deepEqual([await at.refundsOf(order), await at.goodTickets(order)], [[], [1, 2, 3]]);
    assert.equal(await at.ask(order, 2), 'return_open');
    const which = await waitingOf(order);
    for (let press = 0; press < 2; press += 1)
      await on.database.transaction((tx) => approveReturn(tx, { ...which, actor: OPERATOR }));
    assert.deepEqual(
      [await at.refundsOf(order), await at.goodTickets(order)],
      [[PRICE_MINOR + FEE_MINOR], [2, 3]],
    );
    await hold();
  });

  test('declined, the tickets stay valid and the buyer reads why', async () => {
    const order = await asked();
    const which = await waitingOf(order);
    await on.database.transaction((tx) =>
      declineReturn(tx, { ...which, actor: OPERATOR, reason: 'The seats are sold for a gala.' }),
    );
    assert.deepEqual([await at.refundsOf(order), await at.goodTickets(order)], [[], [1, 2, 3]]);
    assert.match(
      await (await fetch(on.receiptUrl(order.receiptToken))).text(),
      /The seats are sold for a gala\./,
    );
    await assert.rejects(
      on.database.transaction((tx) => approveReturn(tx, { ...which, actor: OPERATOR })),
      /decided already/,
    );
  });

  test('a ticket that was used or passed on since is not refunded', async () => {
    const [used, passedOn] = [await asked(), await asked()];
    await on.database.query('UPDATE tickets SET used_at = now() WHERE id = $1', [used.ticketIds[0]]);
    await on.database.query(
      `UPDATE tickets SET passed_on_at = now(), email = 'bimbo@example.com' WHERE id = $1`,
      [passedOn.ticketIds[0]],
    );
    for (const order of [used, passedOn]) {
      await assert.rejects(approve(order), /was used, passed on/);
      assert.deepEqual(await at.refundsOf(order), []);
    }
  });

  test('a ticket that moved to a cheaper seat since, and had the difference back, is not refunded for the dear one', async () => {
    const order = await asked();
    const { rows } = await on.database.query<{ typeId: string }>(
      'SELECT ticket_type_id AS "typeId" FROM tickets WHERE id = $1',
      [order.ticketIds[0]],
    );
    const { refundId } = await on.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: order.orderId,
        actor: OPERATOR,
        ticketIds: [],
        amountMinor: PRICE_MINOR / 2,
        returnsDifferences: false,
        returnsStock: false,
        requestKey: 'cheaper seat',
      }),
    );
    await on.database.query(
      `INSERT INTO seat_exchanges (id, event_id, host_id, order_id, ticket_id, from_seat_id, to_seat_id, from_type_id, to_type_id,
                                   difference_minor, how, refund_id, created_at, done_at)
       SELECT gen_random_uuid(), event_id, host_id, id, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $3, $4, 'returned', $5, now(), now()
         FROM orders WHERE id = $1`,
      [order.orderId, order.ticketIds[0], rows[0]?.typeId, -PRICE_MINOR / 2, refundId],
    );
    await assert.rejects(approve(order), /moved to another seat/);
    assert.deepEqual(await at.refundsOf(order), [PRICE_MINOR / 2]);
  });

  test('the host was paid directly: a member decides, whatever the terms say', async () => {
    const order = await at.sell();
    await on.database.query(`UPDATE payments SET gateway = 'bank_transfer' WHERE order_id = $1`, [
      order.orderId,
    ]);
    await on.database.query(`UPDATE orders SET gateway = 'bank_transfer' WHERE id = $1`, [order.orderId]);
    assert.equal(await returned(order, 1), 'return_waiting');
    await approve(order);
    const { rows } = await on.database.query('SELECT status FROM refunds WHERE order_id = $1', [
      order.orderId,
    ]);
    assert.deepEqual(rows, [{ status: 'settled_by_hand' }]);
  });

  test('of a cancelled event everybody gets everything back, and no return less', async () => {
    const order = await asked();
    await on.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [order.eventId]);
    await assert.rejects(approve(order), /everybody is refunded/);
  });
});

suite('a buyer gives a ticket to somebody else', () => {
  const BIMBO = { firstName: 'Bimbo', lastName: 'Ade', email: 'bimbo@example.com' };
  const give = (order: SoldOrder, position: number, to: Record<string, string> = BIMBO): Promise<string> =>
    at.press(order, '/pass-on', { position: String(position), ...to });
  const serials = async ({ orderId }: SoldOrder): Promise<string[]> => {
    const { rows } = await on.database.query<{ serial: string }>(
      'SELECT serial FROM tickets WHERE order_id = $1 ORDER BY position',
      [orderId],
    );
    return rows.map(({ serial }) => serial);
  };

  test('the code is a new one at once, the new holder gets it, and the buyer is told and sees it no more', async () => {
    const order = await at.sell({ buyersPassOn: true });
    const [former = ''] = await serials(order);
    assert.equal(await give(order, 1), 'passed_on');
    const [now = ''] = await serials(order);
    assert.notEqual(now, former);
    const { rows } = await on.database.query(
      `SELECT kind, recipient FROM mails WHERE order_id = $1 AND occasion <> '' ORDER BY kind`,
      [order.orderId],
    );
    assert.deepEqual(rows, [
      { kind: 'passed_on', recipient: BUYER.email },
      { kind: 'tickets', recipient: BIMBO.email },
    ]);
    assert.equal(await give(order, 1, { ...BIMBO, email: 'third@example.com' }), 'pass_on_refused');
    assert.equal(await at.ask(order, 1), 'return_refused', 'it is not the buyer’s to return');
    await hold();
  });

  test('not where the host has not allowed it, of a used ticket, to the same address, or once the event has begun', async () => {
    const forbidden = await at.sell();
    assert.equal(await give(forbidden, 1), 'pass_on_refused');
    const order = await at.sell({ buyersPassOn: true });
    await on.database.query('UPDATE tickets SET used_at = now() WHERE id = $1', [order.ticketIds[0]]);
    assert.equal(await give(order, 1), 'pass_on_refused');
    assert.equal(await give(order, 2, { ...BIMBO, email: BUYER.email }), 'pass_on_same');
    assert.equal(await give(order, 2, { ...BIMBO, email: 'no address' }), 'no_person');
    await on.database.query('UPDATE events SET starts_at = now() WHERE id = $1', [order.eventId]);
    assert.equal(await give(order, 2), 'pass_on_refused');
  });

  test('a gift that is refused anyway is not counted against the address: nobody else is kept from giving to it', async () => {
    const [forbidden, order] = [await at.sell(), await at.sell({ buyersPassOn: true })];
    const to = { ...BIMBO, email: 'busy@example.com' };
    for (let nth = 0; nth < 11; nth += 1) assert.equal(await give(forbidden, 1, to), 'pass_on_refused');
    assert.equal(await give(order, 1, to), 'passed_on');
  });

  test('five a day of one order, and not a ticket that waits for its return', async () => {
    const terms = { ...TERMS, needsApproval: true };
    const order = await at.sell({ buyersPassOn: true, terms, quantities: [7] });
    assert.equal(await returned(order, 7), 'return_waiting');
    assert.equal(await give(order, 7, { ...BIMBO, email: 'seventh@example.com' }), 'pass_on_refused');
    for (let position = 1; position <= 5; position += 1)
      assert.equal(
        await give(order, position, { ...BIMBO, email: `friend-${position}@example.com` }),
        'passed_on',
      );
    assert.equal(await give(order, 6, { ...BIMBO, email: 'sixth@example.com' }), 'pass_on_too_often');
  });
});
