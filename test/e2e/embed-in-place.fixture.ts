import type { FrameLocator, Page } from 'playwright-core';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { SIMULATORS, WITH_SCRIPTS } from '../harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { until } from '../harness/until.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import { button, startShop, visit, type Shop, type Visit, type VisitOptions } from './embed.fixture.ts';

export type Simulated = (typeof WITH_SCRIPTS)[number];

/** A shop with a host at each gateway, and an origin for their scripts. */
export type FrameShop = Shop & {
  frameOrigin: string;
  simulators: Record<Simulated, GatewaySimulator>;
  hosts: Record<Simulated, TestHost>;
};

export async function startFrameShop(): Promise<FrameShop> {
  const [paystack, flutterwave, stripe] = await Promise.all([
    SIMULATORS.paystack(),
    SIMULATORS.flutterwave(),
    SIMULATORS.stripe(),
  ]);
  const simulators = { paystack, flutterwave, stripe };
  const port = await ownPort();
  const frameOrigin = `http://pay.localhost:${port}`;
  const shop = await startShop({
    PORT: String(port),
    PAYMENT_FRAME_URL: frameOrigin,
    PAYSTACK_URL: paystack.url,
    FLUTTERWAVE_URL: flutterwave.url,
    STRIPE_URL: stripe.url,
  });
  const hosts = { paystack: shop.host, flutterwave: shop.host, stripe: shop.host };
  for (const name of WITH_SCRIPTS) {
    hosts[name] = await makeHost(shop.on);
    const account = { hostId: hosts[name].hostId, currency: 'NGN', ...simulators[name].account };
    const rules = { secretKeys: shop.on.secretKeys, refusesTestCredentials: false };
    await shop.on.app.database.transaction((tx) => addPaymentAccount(tx, rules, account));
  }
  return {
    ...shop,
    frameOrigin,
    simulators,
    hosts,
    async close() {
      await shop.close();
      for (const simulator of Object.values(simulators)) await simulator.close();
    },
  };
}

export type PaymentVisit = Visit & {
  /** The document with the gateway's script. */
  document: FrameLocator;
  /** The gateway's own form. */
  form: FrameLocator;
  /** The order that is being paid. */
  reference(): Promise<string>;
};

/** Opens the checkout of a concert of that gateway's host, up to the payment. */
export async function goToFrame(
  shop: FrameShop,
  name: Simulated,
  options: Omit<VisitOptions, 'slug'> = {},
): Promise<PaymentVisit> {
  const { slug, eventId } = await makeConcert({ ...shop, host: shop.hosts[name] });
  const visited = await visit(shop, { slug, ...options });
  await chooseAndFillIn(visited.frame, 1);
  await button(visited.frame, /^Pay ₦/).click();
  await visited.frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' }).waitFor();
  const document = visited.frame.frameLocator('iframe[title="Payment"]');
  return {
    ...visited,
    document,
    form: document.frameLocator('iframe[title="Gateway"]'),
    async reference() {
      const { rows } = await shop.on.app.database.query<{ reference: string }>(
        'SELECT reference FROM orders WHERE event_id = $1',
        [eventId],
      );
      return rows[0]?.reference ?? '';
    },
  };
}

/** The frame of an origin, for what no locator reads. */
export const frameAt = (page: Page, origin: string) =>
  until(`a frame of ${origin}`, () =>
    Promise.resolve(page.frames().find((one) => one.url().startsWith(origin))),
  );
