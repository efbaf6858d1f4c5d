import assert from 'node:assert/strict';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { stopSweeper } from '../../src/inventory/hold-engine.fixture.ts';
import { quantityLeft } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { assertDocumented, assertRefusal, fetchDocument, operationsOf } from './document.ts';

export const ENVIRONMENT = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  // So that a test can come from any address.
  TRUST_PROXY: 'loopback',
};
export const A_MINUTE_MS = 60_000;
export const AN_HOUR_MS = 60 * A_MINUTE_MS;

export type From = { app?: TestApp; token?: string; address?: string; key?: TestHost };

/** Two processes on one database with nobody sweeping, and a host whose tickets can be held through either. */
export async function startReservations() {
  const on = await startTestApp({ environment: ENVIRONMENT });
  const second = await startTestApp({ on, environment: ENVIRONMENT });
  await stopSweeper(on);
  const host = await makeHost(on);
  return {
    on,
    second,
    host,
    ...(await buyersOf(on, host)),
    ...recordsOf(on),
    left: (slug: string): Promise<number[]> => quantityLeft(on, host, slug),
    query: (sql: string, values: unknown[]) => on.app.database.query(sql, values),
    check: async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []),
    close: async (): Promise<void> => {
      await second.close();
      await on.close();
    },
  };
}

/** The buyers' actions. Every answer that they get is held to the API document. */
async function buyersOf(on: TestApp, host: TestHost) {
  const document = await fetchDocument(on);
  const operations = new Map(
    operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
  );

  function documented(operationId: string, answer: Answer): Answer {
    const operation = operations.get(operationId);
    assert.ok(operation, operationId);
    assertDocumented(document, operation, answer);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
    return answer;
  }

  async function post(slug: string, body: unknown, from: From = {}): Promise<Answer> {
    const answer = await ask(from.app ?? on, `/events/${slug}/reservations`, {
      method: 'POST',
      key: from.key ?? host,
      headers: headersOf(from),
      body,
    });
    return documented('createReservation', answer);
  }

  return {
    documented,
    post,

    /** Asks for one ticket type. */
    hold: (slug: string, sku: string | undefined, quantity: number, from: From = {}) =>
      post(slug, { items: [{ sku, quantity }] }, from),

    release: async (slug: string, from: From = {}): Promise<Answer> => {
      const answer = await ask(from.app ?? on, `/events/${slug}/reservations`, {
        method: 'DELETE',
        key: from.key ?? host,
        headers: headersOf(from),
      });
      return documented('releaseReservation', answer);
    },
  };
}

function headersOf({ token, address }: From): Record<string, string> {
  return {
    ...(token !== undefined && { 'x-device-id': token }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
}

export async function held(answer: Answer | Promise<Answer>, status = 201): Promise<Answer['body']> {
  const { status: got, body } = await answer;
  assert.equal(got, status, JSON.stringify(body));
  return body.data;
}

export async function refused(answer: Answer | Promise<Answer>, code: string, status = 400): Promise<string> {
  const got = await answer;
  assertRefusal(got, { status, codes: [code] });
  return got.body.message as string;
}

type Stored = {
  id: string;
  token: string;
  is_shared: boolean;
  client_address: string;
  first_held_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  quantity: number;
  quote_reference: string;
  quote: { total: number; items: unknown[] };
  promo_code_id: string | null;
};

/** The recorded reservations of an event. */
const recordsOf = ({ app: { database } }: TestApp) => ({
  stored: async (slug: string, token: string): Promise<Stored> => {
    const { rows } = await database.query<Stored>(
      `SELECT r.* FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.slug = $1 AND r.token = $2`,
      [slug, token],
    );
    assert.equal(rows.length, 1);
    return rows[0] as Stored;
  },

  countStored: async (slug: string): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*) FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.slug = $1`,
      [slug],
    );
    return rows[0]?.count ?? 0;
  },

  /** Moves the end of a hold, as if it had been made so much earlier. */
  moveExpiry: async (token: string, byMs: number): Promise<void> => {
    await database.query(
      `WITH moved AS (
         UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE token = $1
         RETURNING id, expires_at)
       UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
      [token, byMs],
    );
  },
});
