import assert from 'node:assert/strict';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { listPages, type PaymentPage } from '../../src/orders/ways/payment-page.ts';
import { storedOrder } from '../harness/buy.ts';
import { ofEach, type Simulated } from '../harness/gateways/all-simulators.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { SERVER, type Shop } from '../faults/payments-shop.fixture.ts';

/** The gateways that take naira, and those that take euros. */
export const WITH_NAIRA = ['paystack', 'flutterwave', 'stripe'] as const;
export const WITH_EUROS = ['stripe', 'mollie', 'paypal'] as const;

export type WithNaira = (typeof WITH_NAIRA)[number];

export type ManyWays = { host: TestHost; accounts: Record<Simulated, string> };

/** A host with an account at each of these gateways, in this order. */
export async function hostWithWays(
  { on, simulators }: Pick<Shop, 'on' | 'simulators'>,
  names: readonly Simulated[] = WITH_NAIRA,
): Promise<ManyWays> {
  const inEuros = names.includes('mollie');
  const host = await makeHost(on, { country: inEuros ? 'GERMANY' : 'NIGERIA' }, SERVER);
  const accounts = ofEach(() => '');
  for (const name of names) {
    accounts[name] = await on.app.database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        {
          hostId: host.hostId,
          currency: inEuros ? 'EUR' : 'NGN',
          isBeside: true,
          ...simulators[name].account,
        },
      ),
    );
  }
  return { host, accounts };
}

/** The buyer presses one of the buttons: where that leads. */
export async function press(checkoutUrl: string, way: string): Promise<{ status: number; location: string }> {
  const response = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ way }),
  });
  await response.arrayBuffer();
  return { status: response.status, location: response.headers.get('location') ?? '' };
}

/** As the embed's script asks. */
export async function choose(
  checkoutUrl: string,
  way: string,
): Promise<{
  status: number;
  body: { data?: { checkoutUrl: string; isFramable: boolean }; error_code?: string };
}> {
  const response = await fetch(checkoutUrl, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ way }),
  });
  return { status: response.status, body: (await response.json()) as never };
}

export async function pagesOf(on: Pick<TestApp, 'app'>, reference: string): Promise<PaymentPage[]> {
  const { id } = await storedOrder(on, reference);
  return listPages(on.app.database, id);
}

export async function paidThrough(
  on: Pick<TestApp, 'app'>,
  reference: string,
): Promise<{ gateway: string | null; accountId: string | null }> {
  const { rows } = await on.app.database.query<{ gateway: string | null; accountId: string | null }>(
    'SELECT gateway, payment_account_id AS "accountId" FROM orders WHERE reference = $1',
    [reference],
  );
  assert.ok(rows[0]);
  return rows[0];
}
