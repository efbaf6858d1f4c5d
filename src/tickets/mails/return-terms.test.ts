import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADA } from '../ticket-world.fixture.ts';
import { BIMBO, openDesk, to } from './send-mail-job.fixture.ts';

test('the terms of returns are in the buyer’s mail, as they were when it was ordered, and in no guest’s', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ priceMinor: 1_000 }] });
  const orderId = await desk.order({
    event,
    lines: [{ priceMinor: 1_000, quantity: 2 }],
    recipients: [ADA, BIMBO],
  });
  await desk.pay(orderId, { amountMinor: 2_000, gatewayPaymentId: 'paid' });
  await desk.database.query('UPDATE orders SET return_terms = $2 WHERE id = $1', [
    orderId,
    { hours: 48, percent: 80, keepsFees: true, needsApproval: false },
  ]);
  await desk.send({ mail: 'tickets', orderId });
  const buyers = to(desk.smtp, ADA.email).mail;
  for (const text of [buyers.html, buyers.text])
    assert.match(text ?? '', /You can return tickets until .*80\u{a0}?%/u);
  const guests = to(desk.smtp, BIMBO.email).mail;
  assert.doesNotMatch(`${guests.html}${guests.text}`, /return tickets/);
});
