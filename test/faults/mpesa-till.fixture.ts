import assert from 'node:assert/strict';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { sendPhone } from '../../src/pages/checkout/mpesa/mpesa.fixture.ts';
import type { MpesaSimulator } from '../harness/gateways/mpesa-simulator.ts';
import { makeHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { SERVER, type Till } from './payments-shop.fixture.ts';

/** M-Pesa as a buyer's money sees it: a phone of its own for each payment. Its callbacks have an address each, and no signature. */
export async function openMpesaTill(on: TestApp, mpesa: MpesaSimulator): Promise<Till> {
  const { database } = on.app;
  // It takes whole shillings.
  const host = await makeHost(on, { country: 'KENYA', feeBasisPoints: 0, feeFlatMinor: 0 }, SERVER);
  await database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'KES', ...mpesa.account },
    ),
  );
  let phones = 0;
  return {
    name: 'mpesa',
    country: 'KENYA',
    host,
    async takeMoney({ checkoutUrl }) {
      phones += 1;
      const phone = `7${String(phones).padStart(8, '0')}`;
      // All buyers of a test have one address.
      await database.query(`DELETE FROM attempts WHERE name LIKE 'prompts from %'`);
      assert.equal((await sendPhone(checkoutUrl, phone)).status, 303);
      const prompt = [...mpesa.prompts.values()].find((one) => one.phone === `254${phone}`) ?? assert.fail();
      mpesa.end(prompt, '0');
      return { headers: {}, body: prompt.name };
    },
    send: ({ body }) => mpesa.callBack(mpesa.prompts.get(body) ?? assert.fail()),
    refunds: () => Promise.resolve(mpesa.reversals.map(({ amount }) => Number(amount) * 100)),
  };
}
