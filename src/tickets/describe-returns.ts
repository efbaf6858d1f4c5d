import { returnsUntil, tellReturnTerms, type ReturnTerms } from '../rules/returns.ts';
import { commaOf } from '../values/comma.ts';
import type { Language } from '../values/language.ts';
import { eventWhen } from './describe-event.ts';
import type { TicketedEvent } from './read-order.ts';

/** Whether and how tickets may be returned, in a few sentences for buyers. */
export function describeReturns(
  terms: ReturnTerms,
  event: Pick<TicketedEvent, 'startsAt' | 'timezone' | 'country'>,
  { language, isFree }: { language: Language; isFree: boolean },
): string {
  const { date, time } = eventWhen({ ...event, startsAt: returnsUntil(terms, event.startsAt) }, language);
  return tellReturnTerms(terms, { until: `${date}${commaOf(language)}${time}`, language, isFree });
}
