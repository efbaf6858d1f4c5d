import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { findEarlierRefund, noteOf, type ListedRefund } from '../find-earlier-refund.ts';
import type { JsonCall } from '../gateway-http.ts';
import type { RefundRequest, RefundState } from '../gateway.ts';
import { fromPayPalMoney, listIn, nonsense, toPayPalMoney, type PayPalCalls } from './paypal-calls.ts';

const REFUND_STATES: Record<string, RefundState['state']> = {
  PENDING: 'sent',
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/** Looks a refund up, or finds the one that an earlier try has made, or makes it. */
export async function refundByPayPal(
  { open, acceptedOrThrow }: PayPalCalls,
  asked: RefundRequest,
  mark: string,
): Promise<RefundState> {
  const call = open();
  if (asked.gatewayRefundId !== null) {
    const path = `/v2/payments/refunds/${encodeURIComponent(asked.gatewayRefundId)}`;
    return toRefundState(acceptedOrThrow(await call('GET', path)));
  }
  const capturePath = `/v2/payments/captures/${encodeURIComponent(asked.gatewayPaymentId)}`;
  if (asked.mayBeThere) {
    // PayPal forgets the keys of refunds after 45 days, and the earlier try may be older. Ours always show our id.
    const listed = await listRefunds(call, acceptedOrThrow, capturePath);
    const known = listed
      .map((entry) => readListed(entry, asked.currency))
      .filter(({ refundId }) => refundId !== null || asked.retries > 0);
    const earlier = findEarlierRefund(asked, known);
    if (earlier) return toRefundState(earlier.entry);
  }
  const created = await call(
    'POST',
    `${capturePath}/refund`,
    {
      amount: toPayPalMoney(asked.amountMinor, asked.currency),
      custom_id: `${mark}.${asked.refundId}`,
      note_to_payer: noteOf(asked),
    },
    {
      // PayPal answers a key as it did before, a no included: another try takes another key.
      'paypal-request-id': asked.retries === 0 ? asked.refundId : `${asked.refundId}-${asked.retries}`,
      prefer: 'return=representation',
    },
  );
  return toRefundState(acceptedOrThrow(created));
}

/** A capture does not list its refunds. Its order does. */
async function listRefunds(
  call: JsonCall,
  acceptedOrThrow: PayPalCalls['acceptedOrThrow'],
  capturePath: string,
): Promise<ExactJson[]> {
  const capture = acceptedOrThrow(await call('GET', capturePath));
  const orderId = textAt(capture, 'supplementary_data', 'related_ids', 'order_id');
  if (orderId === null) throw nonsense('a capture of no order');
  return listIn(
    acceptedOrThrow(await call('GET', `/v2/checkout/orders/${encodeURIComponent(orderId)}`)),
    'refunds',
  );
}

const readListed = (entry: ExactJson, currency: string): ListedRefund => ({
  gatewayRefundId: textAt(entry, 'id') ?? '',
  amountMinor: fromPayPalMoney(fieldAt(entry, 'amount'), currency),
  refundId: textAt(entry, 'custom_id')?.split('.')[2] ?? null,
  hasFailed: REFUND_STATES[textAt(entry, 'status') ?? ''] === 'failed',
  entry,
});

function toRefundState(data: ExactJson): RefundState {
  const gatewayRefundId = textAt(data, 'id');
  const status = textAt(data, 'status');
  if (!gatewayRefundId || !status) throw nonsense('a refund without id or status');
  const state = REFUND_STATES[status] ?? 'sent';
  return { state, gatewayRefundId, note: state === 'failed' ? `PayPal says: ${status}` : null };
}
