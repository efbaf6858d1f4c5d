import { textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, listAt, type ListedRefund } from '../find-earlier-refund.ts';
import type { RefundRequest, RefundState } from '../gateway.ts';
import { fromStripeUnits, toStripeUnits } from './stripe-units.ts';
import { nonsense, type StripeCalls } from './stripe-calls.ts';

const REFUND_STATES: Record<string, RefundState['state']> = {
  pending: 'sent',
  requires_action: 'needs_attention',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Looks a refund up, or finds the one that an earlier try has made, or makes it. */
export async function refundByStripe(
  { open, acceptedOrThrow }: StripeCalls,
  asked: RefundRequest,
): Promise<RefundState> {
  const call = open();
  if (asked.gatewayRefundId !== null) {
    const path = `/v1/refunds/${encodeURIComponent(asked.gatewayRefundId)}`;
    return toRefundState(acceptedOrThrow(await call('GET', path)));
  }
  if (asked.mayBeThere) {
    // Stripe forgets idempotency keys after 24 hours, and the earlier try may be older.
    const query = new URLSearchParams({ payment_intent: asked.gatewayPaymentId, limit: '100' });
    const listed = listAt(acceptedOrThrow(await call('GET', `/v1/refunds?${query.toString()}`)), 'data');
    if (!listed) throw nonsense('no list of refunds');
    // Ours always show our id. One without was made on Stripe's own pages: where a person retries, it may be this very one.
    const known = listed
      .map((entry) => readListed(entry, asked.currency))
      .filter(({ refundId }) => refundId !== null || asked.retries > 0);
    const earlier = findEarlierRefund(asked, known);
    if (earlier) return toRefundState(earlier.entry);
  }
  const created = await call('POST', '/v1/refunds', {
    // Stripe answers a key as it did before, a no included: another try takes another key.
    idempotencyKey: asked.retries === 0 ? asked.refundId : `${asked.refundId}-${asked.retries}`,
    form: {
      payment_intent: asked.gatewayPaymentId,
      amount: toStripeUnits(asked.amountMinor, asked.currency),
      'metadata[refund]': asked.refundId,
      'metadata[reference]': asked.reference,
    },
  });
  return toRefundState(acceptedOrThrow(created));
}

const readListed = (entry: ExactJson, currency: string): ListedRefund => ({
  gatewayRefundId: textAt(entry, 'id') ?? '',
  amountMinor: fromStripeUnits(textAt(entry, 'amount'), currency),
  refundId: textAt(entry, 'metadata', 'refund'),
  hasFailed: REFUND_STATES[textAt(entry, 'status') ?? ''] === 'failed',
  entry,
});

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status');
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = REFUND_STATES[status] ?? 'sent';
  const isTrouble = state === 'failed' || state === 'needs_attention';
  const reason = textAt(data, 'failure_reason') ?? status;
  return { state, gatewayRefundId, note: isTrouble ? `Stripe says: ${reason}` : null };
}
