import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADA } from '../ticket-world.fixture.ts';
import { openDesk, to } from './send-mail-job.fixture.ts';

const FROM = { section: 'Stalls', row: 'A', seat: '1' };
const TO = { section: 'Balcony', row: 'C', seat: '4' };

test('a holder whose ticket has another seat is sent it, told from where to where, and that the old code no longer works', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  for (const [language, said] of [
    ['en', /from Stalls, row A, seat 1 to Balcony, row C, seat 4\. Use this code/],
    ['fr', /: Balcony, rang C, place 4 au lieu de Stalls, rang A, place 1\. Utilisez ce code/],
  ] as const) {
    const buyer = { ...ADA, email: `moved-${language}@example.com` };
    const orderId = await desk.order({ event, lines: [{ quantity: 2 }], buyer, language });
    const [first] = (await desk.load(orderId)).tickets;
    const moved = { from: FROM, to: TO };
    await desk.send({ mail: 'tickets', orderId, resendKey: 'moved:test', ticketId: first?.id ?? '', moved });
    const { mail } = to(desk.smtp, buyer.email);
    assert.match(mail.text ?? '', said);
    assert.match(mail.html ?? '', said);
    // The ticket that moved, and no other of the order.
    assert.equal(mail.text?.split(first?.shortCode ?? '-').length, 2);
  }
});

test('a buyer who owes a difference is told how much, what for, and where to pay; nobody is once there is nothing to pay', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  for (const [language, words] of [
    [
      'en',
      [/is holding another seat for you/, /Change: Seat change: A → B/, /your current ticket stays valid/],
    ],
    [
      'fr',
      [
        /vous réserve une autre place/,
        /Changement\s:\sSeat change: A → B/,
        /votre billet actuel reste valable/,
      ],
    ],
  ] as const) {
    const buyer = { ...ADA, email: `due-${language}@example.com` };
    const orderId = await desk.order({ event, lines: [{ quantity: 1 }], buyer, language });
    // As an order for a change of seat is while it waits.
    await desk.database.query(
      `UPDATE orders SET source = 'exchange', status = 'pending_payment', total_minor = 250000,
              quote = jsonb_set(quote::jsonb, '{items,0,name}', '"Seat change: A → B"')::json WHERE id = $1`,
      [orderId],
    );
    await desk.send({ mail: 'seat_change_due', orderId });
    const { mail } = to(desk.smtp, buyer.email);
    for (const said of [...words, /2.500[.,]00/]) assert.match(mail.text ?? '', said);
    const { receiptToken } = await desk.load(orderId);
    assert.ok(mail.html?.includes(`/orders/${receiptToken}"`), 'the button leads to the order');
  }
  const paid = { ...ADA, email: 'paid@example.com' };
  const orderId = await desk.order({ event, lines: [{ quantity: 1 }], buyer: paid });
  await desk.send({ mail: 'seat_change_due', orderId });
  const { rows } = await desk.database.query('SELECT FROM mails WHERE order_id = $1 AND kind = $2', [
    orderId,
    'seat_change_due',
  ]);
  assert.equal(rows.length, 0);
});

test('a buyer who paid for the seat of somebody else’s ticket is told that it was changed, without a code', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  for (const [language, words] of [
    ['en', [/we received your payment of .*2,500\.00/, /We sent the ticket holder a new code/]],
    [
      'fr',
      [/nous avons reçu votre paiement de .*2.500,00/, /Nous avons envoyé un nouveau code au détenteur/],
    ],
  ] as const) {
    const buyer = { ...ADA, email: `paid-${language}@example.com` };
    const orderId = await desk.order({ event, lines: [{ quantity: 1 }], buyer, language });
    const [ticket] = (await desk.load(orderId)).tickets;
    await desk.database.query(`UPDATE orders SET source = 'exchange', total_minor = 250000 WHERE id = $1`, [
      orderId,
    ]);
    await desk.send({ mail: 'seat_change_due', orderId, again: 'paid' });
    const { mail } = to(desk.smtp, buyer.email);
    for (const said of words) assert.match(mail.text ?? '', said);
    assert.ok(ticket && !mail.html?.includes(ticket.shortCode));
    assert.deepEqual(mail.attachments, []);
  }
});
