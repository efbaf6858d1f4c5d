import { moneyFormatter } from '../../../values/money-formatter.ts';
import { formatMoment, formatShortMoment } from '../../shared/format-moment.ts';
import type { StorefrontEvent } from './contract.ts';
import type { Texts } from './texts/texts.ts';

/** When the doors open, and when it begins and ends, on the clock of the place. */
export function whenOf(
  { event, checkout }: Pick<StorefrontEvent, 'event' | 'checkout'>,
  texts: Texts,
): { date: string; time: string; end: string; doors: string | null } {
  const inPlace = { locale: checkout.locale, timezone: event.timezone };
  const dayOf = (instant: string): string => formatMoment(instant, inPlace).date;
  const isSameDay = dayOf(event.date) === dayOf(event.closingDate);
  const hour = (instant: string): string =>
    new Intl.DateTimeFormat(checkout.locale, {
      timeZone: event.timezone,
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(instant));
  const end = isSameDay ? hour(event.closingDate) : formatShortMoment(event.closingDate, inPlace);
  const { doorsAt } = checkout.event;
  return {
    ...formatMoment(event.date, inPlace),
    end: texts.until(end),
    doors: doorsAt === null ? null : texts.doors(hour(doorsAt)),
  };
}

type Priced = { cheapestPrice: number | null; currency: string; locale: string; hasOnePrice?: boolean };

/** The price of the cheapest ticket; null if there is none yet. */
export function priceOf({ cheapestPrice, hasOnePrice, ...how }: Priced, texts: Texts): string | null {
  if (cheapestPrice === null) return null;
  if (cheapestPrice === 0) return texts.free;
  const text = moneyFormatter(how.locale, how.currency)(cheapestPrice);
  return hasOnePrice ? text : texts.from(text);
}

export function eventPriceOf({ checkout, event }: StorefrontEvent, texts: Texts): string | null {
  const { locale, currency, tickets } = checkout;
  const prices = tickets.map(({ price }) => price);
  const hasOnePrice = new Set(prices).size === 1;
  const text = priceOf({ cheapestPrice: event.cheapestTicketPrice, currency, locale, hasOnePrice }, texts);
  const isPartlyFree = event.cheapestTicketPrice === 0 && !isFree(checkout);
  return isPartlyFree ? `${text} – ${moneyFormatter(locale, currency)(Math.max(...prices))}` : text;
}

export const isFree = ({ tickets }: StorefrontEvent['checkout']): boolean =>
  tickets.every(({ price }) => price === 0);
