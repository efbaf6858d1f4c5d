import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { GatewayRefused, GatewaySilent, refusalInFull, type StartedPayment } from '../../payments/gateway.ts';
import type { Gateways } from '../../payments/gateways.ts';
import { keyOfWay, titleOfWay, type PaymentWay } from '../../payments/payment-way.ts';
import { noteGatewayAnswer, noteGatewaySilence } from '../../payments/note-gateway-health.ts';
import { Refusal } from '../../refusal.ts';
import { isTaken, stepOf } from '../../rules/gateway-currencies.ts';
import { toAsciiAddress } from '../../values/email-address.ts';
import { addToHistory } from '../add-to-history.ts';
import { mayAskNow } from '../ask-on-return.ts';
import { CLOSE_PAYMENT_PAGE } from '../close-payment-page.ts';
import { followPayment } from '../follow-payment.ts';
import { lockOrder } from '../lock-order.ts';
import { START_SECONDS, type OrderEngine } from '../order-engine.ts';
import { readChosenOrder, type ChosenOrder } from './chosen-order.ts';
import { isOpenPage, listPages, MAX_PAGES, pageReference, type PaymentPage } from './payment-page.ts';

export type WayDeps = {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  checkoutUrl: string;
  logger: Logger;
};

export type OpenedPage = { checkoutUrl: string; isFramable: boolean };

// Somebody else's request is asking the gateway for this very page.
const LOOK_AGAIN_MS = 250;
const MAX_LOOKS = 60;

/**
 * The buyer chooses how to pay: opens that gateway's page, and has those that were opened before closed. Three phases, as of every order: the
 * page is written down, the gateway is asked for it (no transaction), its link is written down. A crash after any of them loses nothing: a
 * page without a link is looked up like the others.
 */
export async function chooseWay(
  deps: WayDeps,
  { orderId, key, isForFrame = false }: { orderId: string; key: string; isForFrame?: boolean },
): Promise<OpenedPage> {
  const order = await readChosenOrder(deps.database, orderId);
  refuseUnlessPayable(order);
  const way = (await payableWays(deps.gateways, order)).find((one) => keyOfWay(one) === key);
  if (!way)
    throw new Refusal('changed_meanwhile', 'This way to pay is no longer offered: choose another one.');
  const { isFramable } = await deps.gateways.open(way.name, way.accountId);
  await lookBefore(deps, orderId);
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const claimed = await deps.database.transaction((tx) => claimPage(tx, orderId, way));
    if (claimed.outcome === 'open') return { checkoutUrl: claimed.checkoutUrl, isFramable };
    if (claimed.outcome === 'claimed')
      return {
        checkoutUrl: await startPage(deps, { order: claimed.order, page: claimed.page, way, isForFrame }),
        isFramable,
      };
    await delay(LOOK_AGAIN_MS);
  }
  throw new Refusal('order_in_progress', 'The payment page is being opened: try again in a moment.');
}

/** The host's ways that take the order's sum. */
export async function payableWays(
  gateways: Pick<Gateways, 'ways'>,
  { hostId, currency, totalMinor }: Pick<ChosenOrder, 'hostId' | 'currency' | 'totalMinor'>,
): Promise<PaymentWay[]> {
  const all = await gateways.ways(hostId, currency);
  // The bounds are as we know them: where none takes it by those, the gateways decide.
  const taken = all.filter(({ name }) => name === 'sandbox' || isTaken(name, currency, totalMinor));
  const ways = taken.length > 0 ? taken : all;
  return ways.filter(({ name }) => totalMinor % stepOf(name, currency) === 0);
}

function refuseUnlessPayable({
  status,
  isOver,
  isStopped,
  hasGateway,
}: Pick<ChosenOrder, 'status' | 'isOver' | 'isStopped' | 'hasGateway'>): void {
  if (status === 'confirmed') throw new Refusal('order_exists', 'This order is paid.');
  if (status !== 'pending_payment' || isOver || isStopped)
    throw new Refusal('reservation_expired', 'This order can no longer be paid.');
  // It has a page already that is none of its pages here: with one of these it would no longer be looked up.
  if (hasGateway) throw new Refusal('changed_meanwhile', 'This order has one way to pay.');
}

/**
 * Money that has come on an earlier page settles the order, and no further page is opened. A gateway that is silent stops nobody, and none is
 * asked more often than a buyer who comes back may have it asked.
 */
async function lookBefore(deps: WayDeps, orderId: string): Promise<void> {
  const pages = await listPages(deps.database, orderId);
  if (pages.length === 0 || !(await mayAskNow(deps.database, orderId))) return;
  try {
    await followPayment(deps, { orderId, cause: 'checked with the gateway before another page was opened' });
  } catch (err) {
    if (!(err instanceof GatewaySilent || err instanceof GatewayRefused)) throw err;
    deps.logger.warn({ err, orderId }, 'a payment could not be looked up before another page was opened');
  }
}

type Claimed =
  | { outcome: 'open'; checkoutUrl: string }
  | { outcome: 'starting' }
  | { outcome: 'claimed'; order: ChosenOrder; page: { number: number; reference: string } };

/** Under the order's lock: two who choose at once do so one after the other. */
async function claimPage(tx: Transaction, orderId: string, way: PaymentWay): Promise<Claimed> {
  await lockOrder(tx, orderId);
  const order = await readChosenOrder(tx, orderId);
  refuseUnlessPayable(order);
  // A bank transfer, perhaps: whoever paid on another page now would pay twice.
  if (order.isUnderWay) throw new Refusal('order_exists', 'A payment for this order is under way.');
  const pages = await listPages(tx, orderId);
  const last = pages.findLast(
    ({ accountId, gateway }) => accountId === way.accountId && gateway === way.name,
  );
  if (last && isOpenPage(last)) return { outcome: 'open', checkoutUrl: last.checkoutUrl };
  if (last && isStarting(last)) return { outcome: 'starting' };
  if (pages.length >= MAX_PAGES)
    throw new Refusal(
      'rate_limited',
      'The payment was started too often for this order: finish it on the page that is open, or order again.',
    );
  const number = pages.length + 1;
  const page = { number, reference: pageReference(order.reference, number) };
  await tx.query(
    `INSERT INTO payment_pages (order_id, number, gateway, payment_account_id, reference, created_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
    [orderId, number, way.name, way.accountId, page.reference],
  );
  // From now on there may be something to look up.
  await tx.query(
    `UPDATE orders SET look_ups = 0, next_look_up_at = least(pay_by, clock_timestamp() + $2 * interval '1 second') WHERE id = $1`,
    [orderId, START_SECONDS],
  );
  return { outcome: 'claimed', order, page };
}

/** An older one belongs to a process that has died, or got no answer. */
const isStarting = ({ linkedAt, refusedAt, secondsOld }: PaymentPage): boolean =>
  linkedAt === null && refusedAt === null && secondsOld < START_SECONDS;

type NewPage = {
  order: ChosenOrder;
  page: { number: number; reference: string };
  way: PaymentWay;
};

async function startPage(
  deps: WayDeps,
  { order, page, way, isForFrame }: NewPage & { isForFrame: boolean },
): Promise<string> {
  const { orderId, currency, buyer, payBy } = order;
  let started: StartedPayment;
  try {
    const gateway = await deps.gateways.open(way.name, way.accountId);
    started = await gateway.start({
      reference: page.reference,
      amountMinor: order.totalMinor,
      currency,
      ...buyer,
      email: toAsciiAddress(buyer.email) ?? buyer.email,
      description: order.eventName,
      returnUrl: `${deps.checkoutUrl}/orders/${order.returnToken}/return`,
      payBy,
      isForFrame,
    });
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewaySilent)) throw error;
    deps.logger.warn({ err: error, gateway: way.name, orderId }, 'a payment could not be started');
    await noteGatewaySilence(deps.database, way.accountId, error);
    await writeFailure(deps.database, { order, page, way }, error);
    throw new Refusal(
      'payment_gateway_error',
      'This way to pay can’t be reached now. Choose another one: your tickets are still on hold.',
    );
  }
  await noteGatewayAnswer(deps.database, way.accountId);
  const outcome = await deps.database.transaction((tx) => linkPage(tx, { order, page, way }, started));
  if (outcome === 'open') return started.checkoutUrl;
  if (outcome === 'left')
    throw new Refusal('changed_meanwhile', 'Another way to pay was chosen meanwhile: choose again.');
  refuseUnlessPayable({ status: outcome, isOver: true, isStopped: false, hasGateway: false });
  throw new Refusal('reservation_expired', 'This order can no longer be paid.');
}

/** Silence may hide a page that exists: it is looked up like the others. */
async function writeFailure(
  database: Database,
  { order: { orderId }, page, way }: NewPage,
  error: GatewayRefused | GatewaySilent,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await tx.query(
      `UPDATE payment_pages SET refused_at = CASE WHEN $3 THEN clock_timestamp() END, left_at = clock_timestamp()
        WHERE order_id = $1 AND number = $2`,
      [orderId, page.number, error instanceof GatewayRefused],
    );
    await addToHistory(tx, orderId, `${titleOfWay(way)} gave no payment page: ${refusalInFull(error)}`);
  });
}

/** The newest page that has a link is the one to pay on: all others are left. */
async function linkPage(
  tx: Transaction,
  { order: { orderId }, page, way }: NewPage,
  started: StartedPayment,
): Promise<'open' | 'left' | ChosenOrder['status']> {
  await lockOrder(tx, orderId);
  const { status } = await readChosenOrder(tx, orderId);
  const { rows } = await tx.query<{ isLeft: boolean }>(
    `UPDATE payment_pages AS own SET checkout_url = $3, session_id = $4, linked_at = clock_timestamp(),
            left_at = CASE WHEN NOT $5 OR EXISTS (SELECT FROM payment_pages AS newer
                       WHERE newer.order_id = $1 AND newer.number > $2 AND newer.linked_at IS NOT NULL) THEN clock_timestamp() END
      WHERE own.order_id = $1 AND own.number = $2 RETURNING own.left_at IS NOT NULL AS "isLeft"`,
    [orderId, page.number, started.checkoutUrl, started.sessionId, status === 'pending_payment'],
  );
  const isLeft = rows[0]?.isLeft !== false;
  const { rowCount } = isLeft
    ? { rowCount: 1 }
    : await tx.query(
        `UPDATE payment_pages SET left_at = clock_timestamp()
          WHERE order_id = $1 AND number < $2 AND linked_at IS NOT NULL AND left_at IS NULL`,
        [orderId, page.number],
      );
  if (rowCount)
    await enqueueJob(tx, {
      kind: CLOSE_PAYMENT_PAGE,
      payload: { orderId },
      uniqueKey: `${orderId} ${page.number}`,
    });
  if (status !== 'pending_payment') return status;
  if (isLeft) return 'left';
  await addToHistory(tx, orderId, `the buyer chose to pay by ${titleOfWay(way)}`);
  return 'open';
}
