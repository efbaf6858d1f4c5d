import assert from 'node:assert/strict';
import {
  startMpesaSimulator,
  type MpesaSimulator,
} from '../../../../test/harness/gateways/mpesa-simulator.ts';
import { buy, type Ordered } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';

export type MpesaShop = {
  on: TestApp;
  host: TestHost;
  mpesa: MpesaSimulator;
  /** An order of one ticket, at a price in cents. */
  order(given?: { priceMinor?: number; phone?: string }): Promise<Ordered>;
  close(): Promise<void>;
};

/** The product with a host in Kenya, whose payments M-Pesa takes. */
export async function openMpesaShop(
  given: Parameters<typeof startMpesaSimulator>[0] = {},
): Promise<MpesaShop> {
  const mpesa = await startMpesaSimulator(given);
  const on = await startTestApp({
    environment: { MPESA_URL: mpesa.url, RATE_LIMIT_PER_ADDRESS: '1000000', RATE_LIMIT_PER_KEY: '1000000' },
  });
  const fees = { feeBasisPoints: 0, feeFlatMinor: 0 };
  const host = await makeHost(on, { country: 'KENYA', name: 'Nairobi Nights', ...fees });
  await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'KES', ...mpesa.account },
    ),
  );
  return {
    on,
    host,
    mpesa,
    async order({ priceMinor = 150_000, phone = '+254712345678' } = {}) {
      const { slug, skus } = await makeEvent(on, host, {
        country: 'KENYA',
        timezone: 'Africa/Nairobi',
        ticketTypes: [{ priceMinor }],
      });
      return buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] }, { body: { phone } });
    },
    async close() {
      await on.close();
      await mpesa.close();
    },
  };
}

/** Sends the form of the page, as a browser without a script does. */
export const sendPhone = (page: string, phone: string): Promise<Response> =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ phone }) });

export async function lookAt(page: string): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(page, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** The page asks M-Pesa again at once. */
export async function forgetAsking({ app: { database } }: TestApp): Promise<void> {
  await database.query('UPDATE mpesa_payments SET asked_at = NULL');
}

/** The time of the limits, and of prompts on phones, goes by. */
export async function letPromptsPass({ app: { database } }: TestApp): Promise<void> {
  await database.query(
    `WITH old AS (UPDATE mpesa_prompts SET sent_at = sent_at - interval '3 minutes')
     DELETE FROM attempts WHERE name LIKE 'prompts %'`,
  );
}

export function assertTrouble(text: string, expected: RegExp): void {
  assert.match(text, /role="alert"/);
  assert.match(text, expected);
}
