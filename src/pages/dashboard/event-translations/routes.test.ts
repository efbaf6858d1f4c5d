import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

suite('the translations of an event, in the dashboard', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(() => on.close());

  const pathOf = (eventId: string, rest = ''): string =>
    `/hosts/${host.hostId}/events/${eventId}/translations${rest}`;
  const see = async (eventId: string, language = 'fr') =>
    (await askDashboard(on, pathOf(eventId, `?language=${language}`), { as: owner })).body.data;
  const send = (
    eventId: string,
    rest: string,
    body: object,
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<Answer> => askDashboard(on, pathOf(eventId, rest), { as: owner, method, body });

  test('a language is added, its texts are listed with what is missing, saved, and removed again', async () => {
    const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular' }] });
    assert.equal((await see(eventId)).shown, null);
    assert.equal((await send(eventId, '/languages', { language: 'fr' })).status, 200);
    const added = await see(eventId);
    assert.deepEqual(added.languages, [{ language: 'fr', translated: 0 }]);
    assert.ok(!added.others.includes('fr') && !added.others.includes('en'));
    const saved = await send(
      eventId,
      '/texts',
      {
        version: added.version,
        language: 'fr',
        texts: [{ name: `ticketTypes-${skus[0]}-name`, text: ' Normal ' }],
      },
      'PATCH',
    );
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const { shown, languages } = await see(eventId);
    assert.deepEqual(languages, [{ language: 'fr', translated: 1 }]);
    assert.deepEqual(
      shown.texts.map(({ original, text }: { original: string; text: string }) => [original, text]).at(-1),
      ['Regular', 'Normal'],
    );
    assert.equal((await send(eventId, '/remove', { language: 'fr' })).status, 200);
    assert.equal((await send(eventId, '/remove', { language: 'fr' })).body.error_code, 'not_found');
    const { rows } = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [eventId],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['event.add_language', 'event.translate', 'event.remove_language'],
    );
  });

  test('a text that is too long, or somebody else’s change, is told with its field', async () => {
    const { eventId } = await makeEvent(on, host);
    await send(eventId, '/languages', { language: 'fr' });
    const { version } = await see(eventId);
    const texts = [{ name: 'event-name', text: 'n'.repeat(201) }];
    const long = await send(eventId, '/texts', { version, language: 'fr', texts }, 'PATCH');
    assert.deepEqual([long.status, long.body.field], [400, 'event-name']);
    const late = await send(eventId, '/texts', { version: version - 1, language: 'fr', texts: [] }, 'PATCH');
    assert.equal(late.body.error_code, 'changed_meanwhile');
    assert.equal(late.body.current.version, version);
  });
});
