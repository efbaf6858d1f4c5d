import { localeOf } from '../money/countries.ts';
import { withGmt } from '../values/greenwich-time.ts';
import type { Language } from '../values/language.ts';
import type { TicketedEvent } from './read-order.ts';

/** When the doors matter: date and time as the event's country writes them, on the clock of the place. */
export function eventWhen(
  event: Pick<TicketedEvent, 'startsAt' | 'timezone' | 'country'>,
  language: Language,
): { date: string; time: string } {
  const locale = localeOf(language, event.country);
  const inPlace = { timeZone: event.timezone };
  return {
    date: new Intl.DateTimeFormat(locale, { ...inPlace, dateStyle: 'full' }).format(event.startsAt),
    time: withGmt(
      new Intl.DateTimeFormat(locale, {
        ...inPlace,
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(event.startsAt),
    ),
  };
}

/** The place in lines, the most exact first. */
export function eventPlace(event: Pick<TicketedEvent, 'street' | 'lga' | 'state'>): string[] {
  const area = event.lga === event.state ? event.state : `${event.lga}, ${event.state}`;
  return event.street === null ? [area] : [event.street, area];
}
