import assert from 'node:assert/strict';
import { createEvent, type EventAttributes } from 'ics';
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
  return writeEntry({
    // The same event twice, from the e-mail and from the receipt page, is one entry in the calendar.
    uid: `${event.id}@tessera`,
    // The one that was changed last is the one that counts.
    sequence: event.version - 1,
    title: oneLine(event.name),
    description: linesOf(lines),
    location: oneLine(eventPlace(event).join(', ')),
    ...(event.lat !== null && event.lng !== null && { geo: { lat: event.lat, lon: event.lng } }),
    ...(url !== undefined && { url }),
    status: event.status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED',
    start: event.startsAt.getTime(),
    end: event.closesAt.getTime(),
  });
}

// Long enough to be seen in a calendar, short enough to leave the rest of the day free.
const SALE_ENTRY_MS = 15 * 60_000;

/** When the sale of an event starts, for those who wait for it: an entry of its own, which leads to the event's page. */
export function saleCalendarFile(
  event: { id: string; version: number; name: string; host: { name: string } },
  { saleStartsAt, pageUrl, language }: { saleStartsAt: Date; pageUrl: string; language: Language },
): string {
  const { calendar: texts } = ticketTextsIn(language);
  return writeEntry({
    uid: `${event.id}-sale@tessera`,
    sequence: event.version - 1,
    title: oneLine(texts.saleStarts(event.name)),
    description: linesOf([texts.by(event.host.name), pageUrl]),
    url: pageUrl,
    status: 'CONFIRMED',
    start: saleStartsAt.getTime(),
    end: saleStartsAt.getTime() + SALE_ENTRY_MS,
  });
}

function writeEntry(entry: Omit<EventAttributes, 'start'> & { start: number; end: number }): string {
  const { error, value } = createEvent({
    ...entry,
    productId: 'tessera',
    startInputType: 'utc',
    startOutputType: 'utc',
    endInputType: 'utc',
    endOutputType: 'utc',
  });
  assert(value !== null, `the calendar file can't be made: ${error?.name}`);
  return value;
}

const linesOf = (lines: (string | null | undefined)[]): string =>
  lines
    .filter((line) => line != null)
    .map(withoutControls)
    .join('\n');

// The library escapes what the format escapes, and leaves characters that the format does not allow at all.
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ');
const oneLine = (text: string): string => withoutControls(text).replaceAll('\n', ' ');
