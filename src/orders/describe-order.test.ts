import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ADA, openWorld } from '../tickets/ticket-world.fixture.ts';
import { describeOrder, type DescribedOrder } from './describe-order.ts';
import { nameActor, OPERATOR, type Actor } from '../audit/actor.ts';
import { createPerson } from '../people/create-person.ts';
import { refundOrder } from './refund-order.ts';

const CHI = { email: 'Chi@example.org', firstName: 'Chi', lastName: 'Eze', phone: null };

function known(described: DescribedOrder | null): DescribedOrder {
  assert(described);
  return described;
}

test('an order that waits for its money says what it is, who ordered and how long there is to pay', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent({ name: 'Highlife Revival', ticketTypes: [{ priceMinor: 5_000 }] });
  const orderId = await world.order({ event, lines: [{ priceMinor: 5_000, quantity: 2 }] });
  await world.database.query(
    `UPDATE orders SET pay_by = clock_timestamp() + interval '90 seconds' WHERE id = $1`,
    [orderId],
  );
  const {
    order,
    event: of,
    ...rest
  } = known(await describeOrder(world.database, { hostId: world.host.hostId, orderId }));
  assert.equal(order.status, 'processing');
  assert.equal(order.totalMinor, 10_000);
  assert.deepEqual(
    order.items.map(({ sku, quantity }) => [sku, quantity]),
    [[event.skus[0], 2]],
  );
  assert.deepEqual(order.buyer, ADA);
  assert.deepEqual([of.name, of.host.name], ['Highlife Revival', 'Ẹ̀kọ́ Live']);
  assert.ok(rest.secondsLeft !== null && rest.secondsLeft > 0 && rest.secondsLeft <= 90);
  assert.deepEqual([rest.tickets, rest.payments, rest.refunds, rest.mails], [[], [], [], []]);
  assert.deepEqual(
    rest.changes.map(({ status, cause }) => `${status}: ${cause}`),
    ['processing: the buyer ordered'],
  );
  assert.ok(!('receiptToken' in rest), 'what opens the order is not told with it');
});

test('a paid order tells its tickets, its payments, and what went back of them', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent({ ticketTypes: [{ name: 'Balcony', priceMinor: 5_000 }] });
  const orderId = await world.order({
    event,
    lines: [{ priceMinor: 5_000, quantity: 2 }],
    recipients: [ADA, CHI],
  });
  await world.pay(orderId, { amountMinor: 10_000 });
  await world.pay(orderId, { amountMinor: 700, currency: 'USD' });
  const before = known(await describeOrder(world.database, { seenBy: 'operator', orderId }));
  await world.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId,
      ticketIds: [before.tickets[1]?.id ?? ''],
      amountMinor: 4_000,
      returnsStock: true,
      requestKey: 'Chi is ill',
    }),
  );
  const { tickets, payments, refunds, changes } = known(
    await describeOrder(world.database, { seenBy: 'operator', orderId }),
  );
  assert.deepEqual(
    tickets.map(({ position, typeName, paidMinor, recipient, voidedAt }) => [
      position,
      typeName,
      paidMinor,
      recipient.email,
      voidedAt !== null,
    ]),
    [
      [1, 'Balcony', 5_000, 'ada@example.com', false],
      [2, 'Balcony', 5_000, 'Chi@example.org', true],
    ],
  );
  assert.deepEqual(
    payments.map(({ amountMinor, currency, use, refundedMinor }) => [
      amountMinor,
      currency,
      use,
      refundedMinor,
    ]),
    [
      [10_000, 'NGN', 'order', 4_000],
      [700, 'USD', 'mismatch', 700],
    ],
  );
  assert.deepEqual(
    refunds.map(({ amountMinor, currency, reason, use, status }) => [
      amountMinor,
      currency,
      reason,
      use,
      status,
    ]),
    [
      [700, 'USD', 'mismatch', 'mismatch', 'pending'],
      [4_000, 'NGN', 'host', 'order', 'pending'],
    ],
  );
  assert.ok(changes.length >= 2);
  assert.equal(changes[0]?.status, 'processing');
});

test('of the mails to an address the newest counts, and an address that was corrected is marked', async (t) => {
  const world = await openWorld(t);
  const orderId = await world.order({ event: await world.makeEvent(), recipients: [CHI] });
  const mails = [
    { kind: 'tickets', to: 'ada@example.com', occasion: '', minute: 1, sent: true },
    { kind: 'tickets', to: 'ADA@example.com', occasion: 'again', minute: 2, sent: false },
    { kind: 'tickets', to: 'chi@example.org', occasion: '', minute: 1, sent: true },
    { kind: 'tickets', to: 'chy@example.org', occasion: '', minute: 1, sent: true },
    { kind: 'refunded', to: 'ada@example.com', occasion: 'r', minute: 3, sent: true },
  ];
  for (const { kind, to, occasion, minute, sent } of mails) {
    await world.database.query(
      `INSERT INTO mails (id, order_id, kind, recipient, occasion, created_at, sent_at, message_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        randomUUID(),
        orderId,
        kind,
        to,
        occasion,
        new Date(minute * 60_000),
        sent ? new Date() : null,
        sent ? to : null,
      ],
    );
  }
  const described = known(await describeOrder(world.database, { seenBy: 'operator', orderId }));
  assert.deepEqual(
    described.mails.map(({ kind, recipient, isCurrent, state }) => [kind, recipient, isCurrent, state]),
    [
      ['refunded', 'ada@example.com', true, 'sent'],
      ['tickets', 'ADA@example.com', true, 'waiting'],
      ['tickets', 'chi@example.org', true, 'sent'],
      ['tickets', 'chy@example.org', false, 'sent'],
    ],
  );
});

test('another host’s order is not there, and neither is one that never was', async (t) => {
  const world = await openWorld(t);
  const { hostId } = await world.makeHost();
  const orderId = await world.order({ event: await world.makeEvent() });
  for (const name of [orderId, randomUUID(), 'no id'])
    assert.equal(await describeOrder(world.database, { hostId, orderId: name }), null);
});

test('a change is told with who made it: a member by name, or by e-mail, or the operator', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 5_000 }] });
  const orderId = await world.order({ event, lines: [{ priceMinor: 5_000, quantity: 3 }] });
  await world.pay(orderId, { amountMinor: 15_000 });
  const person = { passwordHash: 'none', isEmailConfirmed: true };
  const { tickets } = known(await describeOrder(world.database, { seenBy: 'operator', orderId }));
  const [named, unnamed] = await world.database.transaction(async (tx) => [
    await createPerson(tx, { ...person, email: 'bola@test.example', name: 'Bola Ade' }),
    await createPerson(tx, { ...person, email: 'chi@test.example' }),
  ]);
  const member = (personId: string, email: string): Actor => ({
    kind: 'member',
    personId,
    email,
    role: 'owner',
    address: '127.0.0.1',
  });
  const actors = [
    member(named ?? '', 'bola@test.example'),
    member(unnamed ?? '', 'chi@test.example'),
    OPERATOR,
  ];
  for (const [index, actor] of actors.entries()) {
    await world.database.transaction(async (tx) => {
      await nameActor(tx, actor);
      const ticketIds = [tickets[index]?.id ?? ''];
      await refundOrder(tx, {
        actor: OPERATOR,
        orderId,
        ticketIds,
        amountMinor: 0,
        returnsStock: true,
        requestKey: `refund ${index}`,
      });
    });
  }
  await world.database.query('DELETE FROM people WHERE id = $1', [unnamed]);
  const { changes } = known(await describeOrder(world.database, { seenBy: 'operator', orderId }));
  assert.deepEqual(
    changes.map(({ by }) => by),
    [null, null, { kind: 'member', name: 'Bola Ade' }, { kind: 'member', name: '' }, { kind: 'operator' }],
  );
});
