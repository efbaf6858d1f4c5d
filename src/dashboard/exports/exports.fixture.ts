import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import type { TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, type SignedIn } from '../../../test/harness/sign-in.ts';
import type { TestApp } from '../../../test/harness/test-app.ts';

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
