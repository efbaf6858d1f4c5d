import { randomUUID } from 'node:crypto';
import { takeTransfers } from '../../../src/orders/bank-transfer/bank-transfer.fixture.ts';
import { addPaymentAccount } from '../../../src/payments/payment-accounts.ts';
import { BUYER, endPaymentWindow } from '../../harness/buy.ts';
import {
  gatewaySettings,
  ofEach,
  startAllSimulators,
  type Simulated,
} from '../../harness/gateways/all-simulators.ts';
import type { GatewaySimulator, SignedCallback } from '../../harness/gateways/simulator.ts';
import { signStripeCallback } from '../../harness/gateways/stripe-simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../../harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../harness/sign-in.ts';
import type { Chooser } from '../../history/chooser.ts';
import type { Database } from '../../../src/db/database.ts';
import type { Shop } from './shop.ts';
import type { Piece } from './stories.ts';

// A host whose buyers choose how to pay: at one of three gateways, or by bank transfer.

const CHOSEN = ['paystack', 'flutterwave', 'stripe'] as const;
type Chosen = (typeof CHOSEN)[number];

export type GatewayDesk = {
  settings: Record<string, string>;
  simulators: Record<Simulated, GatewaySimulator>;
  /** Callbacks that were held back, or that no program has taken yet. Gateways send them again for days. */
  untold: Map<SignedCallback, Chosen>;
  close(): Promise<unknown>;
};

/** Gateways beside the programs, which nobody kills. */
export async function openGateways(): Promise<GatewayDesk> {
  const simulators = await startAllSimulators();
  for (const simulator of Object.values(simulators)) simulator.settings.refundsBeginAs = 'succeeded';
  return {
    simulators,
    settings: gatewaySettings(ofEach((name) => simulators[name].url)),
    untold: new Map(),
    close: () => Promise.all(Object.values(simulators).map((simulator) => simulator.close())),
  };
}

export type WaysSale = {
  host: TestHost;
  owner: SignedIn;
  eventId: string;
  slug: string;
  skus: string[];
  accounts: Record<Chosen, string>;
};

const PLENTY = 1_000_000;
const FEW = 60;

export async function openWaysSale({ on, database, gateways }: Shop): Promise<WaysSale> {
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const accounts = { paystack: '', flutterwave: '', stripe: '' };
  for (const name of CHOSEN)
    accounts[name] = await database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        { hostId: host.hostId, currency: 'NGN', isBeside: true, ...gateways.simulators[name].account },
      ),
    );
  await takeTransfers(on, host);
  const event = await makeEvent(on, host, {
    ticketTypes: [{ capacity: PLENTY }, { capacity: FEW, priceMinor: 250_000 }],
  });
  return { host, owner: await signInAs(on, host, { role: 'owner', hasFactor: true }), accounts, ...event };
}

type Bought = { reference: string; checkoutUrl: string };

/** Two buyers of three choose a gateway, the others send the money themselves. */
export async function buyByChoice(piece: Piece, choose: Chooser): Promise<void> {
  const byTransfer = choose.chance(0.35);
  const bought = await order(piece, choose, { byTransfer });
  if (!bought) return;
  await (byTransfer ? transfer(piece, choose, bought) : payOnPages(piece, choose, bought));
}

async function order(
  { sale: { ways }, asking, ledger }: Piece,
  choose: Chooser,
  { byTransfer }: { byTransfer: boolean },
): Promise<Bought | null> {
  const token = randomUUID();
  const quantity = choose.between(1, 3);
  const path = byTransfer ? `/checkout/${ways.slug}` : `/api/v1/events/${ways.slug}`;
  const headers = {
    'x-device-id': token,
    ...(!byTransfer && { authorization: `Bearer ${ways.host.publicKey}` }),
  };
  const held = await asking.ask(choose, 'hold, ways', `${path}/reservations`, {
    method: 'POST',
    headers,
    body: { items: [{ sku: choose.oneOf(ways.skus), quantity }] },
  });
  if (held.status >= 300) return null;
  ledger.held.add(token);
  const made = await asking.ask(
    choose,
    byTransfer ? 'order by transfer' : 'order, to choose',
    `${path}/orders`,
    {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: {
        ...BUYER,
        email: `${token}@example.com`,
        quoteReference: held.body.data.quoteReference as string,
        ...(byTransfer && { phone: '', paysBy: 'bank_transfer', query: '' }),
      },
    },
  );
  if (made.status !== 201) return null;
  const { reference, checkoutUrl } = made.body.data as Bought;
  ledger.orders.push({ reference, isFree: false, quantity });
  return { reference, checkoutUrl };
}

/** Presses a way or several, pays on one page or on two, and the gateway tells of it at once, twice, or much later. */
async function payOnPages(
  { sale: { ways }, asking, shop }: Piece,
  choose: Chooser,
  { reference, checkoutUrl }: Bought,
): Promise<void> {
  const { simulators, untold } = shop.gateways;
  for (let presses = choose.between(1, 3); presses > 0; presses--)
    await asking.follow('choose a way', checkoutUrl, {
      method: 'POST',
      form: { way: ways.accounts[choose.oneOf(CHOSEN)] },
    });
  const isLate = choose.chance(0.15);
  if (isLate) await endPaymentWindow(shop.on, reference);
  const pages = CHOSEN.flatMap((name) =>
    [...simulators[name].payments.values()]
      .filter((payment) => payment.reference.startsWith(reference))
      .map((payment) => ({ name, payment })),
  );
  for (const { name, payment } of pages) {
    if (choose.chance(0.35)) continue;
    const callback = await simulators[name].pay(payment.reference, { callback: 'hold' });
    untold.set(callback, name);
    if (choose.chance(0.2)) continue;
    const tellings = choose.chance(0.2) ? 2 : 1;
    await Promise.all(Array.from({ length: tellings }, () => tell(shop, callback)));
  }
}

/** Stripe signs with the time, which is good for five minutes, and signs once more whenever it sends again. */
function signedNow(
  { simulators }: GatewayDesk,
  callback: SignedCallback,
  name: Chosen,
): Pick<SignedCallback, 'headers' | 'body'> {
  const { account } = simulators[name];
  if (account.gateway !== 'stripe') return callback;
  return signStripeCallback(account.credentials.webhookSecret, JSON.parse(callback.body) as object);
}

/** A callback reaches a program, or not. */
async function tell({ gateways, publicUrl }: Shop, callback: SignedCallback): Promise<void> {
  const name = gateways.untold.get(callback);
  if (!name) return;
  const { headers, body } = signedNow(gateways, callback, name);
  const answer = await fetch(`${publicUrl}/payments/${name}/callback${callback.query ?? ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => {});
  if (answer?.status === 200) gateways.untold.delete(callback);
}

/** A member sees the money in time, or after the order has lapsed; a second member sees it too. Or it never comes. */
async function transfer(
  { sale: { ways }, asking, shop, ledger }: Piece,
  choose: Chooser,
  { reference }: Bought,
) {
  if (choose.chance(0.25)) await endPaymentWindow(shop.on, reference);
  if (choose.chance(0.3)) return;
  const mark = async (): Promise<void> => {
    const told = await asking.ask(
      choose,
      'mark a transfer',
      `/dashboard/hosts/${ways.host.hostId}/orders/${reference}/mark-paid`,
      {
        method: 'POST',
        headers: { accept: 'application/json', cookie: ways.owner.cookie, 'sec-fetch-site': 'same-origin' },
        body: {},
      },
    );
    if (told.status === 200) ledger.marked.add(reference);
  };
  await Promise.all([mark(), ...(choose.chance(0.3) ? [mark()] : [])]);
}

/** Every callback is taken in the end. */
export async function tellAll(shop: Shop): Promise<number> {
  for (const callback of shop.gateways.untold.keys()) await tell(shop, callback);
  return shop.gateways.untold.size;
}

/** The gateways and we agree about every payment and what went back of it. */
export async function findUnpaidAtGateways(
  database: Database,
  { simulators }: GatewayDesk,
): Promise<string[]> {
  const { rows } = await database.query<{ key: string; told: string }>(
    `SELECT gateway || ' ' || gateway_payment_id AS key,
            amount_minor || ' paid, ' || coalesce((SELECT sum(r.amount_minor) FROM refunds AS r
                                                    WHERE r.payment_id = p.id AND r.status = 'succeeded'), 0) || ' went back' AS told
       FROM payments AS p WHERE gateway = ANY ($1)`,
    [CHOSEN],
  );
  const ours = new Map(rows.map(({ key, told }) => [key, told]));
  const theirs = new Map<string, string>(
    CHOSEN.flatMap((name) =>
      [...simulators[name].payments.values()].flatMap(({ transactions }) =>
        transactions.map(({ id, amountMinor }) => {
          const back = [...simulators[name].refunds.values()]
            .filter((refund) => refund.transactionId === id && refund.state !== 'failed')
            .reduce((sum, refund) => sum + refund.amountMinor, 0);
          return [`${name} ${id}`, `${amountMinor} paid, ${back} went back`] as const;
        }),
      ),
    ),
  );
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((key) => ours.get(key) !== theirs.get(key))
    .map(
      (key) => `${key}: ${theirs.get(key) ?? 'nothing'} at the gateway, ${ours.get(key) ?? 'nothing'} here`,
    )
    .slice(0, 20);
}
