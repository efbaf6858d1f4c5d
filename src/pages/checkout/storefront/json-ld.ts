import { decimalsOf, toMajorUnits } from '../../../values/major-units.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';
import { isoInZone } from '../../../values/time-in-zone.ts';
import type { StorefrontEvent } from './contract.ts';

const AVAILABILITY: Record<Ticket['status'], string> = {
  AVAILABLE: 'InStock',
  SOLD_OUT: 'SoldOut',
  COMING_SOON: 'PreOrder',
  SALE_ENDED: 'OutOfStock',
};

const schemaOrg = (name: string): string => `https://schema.org/${name}`;

/** For search engines and other machines: an Event of schema.org. It has nothing that people can't read on the page. */
export function structuredData(page: StorefrontEvent): object {
  const { checkout, event, isOnline, gallery, poster, movedFrom, address, hostAddress } = page;
  const inZone = (instant: string): string => isoInZone(new Date(instant), event.timezone);
  const pictures = [...(poster ? [poster.shared.url] : []), ...gallery.map(({ url }) => url)];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.previewDescription || event.description.slice(0, 500),
    url: address,
    ...(checkout.event.doorsAt !== null && { doorTime: inZone(checkout.event.doorsAt) }),
    startDate: inZone(event.date),
    endDate: inZone(event.closingDate),
    eventStatus: schemaOrg(statusOf(page)),
    ...(movedFrom !== null && { previousStartDate: inZone(movedFrom) }),
    eventAttendanceMode: schemaOrg(`${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`),
    location: isOnline
      ? { '@type': 'VirtualLocation', url: address }
      : {
          '@type': 'Place',
          name: checkout.event.place.join(', '),
          address: {
            '@type': 'PostalAddress',
            ...(event.street !== null && { streetAddress: event.street }),
            ...(event.lga !== '' && { addressLocality: event.lga }),
            ...(event.state !== '' && { addressRegion: event.state }),
            addressCountry: checkout.locale.split('-')[1],
          },
          ...(event.lat !== null &&
            event.lng !== null && {
              geo: { '@type': 'GeoCoordinates', latitude: event.lat, longitude: event.lng },
            }),
        },
    ...(pictures.length > 0 && { image: pictures }),
    organizer: { '@type': 'Organization', name: checkout.event.hostName, url: hostAddress },
    ...(event.headliners.length > 0 && {
      performer: event.headliners.map(({ name }) => ({ '@type': 'PerformingGroup', name })),
    }),
    ...(event.status !== 'CANCELLED' && {
      offers: checkout.tickets.map((ticket) => ({
        '@type': 'Offer',
        name: ticket.name,
        // The price that a buyer pays for one.
        price: toMajorUnits(ticket.price + ticket.fees, decimalsOf(checkout.currency)),
        priceCurrency: checkout.currency,
        availability: schemaOrg(event.status === 'ENDED' ? 'OutOfStock' : AVAILABILITY[ticket.status]),
        url: address,
        ...(ticket.saleStartsAt !== null && { validFrom: ticket.saleStartsAt }),
        ...(ticket.saleEndsAt !== null && { validThrough: ticket.saleEndsAt }),
      })),
    }),
  };
}

function statusOf({ event, movedFrom }: StorefrontEvent): string {
  if (event.status === 'CANCELLED') return 'EventCancelled';
  return movedFrom === null ? 'EventScheduled' : 'EventRescheduled';
}
