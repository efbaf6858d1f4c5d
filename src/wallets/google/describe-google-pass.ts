import { seatParts } from '../../rules/seat-name.ts';
import { eventPlace } from '../../tickets/describe-event.ts';
import { commaOf } from '../../values/comma.ts';
import { isoInZone } from '../../values/time-in-zone.ts';
import type { Pass } from '../load-pass.ts';
import type { GoogleCredentials } from './read-google-credentials.ts';

type Localized = { defaultValue: { language: string; value: string } };

/** Of an event in one language, for all its passes. */
export const googleClassId = (
  { event, language }: Pick<Pass, 'event' | 'language'>,
  { issuerId }: Pick<GoogleCredentials, 'issuerId'>,
): string => `${issuerId}.${event.id}-${language}`;

export const googleObjectId = (
  { number }: Pick<Pass, 'number'>,
  { issuerId }: Pick<GoogleCredentials, 'issuerId'>,
): string => `${issuerId}.${number}`;

const HOUSE_COLOR = '0d5c60';

/** An EventTicketClass: its keys are Google's. */
export function describeGoogleClass(pass: Pass, credentials: GoogleCredentials): object {
  const { event, language, color } = pass;
  const inWords = (value: string): Localized => ({ defaultValue: { language, value } });
  const [first = '', ...others] = eventPlace(event, language);
  const at = (time: Date): string => isoInZone(time, event.timezone);
  return {
    id: googleClassId(pass, credentials),
    issuerName: event.host.name,
    reviewStatus: 'UNDER_REVIEW',
    eventName: inWords(event.name),
    // Google takes no venue without an address.
    venue: {
      name: inWords(first),
      address: inWords(others.length > 0 ? others.join(commaOf(language)) : first),
    },
    dateTime: {
      ...(event.doorsAt && { doorsOpen: at(event.doorsAt) }),
      start: at(event.startsAt),
      end: at(event.closesAt),
    },
    hexBackgroundColor: `#${color ?? HOUSE_COLOR}`,
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
  };
}

/** An EventTicketObject. A void one says so, and nothing of a person or a seat. */
export function describeGoogleObject(pass: Pass, credentials: GoogleCredentials): object {
  const { event, language, ticket } = pass;
  const inWords = (value: string): Localized => ({ defaultValue: { language, value } });
  const ids = { id: googleObjectId(pass, credentials), classId: googleClassId(pass, credentials) };
  // A field that was told before goes by an empty value.
  if (!ticket)
    return {
      ...ids,
      state: 'INACTIVE',
      barcode: null,
      seatInfo: null,
      ticketHolderName: '',
      ticketType: null,
    };
  const { recipient, typeName, code, shortCode } = ticket;
  const seat = ticket.seat && seatParts(ticket.seat);
  return {
    ...ids,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: code, alternateText: shortCode },
    ticketHolderName: `${recipient.firstName} ${recipient.lastName}`,
    ticketType: inWords(typeName),
    ...(seat && {
      seatInfo: { section: inWords(seat.section), row: inWords(seat.row), seat: inWords(seat.seat) },
    }),
    validTimeInterval: { end: { date: event.closesAt.toISOString() } },
  };
}
