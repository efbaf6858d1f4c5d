import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { randomUUID } from 'node:crypto';
import type { HoldBody } from './server/hold-schemas.ts';
import { assertInContract } from './embed-contract.fixture.ts';
import { PageDataSchema, type PageData } from './server/page-data-schema.ts';
import type { Reservation } from '../../../reservations/reservation-schema.ts';
import { assertMatches } from '../../../../test/contract/document.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent, type TestHost } from '../../../../test/harness/make-catalog.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { addTicketType } from '../../../inventory/add-ticket-type.ts';
import { createSeats, type NewSeat } from '../../../inventory/seats/create-seats.ts';

type EventInput = NonNullable<Parameters<typeof makeEvent>[2]>;

/** Asks the embed as its page does, over a real socket, and holds the answer to the contract. */
export async function askEmbed(
  on: TestApp,
  path: string,
  options: Parameters<typeof ask>[2] = {},
): Promise<Answer> {
  const answer = await ask({ baseUrl: `${on.publicUrl}/checkout` }, path, options);
  const { pathname } = new URL(`/checkout${path}`, on.publicUrl);
  const isJson = typeof answer.body === 'object';
  if (isJson) assertInContract({ method: options.method ?? 'GET', pathname }, answer);
  return answer;
}

/** Holds a cart as a new device, or as the one whose token is given, and answers whatever the embed does. */
export const postHold = (
  on: TestApp,
  slug: string,
  body: HoldBody,
  token: string = randomUUID(),
): Promise<Answer> =>
  askEmbed(on, `/${slug}/reservations`, { method: 'POST', headers: { 'x-device-id': token }, body });

export async function held(
  on: TestApp,
  slug: string,
  body: HoldBody,
  token: string = randomUUID(),
): Promise<Reservation> {
  const answer = await postHold(on, slug, body, token);
  assert.ok(answer.status === 201 || answer.status === 200, JSON.stringify(answer.body));
  return answer.body.data as Reservation;
}

/** The last part of a receipt's address, which is what opens it. */
export const tokenIn = (receiptUrl: string): string => receiptUrl.split('/').at(-1) ?? '';

/** The data that the page's script reads. */
export function pageDataIn(markup: string): PageData {
  const json = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(markup)?.[1];
  assert.ok(json, 'the page has no data');
  const data = JSON.parse(json) as PageData;
  assertMatches(PageDataSchema as TSchema, data, 'the data of the page');
  return data;
}

export type Hall = { eventId: string; slug: string; skus: string[]; seatIds: string[] };

/** An event with one row of seats per seated ticket type, `A1`, `A2` … in the stalls. */
export async function makeHall(
  on: TestApp,
  host: TestHost,
  options: { seatsPerType?: number; event?: EventInput } = {},
): Promise<Hall> {
  const { seatsPerType = 4 } = options;
  const event = await makeEvent(on, host, {
    kind: 'seat_map',
    ticketTypes: [{ kind: 'SEATED', name: 'Front', priceMinor: 2_000_000, capacity: seatsPerType }],
    ...options.event,
  });
  const { rows: types } = await on.app.database.query<{ id: string }>(
    `SELECT id FROM ticket_types WHERE event_id = $1 AND kind = 'SEATED' ORDER BY position`,
    [event.eventId],
  );
  const seats = types.flatMap(({ id }, row) =>
    Array.from({ length: seatsPerType }, (_, index): NewSeat => {
      const rowLabel = String.fromCharCode(65 + row);
      return {
        ticketTypeId: id,
        section: 'Stalls',
        rowLabel,
        seatLabel: String(index + 1),
        x: index,
        y: row,
        isAccessible: index === 0,
        isRestrictedView: index === 1,
      };
    }),
  );
  await on.app.database.transaction((tx) => createSeats(tx, event.eventId, seats));
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM seats WHERE event_id = $1 ORDER BY section, y, x, id',
    [event.eventId],
  );
  return { ...event, seatIds: rows.map(({ id }) => id) };
}

/** Another price for the seats of a ticket type; where nothing is said, for those of the first one. */
export async function addPrice(
  on: TestApp,
  host: TestHost,
  { eventId, skus }: Pick<Hall, 'eventId' | 'skus'>,
  price: { seatsOf?: string; name?: string; priceMinor?: number; ownLimit?: number | null } = {},
): Promise<string> {
  const { seatsOf = skus[0], ...rest } = price;
  const { ticketTypeId } = await on.app.database.transaction((tx) =>
    addTicketType(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      kind: 'SEATED',
      seatsOf,
      typed: {
        name: 'Child',
        description: '',
        priceMinor: 1_000_000,
        capacity: 0,
        maximumPerOrder: 10,
        saleStartsAt: null,
        saleEndsAt: null,
        ...rest,
      },
    }),
  );
  return ticketTypeId;
}
