import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { startPaystackSimulator } from '../../../../test/harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../../../../test/harness/gateways/simulator.ts';
import { buy, untilStatus, type Ordered } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { EventCancelView } from './data.ts';

const PRICE_MINOR = 1_000_000;
const FEE_MINOR = 60_000;
export const PAID_MINOR = PRICE_MINOR + FEE_MINOR;
const A_DAY_MS = 24 * 60 * 60_000;
export const CHI = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze' };

export type Event = { eventId: string; slug: string; skus: string[]; name: string };

type Shop = {
  on: TestApp;
  gateway: GatewaySimulator;
  host: TestHost;
  /** With a second factor. */
  owner: SignedIn;
  manager: SignedIn;
};

/** A host that sells through Paystack, and what its members and buyers do on events that are called off or moved. */
export async function openShop() {
  const gateway = await startPaystackSimulator();
  gateway.settings.refundsBeginAs = 'succeeded';
  const on = await startTestApp({
    environment: { PAYSTACK_URL: gateway.url, RATE_LIMIT_PER_ADDRESS: '1000000' },
  });
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const owner = await signInAs(on, host, { hasFactor: true });
  const manager = await signInAs(on, host, { role: 'manager' });
  await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'NGN', ...gateway.account },
    ),
  );
  const shop: Shop = { on, gateway, host, owner, manager };
  return {
    ...shop,
    ...onEvents(shop),
    ...onMails(shop),
    close: async (): Promise<void> => {
      assert.equal(await on.closeAndCountDeadlocks(), 0);
      await gateway.close();
    },
  };
}

function onEvents({ on, gateway, host, owner }: Shop) {
  const at = ({ eventId }: Event, rest = ''): string => `/hosts/${host.hostId}/events/${eventId}${rest}`;
  const viewOf = async (event: Event, as = owner): Promise<EventCancelView> => {
    const { status, body } = await askDashboard(on, at(event, '/cancel'), { as });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const post = (event: Event, rest: string, body: object | undefined, as = owner): Promise<Answer> =>
    askDashboard(on, at(event, rest), { as, method: 'POST', ...(body && { body }) });
  const newEvent = async (ticketTypes: object[] = [{}, { priceMinor: 0 }]): Promise<Event> => {
    const made = await makeEvent(on, host, { name: 'Lagos Night', ticketTypes });
    return { ...made, name: 'Lagos Night' };
  };
  const order1 = (event: Event, type = 0, more: Record<string, unknown> = {}, quantity = 1) =>
    buy(on, host, { slug: event.slug, items: [{ sku: event.skus[type], quantity }] }, { body: more });
  const paid = async (event: Event, more: Record<string, unknown> = {}, quantity = 1): Promise<Ordered> => {
    const made = await order1(event, 0, more, quantity);
    await send(await gateway.pay(made.reference, { callback: 'hold' }));
    await untilStatus(on, made.reference, 'confirmed');
    return made;
  };
  const send = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    const response = await fetch(`${on.publicUrl}/payments/paystack/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    assert.equal(response.status, 200);
  };
  /** As the embed would have it. */
  const giveSecondToChi = ({ reference }: Ordered) =>
    on.app.database.query(
      `UPDATE tickets SET email = $2, first_name = $3, last_name = $4
        WHERE position = 2 AND order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [reference, CHI.email, CHI.firstName, CHI.lastName],
    );
  const refundedTo = (reference: string): number[] =>
    [...gateway.refunds.values()]
      .filter((refund) => refund.reference === reference && refund.state !== 'failed')
      .map(({ amountMinor }) => amountMinor);
  return { viewOf, post, newEvent, order1, paid, send, giveSecondToChi, refundedTo };
}

function onMails({ on }: Shop) {
  const mailsOf = async (reference: string, kind: string): Promise<{ recipient: string; text: string }[]> => {
    const { rows } = await on.app.database.query<{ recipient: string; id: string }>(
      `SELECT m.recipient, m.message_id AS id FROM mails AS m JOIN orders AS o ON o.id = m.order_id
        WHERE o.reference = $1 AND m.kind = $2 AND m.sent_at IS NOT NULL ORDER BY m.recipient`,
      [reference, kind],
    );
    return Promise.all(rows.map(async ({ recipient, id }) => ({ recipient, text: await mailText(id) })));
  };
  const mailText = async (messageId: string): Promise<string> => {
    const list = await (await fetch(`${on.publicUrl}/mailbox`)).text();
    const ids = [...list.matchAll(/\/mailbox\/([^"/]+)"/g)].map(([, id]) => id);
    for (const id of ids) {
      const raw = await (await fetch(`${on.publicUrl}/mailbox/${id}/raw`)).text();
      if (!raw.includes(messageId)) continue;
      const { subject, text, attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
      return [subject, text, ...attachments.map(({ content }) => content as string)].join('\n');
    }
    throw new Error(`no mail ${messageId}`);
  };
  const assertNothingWrong = async (): Promise<void> =>
    assert.deepEqual(await checkInvariants(on.app.database), []);

  const historyOfActor = async (reference: string): Promise<string[]> => {
    const { rows } = await on.app.database.query<{ actor: string }>(
      `SELECT c.actor FROM order_changes AS c JOIN orders AS o ON o.id = c.order_id
        WHERE o.reference = $1 AND c.actor IS NOT NULL ORDER BY c.id`,
      [reference],
    );
    return rows.map(({ actor }) => actor);
  };
  return { mailsOf, historyOfActor, assertNothingWrong };
}

/** A time of so many days from now, as a form has it. */
export const wall = (days: number): string =>
  toWallTime(new Date(Date.now() + days * A_DAY_MS), 'Africa/Lagos');
export const newDay = (days: number, version = 1) => ({
  version,
  startsAt: wall(days),
  closesAt: wall(days + 1),
  message: 'The band is ill.',
});
