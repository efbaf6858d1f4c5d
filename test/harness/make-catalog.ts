import { OPERATOR } from '../../src/audit/actor.ts';
import { createEvent, type NewEvent } from '../../src/events/create-event.ts';
import { createHost, type NewHost } from '../../src/hosts/create-host.ts';
import { setServerAddresses } from '../../src/hosts/keys/server-addresses.ts';
import { createTicketType, type NewTicketType } from '../../src/inventory/create-ticket-type.ts';
import type { TestApp } from './test-app.ts';

export type TestHost = {
  hostId: string;
  personId: string;
  keyId: string;
  publicKey: string;
  privateKey: string;
};

const A_DAY_MS = 24 * 60 * 60_000;
let count = 0;

/**
 * A host with keys. Tests of passwords make their own hash. `servers` are addresses that the key names: what is bought from
 * them is held to no cap per address.
 */
export async function makeHost(
  on: TestApp,
  host: Partial<NewHost> = {},
  { servers = [] }: { servers?: string[] } = {},
): Promise<TestHost> {
  count += 1;
  return on.app.database.transaction(async (tx) => {
    const made = await createHost(tx, on.secretKeys, {
      name: `Host ${count}`,
      country: 'NIGERIA',
      email: `host-${process.pid}-${count}@test.example`,
      passwordHash: 'none',
      isEmailConfirmed: true,
      actor: OPERATOR,
      feeBasisPoints: 500,
      feeFlatMinor: 10_000,
      feeCapMinor: 250_000,
      feesAbsorbed: false,
      ...host,
    });
    if (servers.length > 0) await setServerAddresses(tx, { ...made, actor: OPERATOR, addresses: servers });
    return made;
  });
}

/** A live, general event with the ticket types given, all of them on sale. */
export async function makeEvent(
  on: TestApp,
  host: TestHost,
  event: Partial<NewEvent> & { ticketTypes?: Partial<NewTicketType>[] } = {},
): Promise<{ eventId: string; slug: string; skus: string[] }> {
  count += 1;
  const { ticketTypes = [{}], ...rest } = event;
  const slug = event.slug ?? `event-${process.pid}-${count}`;
  return on.app.database.transaction(async (tx) => {
    const eventId = await createEvent(tx, {
      hostId: host.hostId,
      categorySlug: 'music',
      slug,
      name: `Event ${count}`,
      description: 'A test event.',
      previewDescription: 'A test.',
      kind: 'general',
      status: 'LIVE',
      isComingSoon: false,
      isUnlisted: false,
      startsAt: new Date(Date.now() + 10 * A_DAY_MS),
      closesAt: new Date(Date.now() + 11 * A_DAY_MS),
      timezone: 'Africa/Lagos',
      posterFile: null,
      posterAspectRatio: null,
      instagram: null,
      website: null,
      xAccount: null,
      country: 'NIGERIA',
      state: 'Lagos',
      lga: 'Ikeja',
      street: null,
      directions: null,
      lng: null,
      lat: null,
      hideLocation: false,
      hostMessage: null,
      ...rest,
    });
    const skus: string[] = [];
    for (const [position, ticketType] of ticketTypes.entries()) {
      skus.push(
        await createTicketType(tx, {
          eventId,
          name: `Ticket ${position + 1}`,
          description: '',
          kind: 'GENERAL',
          priceMinor: 1_000_000,
          capacity: 100,
          maximumPerOrder: 10,
          saleStartsAt: null,
          saleEndsAt: null,
          position,
          ...ticketType,
        }),
      );
    }
    return { eventId, slug, skus };
  });
}
