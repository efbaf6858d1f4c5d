import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { openCheckIn } from '../../test/harness/open-check-in.ts';
import { SYSTEM } from '../audit/actor.ts';
import type { OrderTicket } from '../tickets/load-order-tickets.ts';
import { openWorld, type TestEvent, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { makeDevice } from './devices.ts';
import { makeDoor } from './doors.ts';
import { findDevice, type Device } from './find-device.ts';
import { pairDevice } from './pair-device.ts';
import type { SentScan } from './read-scans.ts';
import { takeScans, type TakenScan } from './take-scans.ts';

export type Phone = Device & { token: string };

export type DoorWorld = TicketWorld & {
  event: TestEvent;
  /** Tickets of one order each. */
  sell(count?: number, of?: TestEvent): Promise<OrderTicket[]>;
  door(name: string, ticketTypeIds?: string[] | null, of?: TestEvent): Promise<string>;
  phone(doorId: string, of?: TestEvent): Promise<Phone>;
  /** Sends scans as a phone does, by whose clock it is `at` now. */
  send(phone: Phone, scans: Partial<SentScan>[], sentAt?: Date): Promise<TakenScan[]>;
  ask(phone: Phone, scan: Partial<SentScan>): Promise<TakenScan>;
  /** How a ticket stands, as it was folded. */
  stateOf(
    ticketId: string,
  ): Promise<{ isIn: boolean; isOut: boolean; usedAt: Date | null; leftAt: Date | null }>;
};

/** A host's event with tickets sold and nothing at its doors yet. */
export async function openDoors(t: TestContext): Promise<DoorWorld> {
  const world = await openWorld(t);
  const { database, secretKeys, host } = world;
  const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0 }, { priceMinor: 0 }] });
  const by = (of: TestEvent) => ({ hostId: host.hostId, eventId: of.eventId, actor: SYSTEM });
  const complete = (scan: Partial<SentScan>): SentScan => ({
    id: randomUUID(),
    kind: 'entry',
    how: scan.shortCode === undefined ? 'code' : 'short_code',
    at: new Date(),
    verdict: null,
    ...scan,
  });
  const send: DoorWorld['send'] = (phone, scans, sentAt = new Date()) =>
    database.transaction((tx) =>
      takeScans(tx, secretKeys, { device: phone, sentAt, waiting: 0, scans: scans.map(complete) }),
    );
  return {
    ...world,
    event,
    async sell(count = 1, of = event) {
      const tickets: OrderTicket[] = [];
      for (let nr = 0; nr < count; nr++)
        tickets.push(...(await world.load(await world.order({ event: of }))).tickets);
      return tickets;
    },
    async door(name, ticketTypeIds = null, of = event) {
      await openCheckIn(database, of.eventId);
      const { doorId } = await database.transaction((tx) => makeDoor(tx, { ...by(of), name, ticketTypeIds }));
      return doorId;
    },
    async phone(doorId, of = event) {
      const { link } = await database.transaction((tx) =>
        makeDevice(tx, { ...by(of), doorId, name: `Phone ${randomUUID().slice(0, 4)}`, maySearch: true }),
      );
      const { token } = await database.transaction((tx) =>
        pairDevice(tx, { link, address: '192.0.2.7', userAgent: 'a phone' }),
      );
      return { ...(await findDevice(database, token)), token };
    },
    send,
    async ask(phone, scan) {
      const [answer] = await send(phone, [scan]);
      assert(answer);
      return answer;
    },
    async stateOf(ticketId) {
      const { rows } = await database.query<{ usedAt: Date | null; leftAt: Date | null }>(
        'SELECT used_at AS "usedAt", left_at AS "leftAt" FROM tickets WHERE id = $1',
        [ticketId],
      );
      const [row] = rows;
      assert(row);
      return { ...row, isIn: row.usedAt !== null && row.leftAt === null, isOut: row.leftAt !== null };
    },
  };
}
