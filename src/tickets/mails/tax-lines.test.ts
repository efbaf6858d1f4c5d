import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rate, setRates, setTaxes } from '../../orders/taxes.fixture.ts';
import { ADA } from '../ticket-world.fixture.ts';
import { openDesk, to } from './send-mail-job.fixture.ts';

test('the buyer’s mail has a line of tax for each rate, in the buyer’s language', async (t) => {
  const desk = await openDesk(t);
  const on = { app: { database: desk.database } };
  const rates = [rate('Reduced', 'reduced', 500), rate('Schools', 'exempt')];
  await setTaxes(on, desk.host, { vatBasisPoints: 750, taxRates: rates });
  const event = await desk.makeEvent({
    ticketTypes: [{ priceMinor: 107_500 }, { priceMinor: 105_000 }, { priceMinor: 20_000 }],
  });
  await setRates(on, event.skus, [null, ...rates]);
  const lines = [{ priceMinor: 107_500 }, { priceMinor: 105_000 }, { priceMinor: 20_000 }];
  for (const [language, words] of [
    [
      'en',
      [
        'of which VAT 7.5%: ₦75.00',
        'of which Reduced 5%: ₦50.00',
        'of which exempt from tax (Schools): ₦200.00',
      ],
    ],
    [
      'fr',
      [
        /dont TVA 7,5\s%\s: 75,00/,
        /dont Reduced 5\s%\s: 50,00/,
        /dont exonéré de taxe \(Schools\)\s: 200,00/,
      ],
    ],
  ] as const) {
    const orderId = await desk.order({ event, lines, language });
    await desk.pay(orderId, { amountMinor: 232_500 });
    desk.smtp.received.length = 0;
    await desk.send({ mail: 'tickets', orderId });
    const { mail } = to(desk.smtp, ADA.email);
    for (const word of words) {
      if (typeof word === 'string') assert.ok((mail.text ?? '').includes(word), `${word} in ${mail.text}`);
      else assert.match(mail.text ?? '', word);
    }
    assert.match(
      mail.html ?? '',
      language === 'en' ? /of which Reduced 5%<\/td>/ : /dont Reduced 5\s%<\/td>/,
    );
  }
});
