import { commaOf } from '../values/comma.ts';
import { localeOf } from '../money/countries.ts';
import { dateFormatter } from './date-formatter.ts';
import { withGmt } from '../values/greenwich-time.ts';
import type { Language } from '../values/language.ts';
import { eventTimes } from './event-times.ts';
import type { TicketedEvent } from './read-order.ts';
import { textsIn as ticketTextsIn } from './texts/texts.ts';

/** When the doors matter: date and time as the event's country writes them, on the clock of the place. */
export function eventWhen(
  event: Pick<TicketedEvent, 'startsAt' | 'timezone' | 'country'>,
  language: Language,
): { date: string; time: string } {
  const locale = localeOf(language, event.country);
  const inPlace = { timeZone: event.timezone };
  return {
    date: dateFormatter(locale, { ...inPlace, dateStyle: 'full' }).format(event.startsAt),
    time: withGmt(
      dateFormatter(locale, {
        ...inPlace,
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(event.startsAt),
    ),
  };
}

/** The day, and then doors, start and end in a line. */
export function eventHours(
  event: Pick<TicketedEvent, 'startsAt' | 'closesAt' | 'doorsAt' | 'timezone' | 'country'>,
  language: Language,
): { date: string; times: string } {
  const locale = localeOf(language, event.country);
  const { times, timesWithDoors } = ticketTextsIn(language);
  const { doors, ...hours } = eventTimes(event, { locale, timezone: event.timezone });
  return {
    date: eventWhen(event, language).date,
    times: doors === null ? times(hours) : timesWithDoors({ doors, ...hours }),
  };
}

/** The place in lines, the most exact first. A draft may have none yet. */
export function eventPlace(
  { isOnline, street, lga, state }: Pick<TicketedEvent, 'isOnline' | 'street' | 'lga' | 'state'>,
  language: Language,
): string[] {
  const texts = ticketTextsIn(language);
  if (isOnline) return [texts.online];
  const area = [...new Set([lga, state])].filter((name) => name !== '').join(commaOf(language));
  const lines = [street ?? '', area].filter((line) => line !== '');
  return lines.length > 0 ? lines : [texts.placeToCome];
}
