import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { ADA } from '../ticket-world.fixture.ts';
import { openDesk, to } from './send-mail-job.fixture.ts';

test('the buyer is told which tickets no longer admit, how many stay good, and in their language', async (t) => {
  const desk = await openDesk(t);
  const event = await desk.makeEvent({ ticketTypes: [{ name: 'Stalls', priceMinor: 0 }] });
  for (const [language, words] of [
    [
      'en',
      [
        /cancelled 2 tickets of your order/,
        /ticket 1 \(Stalls\), ticket 3 \(Stalls\)/,
        /One ticket is still valid/,
      ],
    ],
    [
      'fr',
      [
        /a annulé 2 billets de votre commande/,
        /billet 1 \(Stalls\), billet 3 \(Stalls\)/,
        /Un billet reste valable/,
      ],
    ],
  ] as const) {
    const buyer = { ...ADA, email: `${language}@example.com` };
    const orderId = await desk.order({ event, lines: [{ quantity: 3 }], buyer, language });
    const { tickets } = await desk.load(orderId);
    const gone = tickets.filter(({ position }) => position !== 2).map(({ id }) => id);
    await desk.database.query('UPDATE tickets SET voided_at = now() WHERE id = ANY ($1)', [gone]);
    await desk.send({ mail: 'voided', orderId, voidKey: randomUUIDv7(), ticketIds: gone });
    const { mail } = to(desk.smtp, buyer.email);
    for (const said of words) {
      assert.match(mail.text ?? '', said);
      assert.match(mail.html ?? '', said);
    }
    // Nothing was paid for these.
    assert.doesNotMatch(mail.text ?? '', /money|remboursement/);
  }
});
