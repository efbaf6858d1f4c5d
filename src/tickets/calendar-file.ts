import { commaOf } from '../values/comma.ts';
import type { Country } from '../money/countries.ts';
import { eventHours, eventPlace } from './describe-event.ts';
import type { Language } from '../values/language.ts';
import { mapLink } from '../values/map-link.ts';
import type { TicketedEvent } from './read-order.ts';
import { textsIn as ticketTextsIn } from './texts/texts.ts';

type CalendarEvent = Pick<
  TicketedEvent,
  | 'id'
  | 'version'
  | 'name'
  | 'isOnline'
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
    location: oneLine(eventPlace(event, language).join(commaOf(language))),
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

type Entry = {
  uid: string;
  sequence: number;
  title: string;
  description: string;
  location?: string;
  geo?: { lat: number; lon: number };
  url?: string;
  status: 'CANCELLED' | 'CONFIRMED';
  start: number;
  end: number;
};

function writeEntry(entry: Entry): string {
  const { location, geo, url } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'PRODID:tessera',
    'METHOD:PUBLISH',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SUMMARY:${escape(entry.title)}`,
    `DTSTAMP:${moment(Date.now())}`,
    `DTSTART:${moment(entry.start)}`,
    `DTEND:${moment(entry.end)}`,
    `SEQUENCE:${entry.sequence}`,
    `DESCRIPTION:${escape(entry.description)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    ...(geo ? [`GEO:${geo.lat};${geo.lon}`] : []),
    ...(location === undefined ? [] : [`LOCATION:${escape(location)}`]),
    `STATUS:${entry.status}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const moment = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const escape = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

// RFC 5545: no line is longer than this, in bytes, and none is cut within a character.
const MAX_LINE_BYTES = 75;

/** In one walk: the time grows with the text's length and no faster. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n\t';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

const linesOf = (lines: (string | null | undefined)[]): string =>
  lines
    .filter((line) => line != null)
    .map(withoutControls)
    .join('\n');

// Characters that the format does not allow at all.
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ');
const oneLine = (text: string): string => withoutControls(text).replaceAll('\n', ' ');
