import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, type SignedIn } from '../../../../test/harness/sign-in.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';

type Asked = { withBom?: boolean; separator?: 'comma' | 'semicolon'; filters: Record<string, unknown> };

export const NO_FILTERS = {
  eventId: null,
  search: null,
  status: null,
  source: null,
  wayOfPayment: null,
  ticketTypeId: null,
  promoCode: null,
  from: null,
  to: null,
  needsAttention: false,
  clock: 'event',
};

export const exportsOf = (host: TestHost): string => `/hosts/${host.hostId}/exports`;

export const askForFile = (on: TestApp, host: TestHost, as: SignedIn, what: string, asked: Asked) =>
  askDashboard(on, `${exportsOf(host)}/${what}`, {
    as,
    method: 'POST',
    body: { withBom: false, separator: 'comma', ...asked },
  });

/** Asks for a file and fetches it, as the page and the browser do. */
export async function fetchFile(
  on: TestApp,
  host: TestHost,
  as: SignedIn,
  what: string,
  asked: Asked,
): Promise<{ text: string; headers: Headers }> {
  const { status, body } = await askForFile(on, host, as, what, asked);
  assert.equal(status, 201, JSON.stringify(body));
  const response = await fetch(`${on.publicUrl}/dashboard${exportsOf(host)}/${body.exportId}`, {
    headers: { cookie: as.cookie },
  });
  assert.equal(response.status, 200);
  return { text: await response.text(), headers: response.headers };
}

/** Its lines, by the names of the columns. Read by another program than the one that wrote them. */
export const linesOf = (text: string, delimiter = ','): Record<string, string>[] =>
  parse(text, { columns: true, bom: true, delimiter });

/** Begins to fetch a file, and takes nothing more off the wire once it has begun. */
export async function openAndStop(on: TestApp, host: TestHost, as: SignedIn, exportId: string) {
  const { hostname, port } = new URL(on.publicUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET /dashboard${exportsOf(host)}/${exportId} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${as.cookie}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

/** Orders of these events that nobody paid, of any size. */
export async function fillOrders(
  on: TestApp,
  hostId: string,
  eventIds: string | string[],
  {
    count,
    at = '2026-06-01T12:00:00Z',
    metadataBytes = 0,
    promoCodes = null,
  }: { count: number; at?: string; metadataBytes?: number; promoCodes?: string[] | null },
): Promise<void> {
  await on.app.database.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                         first_name, last_name, created_at, metadata, promo_code_id)
     SELECT new_id(), 'TSR-' || upper(regexp_replace(translate(md5(random()::text || e.id || n), 'ilou', '0123'), '^(.{4})(.{4})(.{4})(.{4}).*$', '\\1-\\2-\\3-\\4')),
            e.id, $1, 'api', 'failed', 'q', '{"items":[],"totalFees":0,"discount":0,"promoCode":null}', n * 7 % 1000, 'NGN', 'x' || n || '@test.example',
            'First', 'Last', $4::timestamptz + (n / 100) * interval '1 second', repeat('x', $5), c.id
       FROM unnest($2::uuid[]) AS e (id) CROSS JOIN generate_series(1, $3::integer) AS n
       LEFT JOIN promo_codes AS c ON c.event_id = e.id AND c.code = ANY ($6::text[])`,
    [hostId, [eventIds].flat(), count, at, metadataBytes, promoCodes],
  );
}
