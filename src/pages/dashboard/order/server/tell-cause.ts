import { withoutRequestKey } from '../../../../orders/refund-order.ts';
import type { Language } from '../../../../values/language.ts';
import { findSentence } from '../../texts/find-sentence.ts';
import { textsIn } from '../texts/causes/texts.ts';

/** A line of an order's history in the member's language, as far as it is translated; else as it is on record, in English. */
export function tellCause(recorded: string, language: Language): string {
  const cause = withoutRequestKey(recorded);
  return findSentence(cause, textsIn('en'), textsIn(language)) ?? cause;
}
