import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { onResale, type SoldOut } from '../../src/orders/returns/resale.fixture.ts';
import { startReceipts, type TestReceipts } from '../../src/pages/checkout/receipt/receipt.fixture.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';

// Each is a race of its own, and either may win.
const ROUNDS = 4;

let on: TestReceipts;
let at: ReturnType<typeof onResale>;
before(async () => {
  on = await startReceipts();
  at = onResale(on);
});
after(async () => {
  await at.close();
  await on.close();
});

const buy = (order: SoldOut): Promise<string> =>
  on.order({ event: order.event }).then(
    (bought) => at.pay(bought),
    () => 'unavailable',
  );

const validTickets = async ({ eventId }: SoldOut): Promise<number> => {
  const { rows } = await on.database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM tickets AS t WHERE event_id = $1 AND voided_at IS NULL
        AND NOT EXISTS (SELECT FROM returns AS r WHERE r.listed_ticket_id = t.id AND r.state = 'sold')`,
    [eventId],
  );
  return rows[0]?.count ?? 0;
};

suite('a listed ticket at the same moment as', () => {
  test('two buyers: one of them has it, and its buyer is paid back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sellOut();
      await at.list(order, 1);
      assert.deepEqual((await Promise.all([buy(order), buy(order)])).sort(), ['settled', 'unavailable']);
      await Promise.all([at.work(), at.work()]);
      assert.deepEqual([await at.refundsOf(order), await validTickets(order)], [[order.totalMinor / 2], 2]);
    }
    await at.keepPromises();
  });

  test('its withdrawal: it is good, or somebody else has it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sellOut();
      await at.list(order, 1);
      const [bought, withdrawn] = await Promise.all([buy(order), at.withdraw(order, 1)]);
      assert.ok(
        ['unavailable listing_withdrawn', 'settled listing_in_cart', 'settled listing_sold'].includes(
          `${bought} ${withdrawn}`,
        ),
        `${bought} ${withdrawn}`,
      );
      assert.equal(await validTickets(order), 2);
    }
    await at.keepPromises();
  });

  test('a scan that comes with its listing: the guest is in and it is not listed, or it is and the door refuses it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sellOut();
      assert.equal(await at.ask(order, 1), 'return_asked');
      const link = await at.linkOf(order);
      const { rows } = await on.database.query<{ serial: string }>(
        'SELECT serial FROM tickets WHERE id = $1',
        [order.ticketIds[0]],
      );
      const code = signTicketCode(on.secretKeys.current, {
        eventId: order.eventId,
        serial: rows[0]?.serial ?? '',
      });
      const [listed, door] = await Promise.all([
        at.confirm(order, link),
        admitTicket(on.database, on.secretKeys, { eventId: order.eventId, code }).then(
          ({ outcome }) => outcome,
        ),
      ]);
      assert.ok(
        ['return_listed resale', 'return_changed admitted'].includes(`${listed} ${door}`),
        `${listed} ${door}`,
      );
    }
    await at.keepPromises();
  });

  test('a member’s refund of it: its money goes back once, and its place is sold once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await at.sellOut();
      await at.list(order, 1);
      const [bought] = await Promise.all([
        buy(order),
        on.database.transaction((tx) =>
          refundOrder(tx, {
            orderId: order.orderId,
            actor: OPERATOR,
            ticketIds: [order.ticketIds[0] ?? ''],
            amountMinor: null,
            returnsStock: true,
            requestKey: 'member',
          }),
        ),
      ]);
      await at.work();
      assert.deepEqual(
        [bought, await at.refundsOf(order), await validTickets(order)],
        ['settled', [order.totalMinor / 2], 2],
      );
    }
    await at.keepPromises();
  });

  test('buyers and sellers of all sorts: never more valid tickets than there may be', async () => {
    const order = await at.sellOut({ tickets: 6 });
    await at.list(order, 1, 2, 3, 4);
    await Promise.all([
      ...Array.from({ length: 6 }, () => buy(order)),
      at.withdraw(order, 1),
      at.withdraw(order, 2),
      at.work(),
    ]);
    await at.work();
    assert.ok((await validTickets(order)) <= 6);
    await at.keepPromises();
  });

  test('without the trigger a sale on top of a listed ticket is refused by the constraint, and without both it would be sold twice', async () => {
    const order = await at.sellOut();
    await at.list(order, 1);
    const bought = await on.order({ event: order.event });
    await on.database.query('ALTER TABLE ticket_types DISABLE TRIGGER ticket_types_sell_listings');
    try {
      await assert.rejects(at.pay(bought), /ticket_types_listed_fit/);
      await on.database.query('ALTER TABLE ticket_types DROP CONSTRAINT ticket_types_listed_fit');
      assert.equal(await on.settle(bought.orderId, bought.totalMinor), 'settled');
      assert.equal(await validTickets(order), 3);
      await assert.rejects(at.keepPromises(), /never more valid tickets/);
    } finally {
      await on.database.query('ALTER TABLE ticket_types ENABLE TRIGGER ticket_types_sell_listings');
    }
  });
});
