import { nameSeatBelow } from '../../rules/seat-name.ts';
import { eventHours, eventPlace } from '../../tickets/describe-event.ts';
import type { OrderTicket } from '../../tickets/load-order-tickets.ts';
import { commaOf } from '../../values/comma.ts';
import type { Pass } from '../load-pass.ts';
import { textsIn } from '../texts/texts.ts';
import type { AppleCredentials } from './read-apple-credentials.ts';

type Field = { key: string; label: string; value: string; changeMessage?: string };

/** The pass.json of a pass: its keys are Apple's. */
export function describePass(
  pass: Pass,
  {
    credentials,
    token,
    serviceUrl,
    colors,
  }: {
    credentials: Pick<AppleCredentials, 'passTypeId' | 'teamId'>;
    token: string;
    serviceUrl: string | null;
    colors: { ground: string; paper: string };
  },
): object {
  const { event, ticket } = pass;
  return {
    formatVersion: 1,
    passTypeIdentifier: credentials.passTypeId,
    teamIdentifier: credentials.teamId,
    serialNumber: pass.number,
    organizationName: event.host.name,
    description: event.name,
    logoText: event.host.name,
    ...(serviceUrl !== null && { webServiceURL: serviceUrl, authenticationToken: token }),
    backgroundColor: colors.ground,
    foregroundColor: colors.paper,
    labelColor: colors.paper,
    relevantDate: (event.doorsAt ?? event.startsAt).toISOString(),
    expirationDate: event.closesAt.toISOString(),
    ...(event.lat !== null &&
      event.lng !== null && { locations: [{ latitude: event.lat, longitude: event.lng }] }),
    // Another person needs a code of their own: passing a ticket on is the host's.
    sharingProhibited: true,
    voided: ticket === null,
    ...(ticket && {
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: ticket.code,
          messageEncoding: 'iso-8859-1',
          altText: ticket.shortCode,
        },
      ],
    }),
    eventTicket: describeFields(pass),
  };
}

function describeFields({ event, language, ticket }: Pass): Record<string, Field[]> {
  const texts = textsIn(language);
  const { date, times } = eventHours(event, language);
  const field = (key: keyof typeof texts.fields, value: string): Field => ({
    key,
    label: texts.fields[key],
    value,
    changeMessage: `${texts.fields[key].replaceAll('%', '')}: %@`,
  });
  return {
    primaryFields: [field('event', event.name)],
    secondaryFields: [field('date', date), field('times', times)],
    auxiliaryFields: [
      field('place', eventPlace(event, language).join(commaOf(language))),
      ...(ticket ? ofTicket(ticket).map(([key, value]) => field(key, value)) : []),
    ],
    backFields: [
      ...(ticket ? [field('order', ticket.reference)] : []),
      ...(event.directions === null ? [] : [field('directions', event.directions)]),
      ...(event.host.contactEmail === null ? [] : [field('ask', event.host.contactEmail)]),
    ],
  };

  function ofTicket({ typeName, seat, recipient }: OrderTicket): ['ticket' | 'seat' | 'holder', string][] {
    return [
      ['ticket', typeName],
      ...(seat ? [['seat', nameSeatBelow(typeName, seat, language)] satisfies ['seat', string]] : []),
      ['holder', `${recipient.firstName} ${recipient.lastName}`],
    ];
  }
}
