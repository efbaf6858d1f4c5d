import type { FrameLocator, Locator, Page } from 'playwright-core';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { SIMULATORS, WITH_SCRIPTS } from '../harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { until } from '../harness/until.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  heading,
  startShop,
  visit,
  type Shop,
  type Visit,
  type VisitOptions,
} from './embed.fixture.ts';

export type Simulated = (typeof WITH_SCRIPTS)[number];

/** A shop with a host at each gateway, and an origin for their scripts. */
export type FrameShop = Shop & {
  frameOrigin: string;
  simulators: Record<Simulated, GatewaySimulator>;
  /** `several` has an account at each of them. */
  hosts: Record<Simulated | 'several', TestHost>;
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
  const hosts = { paystack: shop.host, flutterwave: shop.host, stripe: shop.host, several: shop.host };
  for (const name of WITH_SCRIPTS) {
    hosts[name] = await makeHost(shop.on);
    const rules = { secretKeys: shop.on.secretKeys, refusesTestCredentials: false };
    for (const { hostId } of [hosts[name], hosts.several]) {
      const account = { hostId, currency: 'NGN', isBeside: true, ...simulators[name].account };
      await shop.on.app.database.transaction((tx) => addPaymentAccount(tx, rules, account));
    }
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

export const tabLink = (frame: FrameLocator): Locator =>
  frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' });

/** Opens the checkout of a concert of that gateway's host, up to the payment, or to the choice of one. */
export async function goToFrame(
  shop: FrameShop,
  name: Simulated | 'several',
  options: Omit<VisitOptions, 'slug'> = {},
): Promise<PaymentVisit> {
  const { slug, eventId } = await makeConcert({ ...shop, host: shop.hosts[name] });
  const visited = await visit(shop, { slug, ...options });
  await chooseAndFillIn(visited.frame, 1);
  await button(visited.frame, /^Pay ₦/).click();
  await (name === 'several' ? heading(visited.frame, 'Choose how to pay') : tabLink(visited.frame)).waitFor();
  const document = visited.frame.frameLocator('iframe[title="Payment"]');
  return {
    ...visited,
    document,
    form: document.frameLocator('iframe[title="Gateway"]'),
    async reference() {
      const { rows } = await shop.on.app.database.query<{ reference: string }>(
        'SELECT reference FROM orders WHERE event_id = $1 ORDER BY id',
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
