import { createHmac } from 'node:crypto';
import { plausibleReference, isSameText } from './read-callback.ts';

/**
 * A reference of ours that only we and one account's gateway know whole, for gateways that sign no callback, or only in a way that costs a question
 * to them. The gateway is given it with the payment, shows it to nobody who pays, and brings it along in each callback.
 */
export const markedReference = (secretKey: string, reference: string): string =>
  `${reference}.${markOf(secretKey, reference)}`;

/** Half of it is enough, and fits into what gateways keep. */
const markOf = (secretKey: string, reference: string): string =>
  createHmac('sha256', secretKey).update(`callback ${reference}`).digest('hex').slice(0, 32);

/** The reference in what a callback brings along, whoever sent it. */
export const referenceIn = (marked: string | null): string | null =>
  plausibleReference(marked?.split('.')[0] ?? null);

export function isMarked(secretKey: string, marked: string | null): boolean {
  const [reference = '', mark = ''] = marked?.split('.') ?? [];
  return isSameText(mark, markOf(secretKey, reference));
}
