import { localeOf } from '../../../money/countries.ts';
import {
  addUp,
  type EventFigures,
  type EventState,
  type Sales,
  type Stock,
} from '../../../orders/event-figures.ts';
import type { Database } from '../../../db/database.ts';
import type { Language } from '../../../values/language.ts';
import type { Reader } from '../access/reader-language.ts';
import { findEventFigures, type CurrencySum } from '../../../orders/list-event-figures.ts';
import { mayUse } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';

/** Net is the same here and in reports: sales without fees, less refunds. */
const netOf = ({ salesMinor, feesMinor, refundedMinor }: Sales): number =>
  salesMinor - feesMinor - refundedMinor;

/** `money` is null while sales from before an upgrade are being counted. */
export type ShownFigures = Stock & { money: (Sales & { netMinor: number }) | null };

/** An event in a list. Dates are in ISO 8601; `locale` and `currency` set the format of amounts. */
export type ShownEvent = {
  eventId: string;
  slug: string;
  name: string;
  state: EventState;
  kind: 'general' | 'seat_map';
  isUnlisted: boolean;
  startsAt: string;
  closesAt: string;
  timezone: string;
  place: string;
  currency: string;
  locale: string;
  /** Null if the member's role does not include figures. */
  figures: ShownFigures | null;
};

/** The sum of all upcoming events of one currency. */
export type ShownSum = { events: number; currency: string; locale: string; figures: ShownFigures };

export function showFigures({
  capacity,
  sold,
  held,
  left,
  sales,
}: Stock & { sales: Sales | null }): ShownFigures {
  return {
    capacity,
    sold,
    held,
    left,
    money: sales && { ...sales, netMinor: netOf(sales) },
  };
}

/** The server does not send figures that a member may not see. */
export function showEvent(
  event: EventFigures,
  { seesFigures, language }: { seesFigures: boolean; language: Language },
): ShownEvent {
  const { types, startsAt, closesAt, country, ...rest } = event;
  return {
    ...rest,
    startsAt: startsAt.toISOString(),
    closesAt: closesAt.toISOString(),
    locale: localeOf(language, country),
    figures: seesFigures ? showFigures(addUp(types)) : null,
  };
}

export const showSum = (
  { country, currency, events, ...sum }: CurrencySum,
  language: Language,
): ShownSum => ({
  events,
  currency,
  locale: localeOf(language, country),
  figures: showFigures(sum),
});

/** The data of EventLayout, which is around every page of an event. Another host's event is not found. */
export async function loadEvent(
  database: Database,
  { hostId, role, language }: Reader,
  eventId: string,
): Promise<{ event: ShownEvent; figures: EventFigures }> {
  const figures = await findEventFigures(database, { hostId, eventId });
  if (!figures) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return { event: showEvent(figures, { seesFigures: mayUse(role, 'figures.see'), language }), figures };
}
