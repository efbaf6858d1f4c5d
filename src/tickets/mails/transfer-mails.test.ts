import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsIn } from '../../rules/texts/bank-transfer/texts.ts';
import { LANGUAGES } from '../../values/language.ts';
import { openDesk } from './send-mail-job.fixture.ts';

for (const language of LANGUAGES) {
  test(`how to pay by transfer, a reminder and the end are told in ${language}, each once`, async (t) => {
    const desk = await openDesk(t);
    const event = await desk.makeEvent({
      name: 'Ọdún',
      ticketTypes: [{ name: 'Ààyè', priceMinor: 1_000_000 }],
    });
    const orderId = await desk.order({ event, language, lines: [{ priceMinor: 1_000_000, name: 'Ààyè' }] });
    const { reference } = (await desk.load(orderId)).order;
    await desk.database.query(
      `INSERT INTO bank_transfer_settings (host_id, is_on, currency, account_holder, account_number, bic)
       SELECT host_id, true, 'NGN', 'Ọjà Ltd', 'DE02120300000000202051', 'BYLADEM1001' FROM orders WHERE id = $1`,
      [orderId],
    );
    const become = (status: string) =>
      desk.database.query(
        `UPDATE orders SET gateway = 'bank_transfer', status = $2, pay_by = now() + interval '3 days' WHERE id = $1`,
        [orderId, status],
      );
    await become('pending_payment');
    for (const mail of ['transfer_due', 'transfer_reminder', 'transfer_due', 'transfer_lapsed'] as const)
      await desk.send({ mail, orderId });
    await become('expired');
    for (const mail of ['transfer_lapsed', 'transfer_reminder'] as const) await desk.send({ mail, orderId });
    const { mails, iban, reference: named } = textsIn(language);
    const [due, reminder, lapsed, ...more] = desk.smtp.received.map(({ mail }) => mail);
    assert.deepEqual(more, [], 'nothing that is no longer true');
    const eventName = 'Ọdún'.normalize('NFC');
    assert.equal(due?.subject, mails.dueTitle(eventName));
    assert.equal(lapsed?.subject, mails.lapsedTitle(eventName));
    for (const mail of [due, reminder]) {
      const text = mail?.text ?? '';
      for (const fact of [reference, 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001', iban, named])
        assert.ok(text.includes(fact), `${fact} in ${text}`);
    }
    assert.ok(!lapsed?.text?.includes('DE02'), 'nobody is told to pay any more');
  });
}
