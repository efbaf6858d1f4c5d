import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { Country } from '../../src/money/countries.ts';
import { createLogger } from '../../src/log/logger.ts';
import { askGatewaysJob } from '../../src/orders/ask-gateways.ts';
import { disputesJobs } from '../../src/orders/disputes/disputes-jobs.ts';
import { createOrderEngine } from '../../src/orders/order-engine.ts';
import { sendRefundsJobs } from '../../src/orders/send-refunds.ts';
import { createGateways } from '../../src/payments/gateways.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import type { AccountGateway } from '../../src/rules/gateway-accounts.ts';
import { sandboxApiKey } from '../../src/payments/sandbox/sandbox-api-key.ts';
import { SIGNATURE_HEADER, signCallback } from '../../src/payments/sandbox/sandbox-callback-signature.ts';
import { createSandboxGateway } from '../../src/payments/sandbox/sandbox-gateway.ts';
import { describePayment, findPayment } from '../../src/pages/sandbox/server/sandbox-payment.ts';
import { buy, pay, storedOrder, type Ordered } from '../harness/buy.ts';
import {
  gatewaySettings,
  ofEach,
  SIMULATED,
  startAllSimulators,
  type Simulated,
} from '../harness/gateways/all-simulators.ts';
import type { GatewaySimulator, SignedCallback } from '../harness/gateways/simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { switchOnReceiver } from '../harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

export { SIMULATED, type Simulated };
export type TillName = 'sandbox' | Simulated;
export const GATEWAYS: readonly TillName[] = ['sandbox', ...SIMULATED];

export const UNLIMITED = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_KEY: '1000000',
};

// One server buys for everybody.
export const SERVER = { servers: ['127.0.0.1'] };

/** A gateway as a buyer's money sees it, the same for the sandbox and for the simulators. */
export type Till = {
  name: TillName | 'mpesa';
  /** One whose currency it takes. */
  country: Country;
  host: TestHost;
  /** The gateway takes the money and tells nobody. Answers what it would have said. */
  takeMoney(order: Pick<Ordered, 'reference' | 'checkoutUrl'>): Promise<SignedCallback>;
  /** Says it to the product, and answers with which status it was heard. */
  send(callback: SignedCallback): Promise<number>;
  /** The gateway's refunds, one by one. */
  refunds(reference: string): Promise<number[]>;
};

export type Shop = {
  on: TestApp;
  tills: Record<TillName, Till>;
  simulators: Record<Simulated, GatewaySimulator>;
  /** The product's own parts once more, as a second process would have them: its jobs are done when the test says so. */
  worker: Worker;
  close(): Promise<void>;
};

export type Worker = ReturnType<typeof openWorker>;

/** The product with a host at each gateway. `through` may put something between the product and a simulator. */
export async function openShop(
  options: {
    through?: (name: Simulated, url: string) => Promise<string> | string;
    app?: Pick<NonNullable<Parameters<typeof startTestApp>[0]>, 'on' | 'databaseUrl'>;
    mpesaUrl?: string;
  } = {},
): Promise<Shop> {
  const simulators = await startAllSimulators();
  // A till takes money whatever the shop does. That an approval alone is no money: paypal-captures.test.ts.
  simulators.paypal.settings.capturesAtOnce = true;
  const urls = ofEach(() => '');
  for (const name of SIMULATED)
    urls[name] = (await options.through?.(name, simulators[name].url)) ?? simulators[name].url;
  const on = await startTestApp({
    ...options.app,
    environment: {
      ...UNLIMITED,
      ...gatewaySettings(urls),
      ...(options.mpesaUrl !== undefined && { MPESA_URL: options.mpesaUrl }),
    },
  });
  await keepMails(on);
  await leaveAskingToTests(on);
  const tills = await openTills(on, simulators);
  const worker = openWorker(on, {
    ...urls,
    ...(options.mpesaUrl !== undefined && { mpesa: options.mpesaUrl }),
  });
  return {
    on,
    tills,
    simulators,
    worker,
    async close() {
      await worker.close();
      await on.close();
      await Promise.all(SIMULATED.map((name) => simulators[name].close()));
    },
  };
}

/** A host at each gateway. */
export async function openTills(
  on: TestApp,
  simulators: Record<Simulated, GatewaySimulator>,
): Promise<Record<TillName, Till>> {
  const tills: Partial<Record<TillName, Till>> = {
    sandbox: sandboxTill(on, await makeHost(on, {}, SERVER)),
  };
  for (const name of SIMULATED) tills[name] = await simulatedTill(on, name, simulators[name]);
  return tills as Record<TillName, Till>;
}

/** Mails are on record and go out tomorrow: hundreds of tickets would be drawn while the test waits. */
export async function keepMails(on: TestApp): Promise<void> {
  await on.app.database.query(`
    CREATE FUNCTION keep_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      new.run_at := now() + interval '1 day';
      RETURN new;
    END $$;
    CREATE TRIGGER keep_mail BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail') EXECUTE FUNCTION keep_mail()`);
}

/**
 * The shop asks its gateways about payments and refunds only where a test makes those jobs due. By itself it would ask every few
 * seconds, and have taken just then what a test's own worker is to find.
 */
async function leaveAskingToTests(on: TestApp): Promise<void> {
  await on.app.database.query(`
    CREATE FUNCTION leave_to_tests() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.run_at > now() THEN new.run_at := now() + interval '1 day'; END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER leave_to_tests BEFORE INSERT OR UPDATE ON jobs FOR EACH ROW
      WHEN (new.kind IN ('ask_gateways', 'follow_refunds', 'ask_disputes', 'list_disputes')) EXECUTE FUNCTION leave_to_tests()`);
  await until('what was asked at the start to be over', async () => {
    const { rows } = await on.app.database.query<{ is_idle: boolean }>(
      `UPDATE jobs SET run_at = now() + interval '1 day' WHERE kind IN ('ask_gateways', 'follow_refunds', 'ask_disputes', 'list_disputes')
       RETURNING leased_by IS NULL AS is_idle`,
    );
    return rows.length === 4 && rows.every(({ is_idle: isIdle }) => isIdle);
  });
}

function sandboxTill(on: TestApp, host: TestHost): Till {
  const { database } = on.app;
  return {
    name: 'sandbox',
    country: 'NIGERIA',
    host,
    async takeMoney({ reference, checkoutUrl }) {
      // It lets nobody pay at a page that the shop has closed, or whose time is over; a real gateway may. The shop may be about
      // to close this one: then it is opened once more.
      const payment = await until('the sandbox to take the money', async () => {
        await database.query(
          `UPDATE sandbox_payments SET status = 'open', pay_by = now() + interval '1 hour'
            WHERE reference = $1 AND status <> 'paid'`,
          [reference],
        );
        await pay(checkoutUrl, 'callback_lost');
        const found = await findPayment(database, { reference });
        return found?.status === 'paid' && found;
      });
      const body = JSON.stringify({ event: 'payment.paid', data: describePayment(payment) });
      return {
        headers: { [SIGNATURE_HEADER]: signCallback(sandboxApiKey(on.secretKeys.current), body) },
        body,
      };
    },
    send: (callback) => sendCallback(on, 'sandbox', callback),
    async refunds(reference) {
      const { rows } = await database.query<{ amount_minor: number }>(
        `SELECT r.amount_minor FROM sandbox_refunds AS r JOIN sandbox_payments AS p ON p.id = r.payment_id
          WHERE p.reference = $1`,
        [reference],
      );
      return rows.map((row) => row.amount_minor);
    },
  };
}

async function simulatedTill(on: TestApp, name: Simulated, simulator: GatewaySimulator): Promise<Till> {
  const { country, currency } = simulator.traits;
  const host = await makeHost(on, { country }, SERVER);
  await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency, ...simulator.account },
    ),
  );
  return {
    name,
    country,
    host,
    takeMoney: ({ reference }) => simulator.pay(reference, { callback: 'hold' }),
    send: (callback) => sendCallback(on, name, callback),
    refunds: (reference) =>
      Promise.resolve(
        [...simulator.refunds.values()]
          .filter((refund) => refund.reference === reference && refund.state !== 'failed')
          .map((refund) => refund.amountMinor),
      ),
  };
}

async function sendCallback(on: TestApp, name: TillName, callback: SignedCallback): Promise<number> {
  const response = await fetch(`${on.publicUrl}/payments/${name}/callback${callback.query ?? ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callback.headers },
    body: callback.body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The buyer's browser comes back from the gateway; where to is the receipt's affair. */
export async function comeBack(on: Pick<TestApp, 'publicUrl' | 'app'>, reference: string): Promise<number> {
  const { return_token: token } = await storedOrder(on, reference);
  const response = await fetch(`${on.publicUrl}/checkout/orders/${token}/return`, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
}

export function openWorker(
  on: TestApp,
  urls: Partial<Record<AccountGateway, string>>,
  { callLimitMs }: { callLimitMs?: number } = {},
) {
  const { database } = on.app;
  const { secretKeys } = on;
  const gateways = createGateways({
    database,
    secretKeys,
    urls,
    sandbox: createSandboxGateway({ url: () => on.publicUrl, secretKeys }),
    nowMs: Date.now,
    home: {
      database,
      checkoutUrl: `${on.publicUrl}/checkout`,
      callbackUrl: `${on.publicUrl}/payments/mpesa`,
    },
    ...(callLimitMs !== undefined && { callLimitMs }),
  });
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  const logger = createLogger('silent', process.stderr);
  const parts = { database, orders, gateways, logger, checkoutUrl: `${on.publicUrl}/checkout` };
  const [sendRefunds] = sendRefundsJobs(parts);
  const [, askDisputes, listDisputes] = disputesJobs(parts);
  assert(sendRefunds);
  const context = { jobId: 'by hand', attempt: 1, signal: new AbortController().signal };
  return {
    parts,
    /** Asks the gateways about every order that is due. */
    ask: () => askGatewaysJob(parts).run({}, context),
    sendRefunds: () => sendRefunds.run({}, context),
    askDisputes: () => askDisputes.run({}, context),
    listDisputes: () => listDisputes.run({}, context),
    close: () => orders.close(),
  };
}

/** Time passes: the gateway is to be asked about these orders now. */
export async function makeDue(on: TestApp, references: string[]): Promise<void> {
  await on.app.database.query(
    'UPDATE orders SET next_look_up_at = now() WHERE reference = ANY ($1) AND next_look_up_at IS NOT NULL',
    [references],
  );
}

/** Time passes: the window to pay is over. */
export async function endPaymentWindow(on: TestApp, references: string[]): Promise<void> {
  await on.app.database.query(
    `UPDATE orders SET pay_by = now() - interval '1 second',
            next_look_up_at = CASE WHEN next_look_up_at IS NOT NULL THEN now() END
      WHERE reference = ANY ($1)`,
    [references],
  );
}

/** Time passes, also for the stock: the order is over, and so is its hold. */
export async function lapse(shop: Shop, references: string[]): Promise<void> {
  await endPaymentWindow(shop.on, references);
  await until('the orders to be over', async () => {
    await shop.worker.ask();
    const ends = await Promise.all(references.map((reference) => endOf(shop.on, reference)));
    return ends.every(({ status }) => status === 'expired');
  });
}

export type End = {
  status: string;
  tickets: number;
  payments: string[];
  refunds: { reason: string; status: string; amount: number }[];
  mails: string[];
};

/** The state of an order. */
export async function endOf(on: Pick<TestApp, 'app'>, reference: string): Promise<End> {
  const { rows } = await on.app.database.query<End>(
    `SELECT o.status,
            (SELECT count(*)::integer FROM tickets AS t WHERE t.order_id = o.id) AS tickets,
            ARRAY(SELECT p.use FROM payments AS p WHERE p.order_id = o.id ORDER BY p.id) AS payments,
            (SELECT coalesce(json_agg(json_build_object('reason', r.reason, 'status', r.status, 'amount', r.amount_minor)
                                      ORDER BY r.id), '[]')
               FROM refunds AS r WHERE r.order_id = o.id) AS refunds,
            -- On record as a job until it is sent, as a mail from then on.
            ARRAY(SELECT j.payload ->> 'mail' FROM jobs AS j WHERE j.kind = 'send_mail' AND j.payload ->> 'orderId' = o.id::text
                  UNION SELECT m.kind FROM mails AS m WHERE m.order_id = o.id ORDER BY 1) AS mails
       FROM orders AS o WHERE o.reference = $1`,
    [reference],
  );
  assert.ok(rows[0], `there is no order ${reference}`);
  return rows[0];
}

/** Bought, paid for once, and nothing to give back. */
export const soldOnce = (tickets: number): End => ({
  status: 'confirmed',
  tickets,
  payments: ['order'],
  refunds: [],
  mails: ['tickets'],
});

/** Finishes all that callbacks and refunds have set off, without waiting for the pauses between tries. */
export async function untilQuiet(on: TestApp): Promise<void> {
  await until('every job that a callback or a refund has set off', async () => {
    const { rowCount } = await on.app.database.query(
      `UPDATE jobs SET run_at = least(run_at, now())
        WHERE kind IN ('follow_payment', 'follow_disputes', 'send_refunds') AND set_aside_at IS NULL`,
    );
    if (rowCount)
      await on.app.database.query(
        `SELECT pg_notify('jobs_due', 'follow_payment'), pg_notify('jobs_due', 'follow_disputes')`,
      );
    return !rowCount;
  });
}

export async function assertNothingWrong(on: TestApp): Promise<void> {
  assert.deepEqual(await checkInvariants(on.app.database), []);
}

/** An event of the till's host, and a way to buy from it. */
export async function openSale(on: TestApp, till: Till, capacity = 1_000) {
  const { slug, skus, eventId } = await makeEvent(on, till.host, {
    country: till.country,
    ticketTypes: [{ capacity }],
  });
  await switchOnReceiver(on, eventId);
  const sku = skus[0] ?? '';
  return {
    eventId,
    slug,
    sku,
    /** By somebody else each time: one e-mail may have only so many unpaid orders. */
    order: (quantity = 2) =>
      buy(
        on,
        till.host,
        { slug, items: [{ sku, quantity }] },
        { body: { email: `${randomUUID()}@example.com` } },
      ),
  };
}

/** A request that was caught on its way: let go on, or never heard of again. */
export type Caught = { body: string; letGo(): void };

export type Road = Awaited<ReturnType<typeof openRoad>>;

/** Forwards to a gateway, and stops what it is told to stop: requests before they get there, or the answers to them. */
export async function openRoad(target: string) {
  const { origin, pathname } = new URL(target);
  const caught: Caught[] = [];
  let stops: { what: 'requests' | 'answers'; to: RegExp } | null = null;
  const server = createServer((request, response) => {
    const pass = async () => {
      const body = await text(request);
      const isStopped = (what: 'requests' | 'answers') =>
        stops?.what === what && stops.to.test(`${request.method} ${request.url}`);
      const wait = () => new Promise<void>((letGo) => caught.push({ body, letGo }));
      if (isStopped('requests')) await wait();
      const answer = await fetch(`${origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body && { body }),
      });
      const said = await answer.text();
      if (isStopped('answers')) await wait();
      response.writeHead(answer.status).end(said);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`,
    caught,
    stop: (what: 'requests' | 'answers', to: RegExp) => void (stops = { what, to }),
    open: () => void (stops = null),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The road to each gateway of a shop that was opened `through` them. */
export function openRoads() {
  const roads = new Map<TillName, Road>();
  return {
    roads,
    async through(name: Simulated, url: string): Promise<string> {
      const road = await openRoad(url);
      roads.set(name, road);
      return road.url;
    },
    close() {
      for (const road of roads.values()) road.close();
    },
  };
}
