import { localeOf } from '../../../money/countries.ts';
import { addUp, type EventFigures, type Sales, type Stock } from '../../../orders/event-figures.ts';
import type { CurrencySum } from '../../../orders/list-event-figures.ts';
import type { HomeEvent, HomeSum, ShownFigures } from '../home/data.ts';

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
    money: sales && { ...sales, revenueMinor: sales.salesMinor - sales.refundedMinor },
  };
}

/** Figures that a member may not see don't leave the server. */
export function showEvent(event: EventFigures, { seesFigures }: { seesFigures: boolean }): HomeEvent {
  const { types, startsAt, closesAt, country, ...rest } = event;
  return {
    ...rest,
    startsAt: startsAt.toISOString(),
    closesAt: closesAt.toISOString(),
    locale: localeOf('en', country),
    figures: seesFigures ? showFigures(addUp(types)) : null,
  };
}

export const showSum = ({ country, currency, events, ...sum }: CurrencySum): HomeSum => ({
  events,
  currency,
  locale: localeOf('en', country),
  figures: showFigures(sum),
});
