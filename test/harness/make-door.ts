import assert from 'node:assert/strict';
import { OPERATOR } from '../../src/audit/actor.ts';
import { makeDevice, renewLink, revokeDevice } from '../../src/check-in/devices.ts';
import { makeDoor } from '../../src/check-in/doors.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { toShortCode } from '../../src/rules/short-code.ts';
import { buy } from './buy.ts';
import { makeEvent, makeHost, type TestHost } from './make-catalog.ts';
import { openCheckIn } from './open-check-in.ts';
import type { TestApp } from './test-app.ts';

export type SoldTicket = { code: string; shortCode: string; ticketId: string };
export type DoorEvent = { host: TestHost; eventId: string; slug: string; skus: string[] };

/** An event tomorrow, with two free ticket types. */
export async function makeDoorEvent(on: TestApp, name = 'Harbour Nights'): Promise<DoorEvent> {
  const host = await makeHost(on);
  const free = { priceMinor: 0, maximumPerOrder: 10 };
  const ticketTypes = [
    { ...free, name: 'Standing' },
    { ...free, name: 'Balcony' },
  ];
  return { host, ...(await makeEvent(on, host, { name, ticketTypes })) };
}

/** Buys tickets of a type, in the name of Ada Obi. */
export async function sellTickets(
  on: TestApp,
  { host, eventId, slug, skus }: DoorEvent,
  { count, type = 0 }: { count: number; type?: number },
): Promise<SoldTicket[]> {
  const { reference } = await buy(on, host, { slug, items: [{ sku: skus[type], quantity: count }] });
  const { rows } = await on.app.database.query<{ id: string; serial: string; shortCode: number }>(
    `SELECT t.id, t.serial, t.short_code AS "shortCode" FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
      WHERE o.reference = $1 ORDER BY t.position`,
    [reference],
  );
  assert.equal(rows.length, count);
  return rows.map(({ id, serial, shortCode }) => ({
    code: signTicketCode(on.secretKeys.current, { eventId, serial }),
    shortCode: toShortCode(shortCode),
    ticketId: id,
  }));
}

export type MadeDevice = { deviceId: string; doorId: string; link: string };

export async function makeDoorDevice(
  on: TestApp,
  { host: { hostId }, eventId }: DoorEvent,
  { door, types = null, maySearch = false }: { door: string; types?: string[] | null; maySearch?: boolean },
): Promise<MadeDevice> {
  const by = { hostId, eventId, actor: OPERATOR };
  return on.app.database.transaction(async (tx) => {
    await openCheckIn(tx, eventId);
    const { doorId } = await makeDoor(tx, { ...by, name: door, ticketTypeIds: types });
    const device = { ...by, doorId, name: `Phone at ${door}`, maySearch };
    const { deviceId, link } = await makeDevice(tx, device);
    return { deviceId, doorId, link: `${on.publicUrl}/scan/#${link}` };
  });
}

export const revoke = (on: TestApp, { host, eventId }: DoorEvent, deviceId: string): Promise<void> =>
  on.app.database.transaction((tx) =>
    revokeDevice(tx, { hostId: host.hostId, eventId, actor: OPERATOR, deviceId }),
  );

export async function renew(on: TestApp, { host, eventId }: DoorEvent, deviceId: string): Promise<string> {
  const { link } = await on.app.database.transaction((tx) =>
    renewLink(tx, { hostId: host.hostId, eventId, actor: OPERATOR, deviceId, mayGrantSearch: true }),
  );
  return `${on.publicUrl}/scan/#${link}`;
}

/** Uses a device's link up, as a phone would; answers with its token. */
export async function pairPhone(on: TestApp, { link }: MadeDevice): Promise<string> {
  const answer = await fetch(`${on.publicUrl}/scan/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(link).hash.slice(1) }),
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { token: string }).token;
}
