import assert from 'node:assert/strict';
import { createEvent } from 'ics';
import type { Country } from '../money/countries.ts';
import { eventHours, eventPlace } from './describe-event.ts';
import type { Language } from '../values/language.ts';
import { mapLink } from '../values/map-link.ts';
import type { TicketedEvent } from './read-order.ts';
import { ticketTextsIn } from './texts/ticket-texts-in.ts';

type CalendarEvent = Pick<
  TicketedEvent,
  | 'id'
  | 'version'
  | 'name'
  | 'street'
  | 'lga'
  | 'state'
  | 'directions'
  | 'lat'
  | 'lng'
  | 'status'
  | 'startsAt'
  | 'closesAt'
> & { host: { name: string }; doorsAt: Date | null; timezone: string; country: Country };

/**
 * The event for a calendar (RFC 5545), in UTC: every calendar shows it on the clock of its owner. Families and offices share
 * calendars, so nothing in it opens the tickets: the order's address has the reference in it, never the receipt's token.
 * Without an order it is for those who only think of coming, and leads to the event's page.
 */
export function calendarFile(
  event: CalendarEvent,
  {
    reference,
    orderUrl,
    pageUrl,
    language,
  }: { reference?: string; orderUrl?: string; pageUrl?: string; language: Language },
): string {
  const { calendar: texts } = ticketTextsIn(language);
  const url = orderUrl ?? pageUrl;
  const map = mapLink(event);
  const lines = [
    texts.by(event.host.name),
    // A calendar shows start and end by itself, on the clock of its owner.
    event.doorsAt && eventHours(event, language).times,
    event.directions,
    map && texts.map(map),
    reference === undefined ? pageUrl : texts.inEmail(reference),
    orderUrl && texts.lostEmail(orderUrl),
  ];
  const { error, value } = createEvent({
    // The same event twice, from the e-mail and from the receipt page, is one entry in the calendar.
    uid: `${event.id}@tessera`,
    // The one that was changed last is the one that counts.
    sequence: event.version - 1,
    productId: 'tessera',
    title: oneLine(event.name),
    description: lines
      .filter((line) => line != null)
      .map(withoutControls)
      .join('\n'),
    location: oneLine(eventPlace(event).join(', ')),
    ...(event.lat !== null && event.lng !== null && { geo: { lat: event.lat, lon: event.lng } }),
    ...(url !== undefined && { url }),
    status: event.status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED',
    start: event.startsAt.getTime(),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: event.closesAt.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
  });
  assert(value !== null, `the calendar file can't be made: ${error?.name}`);
  return value;
}

// The library escapes what the format escapes, and leaves characters that the format does not allow at all.
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ');
const oneLine = (text: string): string => withoutControls(text).replaceAll('\n', ' ');
