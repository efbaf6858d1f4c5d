import type { Language } from '../values/language.ts';
import { textsIn } from './texts/returns/texts.ts';

/** Whether and how buyers return tickets by themselves: of an event as it is now, of an order as it was when it was made. */
export type ReturnTerms = {
  /** Until so many hours before the event starts. */
  hours: number;
  /** So much of the price goes back. */
  percent: number;
  /** The fees don't go back. */
  keepsFees: boolean;
  /** A member decides on each. */
  needsApproval: boolean;
  /** Only once somebody else has bought the ticket: see docs/decisions/resale.md. Left out: no. */
  isResold?: boolean;
};

// A year. The database has the same limits.
export const MAX_RETURN_HOURS = 8_760;
/** Of an event whose host switches returns on. */
export const USUAL_TERMS: ReturnTerms = { hours: 48, percent: 100, keepsFees: true, needsApproval: false };

/** Doors load their lists on the day, and what is on sale by then is refused there: so resale ends this long before the start, or earlier. */
export const MIN_RESALE_HOURS = 6;

const AN_HOUR_MS = 60 * 60_000;

/** Until when tickets may be returned. It moves with the event. */
export const returnsUntil = ({ hours }: ReturnTerms, startsAt: Date): Date =>
  new Date(startsAt.getTime() - hours * AN_HOUR_MS);

/** The part of one ticket's price, fee included, that goes back: rounded down to the smallest unit, ticket by ticket. */
export function returnedMinor(
  { percent, keepsFees }: ReturnTerms,
  paid: { amountMinor: number; feeMinor: number },
): number {
  const base = keepsFees ? Math.max(paid.amountMinor - paid.feeMinor, 0) : paid.amountMinor;
  return Math.floor((base * percent) / 100);
}

/** The terms as buyers read them. `until` is written by the caller, on the clock of the place. */
export function tellReturnTerms(
  { percent, keepsFees, needsApproval, isResold = false }: ReturnTerms,
  { until, language, isFree = false }: { until: string; language: Language; isFree?: boolean },
): string {
  const texts = textsIn(language);
  const money =
    percent === 100
      ? texts[keepsFees ? 'priceBack' : 'allBack']
      : texts[keepsFees ? 'partOfPrice' : 'partOfAll'](percent);
  const first = isResold ? texts.resoldUntil(until) : texts.until(until);
  return [first, ...(isFree ? [] : [money]), ...(needsApproval ? [texts.approval] : [])].join(' ');
}
