import { randomUUIDv7 } from 'node:crypto';
import { SYSTEM } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { FoundDispute } from '../../payments/gateway.ts';
import { enqueueDisputeMail } from '../../people/mails/enqueue-dispute-mail.ts';
import { ERASED_NAME } from '../../rules/erased-person.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { tellPhones } from './block-tickets.ts';
import { joinClaims, type Claim, type KnownDispute } from './join-claims.ts';
import { ACCOUNT_OF_PAYMENT, JOIN_PAGE } from '../ways/payment-page.ts';

export type DisputeState = FoundDispute['state'];

/** Disputes as a look-up has found them. */
export type AnsweredDisputes = {
  orderId: string;
  paymentId: string;
  /** The database's time before the gateway was asked. */
  asOf: string;
  found: FoundDispute[];
};

type Payment = {
  hostId: string;
  reference: string;
  accountId: string | null;
  gateway: string;
  amountMinor: number;
  currency: string;
  /** All of it was refunded. */
  isRefunded: boolean;
  /** The host has tickets of disputed orders refused at the doors, and this payment has bought some. A second payment of an order has not. */
  blocksTickets: boolean;
};
const MAX_REASON_CHARACTERS = 200;
// As many as the database keeps.
const MAX_FORMER_IDS = 100;

const HISTORY: Record<DisputeState, string> = {
  open: 'the buyer’s bank disputes the payment',
  won: 'a dispute of the payment has ended in the host’s favour',
  lost: 'a dispute of the payment was lost: the money is with the buyer’s bank',
};
const ASKED = 'the buyer’s bank asks about the payment';
const REOPENED = 'a dispute of the payment was opened again';

/**
 * Writes down what a look-up has found. Asked twice, or answered out of order, it ends the same: answers to an earlier question than the one that
 * is written down change nothing. So a dispute that has ended is open again only if the gateway says so later.
 */
export async function recordDisputes(tx: Transaction, answered: AnsweredDisputes): Promise<void> {
  if (answered.found.length === 0) return;
  // Before the order: whoever deletes the host has the host, and then wants the order. The lines of the log want the host.
  await tx.query('SELECT FROM hosts WHERE id = (SELECT host_id FROM orders WHERE id = $1) FOR KEY SHARE', [
    answered.orderId,
  ]);
  await lockOrder(tx, answered.orderId);
  const { rows } = await tx.query<Payment>(
    `SELECT o.host_id AS "hostId", o.reference, ${ACCOUNT_OF_PAYMENT} AS "accountId", p.gateway, p.amount_minor AS "amountMinor", p.currency,
            p.refunded_minor = p.amount_minor AS "isRefunded", h.blocks_disputed AND p.use = 'order' AS "blocksTickets"
       FROM payments AS p JOIN orders AS o ON o.id = p.order_id JOIN hosts AS h ON h.id = o.host_id ${JOIN_PAGE}
      WHERE p.id = $1 AND o.id = $2`,
    [answered.paymentId, answered.orderId],
  );
  const [payment] = rows;
  if (!payment || (payment.accountId === null && payment.gateway !== 'sandbox')) return;
  const { rows: known } = await tx.query<KnownDispute>(
    `SELECT id, gateway_dispute_id AS "gatewayDisputeId", former_ids AS "formerIds", amount_minor AS "amountMinor", state,
            is_refundable AS "isRefundable", blocked_at IS NOT NULL AS "isBlocked", as_of < $3 AS "isOlder", opened_at AS "openedAt"
       FROM payment_disputes WHERE order_id = $1 AND payment_id = $2 ORDER BY gateway_dispute_id FOR UPDATE`,
    [answered.orderId, answered.paymentId, answered.asOf],
  );
  const claims = joinClaims(
    { found: answered.found, known },
    { paidMinor: payment.amountMinor, amountOf: (found) => disputedMinor(payment, found) },
  );
  // In the order of their key: two look-ups wait for each other, and never both.
  const inOrder = claims.toSorted((a, b) => (a.found.gatewayDisputeId < b.found.gatewayDisputeId ? -1 : 1));
  for (const claim of inOrder) await recordClaim(tx, { answered, payment, claim });
}

async function recordClaim(
  tx: Transaction,
  { answered, payment, claim }: { answered: AnsweredDisputes; payment: Payment; claim: Claim },
): Promise<void> {
  if (claim.known.some(({ isOlder }) => !isOlder)) return;
  const { found } = claim;
  const [known, ...doubles] = claim.known;
  const id = known?.id ?? randomUUIDv7();
  if (doubles.length > 0) {
    await tx.query('DELETE FROM payment_disputes WHERE id = ANY ($1)', [doubles.map((double) => double.id)]);
  }
  const values = [id, ...toValues({ answered, payment, claim }), payment.accountId];
  const { rowCount } = known
    ? await tx.query(UPDATE, values)
    : await tx.query(INSERT, [...values, answered.orderId, answered.paymentId, payment.hostId]);
  if (!rowCount) return;
  const wasBlocked = claim.known.some(({ isBlocked }) => isBlocked);
  const isBlocked = payment.blocksTickets && isNewClaim(found, known);
  if (isBlocked || (wasBlocked && found.state !== 'won')) await tx.query(BLOCK, [id]);
  // A dispute that was won blocks nothing any more.
  if (isBlocked || (wasBlocked && found.state === 'won')) await tellPhones(tx, answered.orderId);
  if (known?.state !== found.state || isClaimedNow(payment, found, known))
    await tellOfChange(tx, { answered, payment, found, known });
}

/** The bank asked so far, and claims the money now. What was refunded in answer is not refundable either, and nothing has happened. */
const isClaimedNow = (payment: Payment, found: FoundDispute, known: KnownDispute | undefined): boolean =>
  known?.state === 'open' &&
  found.state === 'open' &&
  known.isRefundable &&
  !found.isRefundable &&
  !payment.isRefunded;

/** The bank claims the money, and has not claimed it before; or it has, and that was won. What the host chose meanwhile stays. */
const isNewClaim = (found: FoundDispute, known: KnownDispute | undefined): boolean =>
  isClaim(found) && (!known || !isClaim(known));

const isClaim = ({ state, isRefundable }: Pick<FoundDispute, 'state' | 'isRefundable'>): boolean =>
  state === 'lost' || (state === 'open' && !isRefundable);

/** A dispute takes money in the currency of its payment, and no more than that. */
function disputedMinor(payment: Payment, found: FoundDispute): number {
  return found.currency === payment.currency
    ? Math.min(found.amountMinor, payment.amountMinor)
    : payment.amountMinor;
}

const toValues = ({
  answered,
  payment,
  claim: { found, formerIds, openedAt },
}: {
  answered: AnsweredDisputes;
  payment: Payment;
  claim: Claim;
}): unknown[] => [
  disputedMinor(payment, found),
  payment.currency,
  found.reason.slice(0, MAX_REASON_CHARACTERS),
  found.state,
  found.isRefundable,
  found.dueAt,
  openedAt,
  found.endedAt,
  answered.asOf,
  found.gatewayDisputeId,
  formerIds.slice(-MAX_FORMER_IDS),
];

// An end whose time the gateway does not tell is when it was first seen.
const endedAt = (before: string): string =>
  `CASE WHEN $5 <> 'open' THEN coalesce($9::timestamptz, ${before}, clock_timestamp()) END`;

// A reason that was erased stays erased.
const REASON = `CASE WHEN reason = '${ERASED_NAME}' THEN reason ELSE $4 END`;

// An open one is looked up while its deadline passes; one that has ended for two months more, since banks open some of them again.
const nextLookUp = (before: string): string => `CASE WHEN $5 = 'open' THEN now() + interval '6 hours'
  WHEN coalesce($9::timestamptz, ${before}, now()) > now() - interval '60 days' THEN now() + interval '7 days' END`;

// One that the account has for another payment of ours is not this payment's.
const UPDATE = `UPDATE payment_disputes AS d
    SET amount_minor = $2, currency = $3, reason = ${REASON}, state = $5, is_refundable = $6, due_at = $7, opened_at = $8,
        blocked_at = CASE WHEN $5 <> 'won' THEN blocked_at END, ended_at = ${endedAt('ended_at')}, as_of = $10, next_look_up_at = ${nextLookUp('ended_at')},
        gateway_dispute_id = $11, former_ids = $12
  WHERE id = $1 AND NOT EXISTS (
        SELECT FROM payment_disputes AS other
         WHERE other.payment_account_id IS NOT DISTINCT FROM $13 AND other.gateway_dispute_id = $11 AND other.id <> d.id)`;

const BLOCK =
  'UPDATE payment_disputes SET blocked_at = coalesce(blocked_at, clock_timestamp()) WHERE id = $1';

const INSERT = `INSERT INTO payment_disputes (id, amount_minor, currency, reason, state, is_refundable, due_at, opened_at, ended_at, as_of,
    next_look_up_at, gateway_dispute_id, former_ids, payment_account_id, order_id, payment_id, host_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${endedAt('NULL')}, $10, ${nextLookUp('NULL')}, $11, $12, $13, $14, $15, $16)
  ON CONFLICT (payment_account_id, gateway_dispute_id) DO NOTHING`;

async function tellOfChange(
  tx: Transaction,
  {
    answered,
    payment,
    found,
    known,
  }: { answered: AnsweredDisputes; payment: Payment; found: FoundDispute; known: KnownDispute | undefined },
): Promise<void> {
  const { orderId } = answered;
  await addToHistory(tx, orderId, causeOf(found, known));
  await recordChange(tx, {
    hostId: payment.hostId,
    actor: SYSTEM,
    action: `order.dispute_${found.state}`,
    subject: { id: orderId, name: payment.reference },
    // Without the bank's reason, which may name the buyer: nothing is erased from the log.
    after: { amountMinor: disputedMinor(payment, found), currency: payment.currency },
  });
  await enqueueDisputeMail(tx, {
    hostId: payment.hostId,
    orderId,
    reference: payment.reference,
    what: found.isRefundable ? 'asked' : found.state,
    amountMinor: disputedMinor(payment, found),
    currency: payment.currency,
    gateway: payment.gateway,
    dueAt: found.dueAt?.toISOString() ?? null,
  });
}

function causeOf({ state, isRefundable }: FoundDispute, known: KnownDispute | undefined): string {
  if (isRefundable) return ASKED;
  return known && known.state !== 'open' && state === 'open' ? REOPENED : HISTORY[state];
}
