import assert from 'node:assert/strict';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

export type Made = { eventId: string; slug: string; skus: string[] };

export type DetailsDesk = Awaited<ReturnType<typeof openDetailsDesk>>;

/** The product with a host and its manager, and what a test does with the details of an event. */
export async function openDetailsDesk() {
  const on: TestApp = await startTestApp();
  const host = await makeHost(on);
  const manager = await signInAs(on, host, { role: 'manager' });

  const pathOf = ({ eventId }: Made): string => `/hosts/${host.hostId}/events/${eventId}/details`;
  const see = async (of: Made) => (await askDashboard(on, pathOf(of), { as: manager })).body.data;
  /** On what is there now, unless another version is named. */
  const change = async (of: Made, changes: object): Promise<Answer> => {
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM events WHERE id = $1',
      [of.eventId],
    );
    return askDashboard(on, pathOf(of), {
      as: manager,
      method: 'PATCH',
      body: { version: rows[0]?.version, ...changes },
    });
  };
  const changed = async (of: Made, changes: object) => {
    const { status, body } = await change(of, changes);
    assert.equal(status, 200, JSON.stringify(body));
    return body.details;
  };
  const refused = async (of: Made, changes: object, field: string, words: RegExp): Promise<void> => {
    const { status, body } = await change(of, changes);
    assert.deepEqual(
      [status, body.error_code, body.field],
      [400, 'validation_failed', field],
      JSON.stringify(changes),
    );
    assert.match(body.message, words);
  };
  const read = (slug: string, from = on): Promise<Answer> => ask(from, `/events/${slug}`, { key: host });
  return { on, host, manager, pathOf, see, change, changed, refused, read, close: () => on.close() };
}
