import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { listAt } from '../find-earlier-refund.ts';
import type { DisputedPayment, FoundDispute } from '../gateway.ts';
import { readPages } from '../read-pages.ts';
import { isDispute, readDispute } from '../read-dispute.ts';
import { nonsense, type StripeCalls } from './stripe-calls.ts';
import { fromStripeUnits } from './stripe-units.ts';

const MAX_LISTED = '100';

// docs.stripe.com/api/disputes/object (2025-11-17). A warning is an inquiry: no money is taken, and there is time to refund. A prevented dispute
// was paid back by the card network's own rules, so the money has left.
const STATES: Record<string, FoundDispute['state']> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  charge_refunded: 'won',
  won: 'won',
  lost: 'lost',
  prevented: 'lost',
};

export async function findStripeDisputes(
  calls: StripeCalls,
  { gatewayPaymentId }: DisputedPayment,
): Promise<FoundDispute[]> {
  const listed = await list(calls, { payment_intent: gatewayPaymentId });
  return listed
    .filter((entry) => paymentOf(entry) === gatewayPaymentId)
    .map(toFound)
    .filter(isDispute);
}

export async function listStripeDisputed(
  calls: StripeCalls,
  since: Date,
): Promise<{ reference: null; gatewayPaymentId: string }[]> {
  const listed = await list(calls, { 'created[gte]': String(Math.floor(since.getTime() / 1_000)) });
  return listed
    .map(paymentOf)
    .filter((id) => id !== null)
    .map((gatewayPaymentId) => ({ reference: null, gatewayPaymentId }));
}

async function list(
  { open, acceptedOrThrow }: StripeCalls,
  which: Record<string, string>,
): Promise<ExactJson[]> {
  const call = open();
  return readPages(async (_page, after) => {
    const query = new URLSearchParams({
      ...which,
      limit: MAX_LISTED,
      ...(after !== null && { starting_after: after }),
    });
    const listed = acceptedOrThrow(await call('GET', `/v1/disputes?${query.toString()}`));
    const entries = listAt(listed, 'data');
    if (!entries) throw nonsense('no list of disputes');
    return { entries, hasMore: fieldAt(listed, 'has_more') === true };
  });
}

/** An id, or the whole object. */
const paymentOf = (entry: ExactJson): string | null =>
  textAt(entry, 'payment_intent') ?? textAt(entry, 'payment_intent', 'id');

function toFound(entry: ExactJson): FoundDispute | null {
  return readDispute('Stripe', {
    id: textAt(entry, 'id'),
    currency: textAt(entry, 'currency'),
    amountMinorIn: (currency) => fromStripeUnits(textAt(entry, 'amount'), currency),
    reason: textAt(entry, 'reason'),
    state: STATES[textAt(entry, 'status') ?? ''] ?? null,
    isRefundable: fieldAt(entry, 'is_charge_refundable') === true,
    dueAt: fromSeconds(textAt(entry, 'evidence_details', 'due_by')),
    openedAt: fromSeconds(textAt(entry, 'created')) ?? new Date(Number.NaN),
  });
}

const fromSeconds = (seconds: string | null): Date | null =>
  seconds === null ? null : new Date(Number(seconds) * 1_000);
