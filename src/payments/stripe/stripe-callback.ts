import { createHmac } from 'node:crypto';
import { fieldAt, textAt } from '../exact-json.ts';
import type { Callback } from '../gateway.ts';
import { isSameText, plausibleReference, readCallbackBody } from '../read-callback.ts';

// Stripe's own advice against callbacks that were caught and are sent again later.
const CALLBACK_TOLERANCE_SECONDS = 300;
// While a secret is replaced there are two.
const MAX_SIGNATURES = 10;

/**
 * The names in a callback that nobody has verified: only good for finding whose secret verifies it. One about a dispute has the payment's id at
 * Stripe, and nothing of ours.
 */
export function namesInCallback(body: Buffer): Callback {
  const event = readCallbackBody(body);
  const subject = fieldAt(event, 'data', 'object');
  if (textAt(event, 'type')?.startsWith('charge.dispute.')) {
    const gatewayPaymentId = plausibleReference(textAt(subject, 'payment_intent'));
    return { reference: null, ...(gatewayPaymentId !== null && { gatewayPaymentId }), isOfDispute: true };
  }
  const reference = textAt(subject, 'client_reference_id') ?? textAt(subject, 'metadata', 'reference');
  return { reference: plausibleReference(reference) };
}

/** The header is `t=<seconds>,v1=<hex>`, with one v1 for every secret that is in use. */
export function isSignedByStripe(
  header: string,
  body: Buffer,
  by: { webhookSecret: string; nowMs: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(by.nowMs / 1_000 - Number(time)) > CALLBACK_TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', by.webhookSecret).update(`${time}.`).update(body).digest('hex');
  return valuesOf('v1')
    .slice(0, MAX_SIGNATURES)
    .some((signature) => isSameText(signature, expected));
}
