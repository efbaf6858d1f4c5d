import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buy } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openCheckIn } from '../../../../test/harness/open-check-in.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { findDevice, type Device } from '../../../check-in/find-device.ts';
import { pairDevice } from '../../../check-in/pair-device.ts';
import type { SentScan } from '../../../check-in/read-scans.ts';
import { takeScans, type TakenScan } from '../../../check-in/take-scans.ts';
import { signTicketCode } from '../../../tickets/ticket-code.ts';
import type { DeviceLink, EventCheckInView, EventScansView } from './data.ts';

export type Event = { eventId: string; slug: string; skus: string[] };
export type Phone = {
  device: Device;
  scan: (...scans: Partial<SentScan>[]) => Promise<TakenScan[]>;
  /** Sends, as a phone that is out, that it has let a ticket in: the status, and what it is told. */
  late: (ticketId: string) => Promise<[number, string]>;
};

/** The product with a host, its owner, and what a test does at the doors of its events. */
export async function openCheckInDesk() {
  const on: TestApp = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  const host: TestHost = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const owner: SignedIn = await signInAs(on, host, { hasFactor: true });
  const at = ({ eventId }: Pick<Event, 'eventId'>, rest = ''): string =>
    `/hosts/${host.hostId}/events/${eventId}/check-in${rest}`;
  const ask = (path: string, method = 'GET', body?: object, as = owner): Promise<Answer> =>
    askDashboard(on, path, { as, method, ...(body && { body }) });
  const { database } = on.app;

  return {
    on,
    host,
    owner,
    at,
    ask,
    async event(types: object[] = [{ priceMinor: 0 }], more: object = {}): Promise<Event> {
      const event = await makeEvent(on, host, { ticketTypes: types, ...more });
      await openCheckIn(database, event.eventId);
      return event;
    },
    /** Tickets of an order each, by id. */
    async sell(
      { slug, skus }: Event,
      count = 1,
      { type = 0, ...buyer }: Record<string, unknown> & { type?: number } = {},
    ) {
      const ids: string[] = [];
      for (let nr = 0; nr < count; nr++) {
        const items = [{ sku: skus[type], quantity: 1 }];
        const { reference } = await buy(on, host, { slug, items }, { body: buyer });
        const { rows } = await database.query<{ id: string }>(
          'SELECT t.id FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1',
          [reference],
        );
        ids.push(rows[0]?.id ?? assert.fail('no ticket'));
      }
      return ids;
    },
    async door(event: Event, name = 'Main entrance', ticketTypeIds: string[] = []): Promise<string> {
      const { status, body } = await ask(at(event, '/doors'), 'POST', { name, ticketTypeIds });
      assert.equal(status, 201, JSON.stringify(body));
      return body.doorId;
    },
    async link(event: Event, doorId: string, more: object = {}): Promise<DeviceLink> {
      const device = { name: 'Phone of Chi', maySearch: false, endsAt: null, ...more };
      const { status, body } = await ask(at(event, `/doors/${doorId}/devices`), 'POST', device);
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    },
    /** Takes the link as a phone does. */
    async pair({ address }: DeviceLink): Promise<Phone> {
      const link = new URL(address).hash.slice(1);
      const { token } = await database.transaction((tx) =>
        pairDevice(tx, { link, address: '192.0.2.7', userAgent: 'a phone' }),
      );
      const device = await findDevice(database, token);
      return {
        device,
        async late(ticketId) {
          const { rows } = await database.query<{ eventId: string; serial: string }>(
            'SELECT event_id AS "eventId", serial FROM tickets WHERE id = $1',
            [ticketId],
          );
          const code = signTicketCode(on.secretKeys.current, rows[0] ?? assert.fail('no ticket'));
          const now = new Date().toISOString();
          const scan = { id: ticketId, kind: 'entry', how: 'code', at: now, verdict: 'admitted', code };
          const answer = await fetch(`${on.publicUrl}/scan/late-scans`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ sentAt: now, waiting: 0, scans: [scan] }),
          });
          const { results } = (await answer.json()) as { results: { outcome: string }[] };
          return [answer.status, results[0]?.outcome ?? ''];
        },
        scan: (...scans) =>
          database.transaction((tx) =>
            takeScans(tx, on.secretKeys, {
              // Guests are named by their tickets' ids here.
              device: { ...device, maySearch: true },
              sentAt: new Date(),
              waiting: 0,
              scans: scans.map((scan) => ({
                id: randomUUID(),
                kind: 'entry',
                how: 'name',
                at: new Date(),
                verdict: null,
                ...scan,
              })),
            }),
          ),
      };
    },
    async view(event: Event, as = owner): Promise<EventCheckInView> {
      const { status, body } = await ask(at(event), 'GET', undefined, as);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.view, 'eventCheckIn');
      return body.data as EventCheckInView;
    },
    async scans(event: Event, query = ''): Promise<EventScansView> {
      const { status, body } = await ask(at(event, `/scans${query}`));
      assert.equal(status, 200, JSON.stringify(body));
      return body.data as EventScansView;
    },
    /** The newest lines of the audit log, as `action name`. */
    async log(count: number): Promise<string[]> {
      const { rows } = await database.query<{ line: string }>(
        `SELECT action || ' ' || subject_name AS line FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT $2`,
        [host.hostId, count],
      );
      return rows.map(({ line }) => line.trim()).toReversed();
    },
    close: () => on.close(),
  };
}

export type CheckInDesk = Awaited<ReturnType<typeof openCheckInDesk>>;
