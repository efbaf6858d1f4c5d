import assert from 'node:assert/strict';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

export const ENVIRONMENT = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_KEY: '1000000',
};

export type Item = { sku: string; quantity: number };

type Through = Pick<TestApp, 'baseUrl'>;

/** Three processes on one database, and a host whose tickets are fought over through all of them. */
export async function startRaces() {
  const on = await startTestApp({ environment: ENVIRONMENT });
  const apps = [on];
  while (apps.length < 3) apps.push(await startTestApp({ on, environment: ENVIRONMENT }));
  // A server for all of them: what an address may hold is fought over in hoarding.test.ts.
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  return {
    on,
    apps,
    host,

    hold: (through: Through, slug: string, items: Item[], token: string): Promise<Answer> =>
      ask(through, `/events/${slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': token },
        body: { items },
      }),

    release: (through: Through, slug: string, token: string): Promise<Answer> =>
      ask(through, `/events/${slug}/reservations`, {
        method: 'DELETE',
        key: host,
        headers: { 'x-device-id': token },
      }),

    heldOf: async (eventId: string): Promise<number[]> => {
      const { rows } = await on.app.database.query<{ held: number }>(
        'SELECT held FROM ticket_types WHERE event_id = $1 ORDER BY position',
        [eventId],
      );
      return rows.map(({ held }) => held);
    },

    check: async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []),

    close: async (): Promise<void> => {
      for (const app of apps.slice(1)) await app.close();
      assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
    },
  };
}
