import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hold, type HeldCart } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeHost, type makeEvent } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../../../../test/harness/until.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { stopSweeper } from '../../../inventory/hold-engine.fixture.ts';
import type { EventTicketsView } from './data.ts';

export type Event = Awaited<ReturnType<typeof makeEvent>>;

export const NEW_TYPE = {
  kind: 'GENERAL',
  name: ' Regular ',
  description: 'Standing.\r\nDoors at seven. ',
  priceMinor: 1_500_000,
  capacity: 200,
  maximumPerOrder: 6,
  saleStartsAt: null as string | null,
  saleEndsAt: '2199-05-01T18:00' as string | null,
};

/** Two processes on one database, a host without fees, its manager, and actions on ticket types. */
export async function startTicketRoom() {
  const on = await startTestApp();
  const other = await startTestApp({ on });
  await stopSweeper(on);
  // One server calls for all buyers; other tests cover the limit per address.
  const withoutFees = { feeBasisPoints: 0, feeFlatMinor: 0, feeCapMinor: null };
  const host = await makeHost(on, withoutFees, { servers: ['127.0.0.1'] });
  const manager = await signInAs(on, host, { role: 'manager' });
  const at = ({ eventId }: Event, rest = ''): string =>
    `/hosts/${host.hostId}/events/${eventId}/tickets${rest}`;
  const versionOf = async (sku: string | undefined): Promise<number> => {
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM ticket_types WHERE id = $1',
      [sku],
    );
    return rows[0]?.version ?? 0;
  };
  return {
    on,
    other,
    host,
    manager,
    at,
    versionOf,
    see: async (event: Event): Promise<EventTicketsView> =>
      (await askDashboard(on, at(event), { as: manager })).body.data,
    post: (event: Event, rest: string, body: object): Promise<Answer> =>
      askDashboard(on, at(event, rest), { as: manager, method: 'POST', body }),
    /** On the current version, unless another is given. */
    change: async (event: Event, sku: string | undefined, changes: object): Promise<Answer> =>
      askDashboard(on, at(event, `/${sku}`), {
        as: manager,
        method: 'PATCH',
        body: { version: await versionOf(sku), ...changes },
      }),
    remove: (event: Event, sku: string | undefined): Promise<Answer> =>
      askDashboard(on, at(event, `/${sku}`), { as: manager, method: 'DELETE' }),
    lastLine: async () => {
      const { rows } = await on.app.database.query(
        `SELECT action, person_id, subject_name, before, after FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT 1`,
        [host.hostId],
      );
      return rows[0];
    },
    /** Asked again and again, until it is so. */
    soon: (what: string, check: () => Promise<boolean>): Promise<unknown> =>
      until(what, check, SOONER_THAN_FORGOTTEN_MS),
    /** The tickets that the API of the other process lists. */
    tickets: async ({ slug }: Event) =>
      (await ask(other, `/events/${slug}/tickets`, { key: host })).body.data as {
        id: string;
        name: string;
        status: string;
        price: number;
        quantityLeft: number;
      }[],
    tryHold: (
      { slug }: Event,
      sku: string | undefined,
      { quantity = 1, through = on } = {},
    ): Promise<Answer> =>
      ask(through, `/events/${slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': randomUUID() },
        body: { items: [{ sku, quantity }] },
      }),
    cart: (
      { slug }: Event,
      sku: string | undefined,
      { quantity = 1, ...rest }: { quantity?: number; token?: string } = {},
    ): Promise<HeldCart> => hold(on, host, { slug, items: [{ sku, quantity }], ...rest }),
    check: async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []),
    close: async (): Promise<void> => {
      await other.close();
      assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
    },
  };
}
