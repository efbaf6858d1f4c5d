import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { isPageReference } from '../rules/order-reference.ts';

// 96 bits: nobody tries them out over the network. Longer ones are not counted by the limit of order pages.
const TAG_BYTES = 12;

/** Names one payment to the document that shows it in the frame. It leads to no cart, no receipt and no return. */
export function writeFrameCode(secretKeys: SecretKeys, reference: string): string {
  return `${reference}.${tagOf(secretKeys.current.bytes, reference).toString('base64url')}`;
}

/** The reference of the payment, an order's or a page's; null where nobody of ours has written the code. */
export function readFrameCode(secretKeys: SecretKeys, code: string): string | null {
  const [reference = '', tag = '', ...more] = code.split('.');
  if (more.length > 0 || !isPageReference(reference)) return null;
  const given = Buffer.from(tag, 'base64url');
  const isOurs = secretKeys.accepted.some(
    ({ bytes }) => given.length === TAG_BYTES && timingSafeEqual(tagOf(bytes, reference), given),
  );
  return isOurs ? reference : null;
}

const tagOf = (secretKey: Buffer, reference: string): Buffer =>
  createHmac('sha256', deriveKey(secretKey, 'payment-frames'))
    .update(reference)
    .digest()
    .subarray(0, TAG_BYTES);
