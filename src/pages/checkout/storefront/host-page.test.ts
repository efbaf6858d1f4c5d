import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { A_DAY_MS, openTestStorefront, unescapeHtml } from './storefront.fixture.ts';

expectNothingUnhandled();
const { on, host, open } = await openTestStorefront();
after(() => on.close());

test('a host’s page has what is to come by date, page by page, and shortly what was', async () => {
  const busy = await makeHost(on, { name: 'Très Busy!' });
  for (let day = 14; day >= 1; day--)
    await makeEvent(on, busy, {
      name: `Night ${String(day).padStart(2, '0')}`,
      startsAt: new Date(Date.now() + day * A_DAY_MS),
      closesAt: new Date(Date.now() + (day + 1) * A_DAY_MS),
    });
  await makeEvent(on, busy, {
    name: 'Last Year',
    startsAt: new Date(Date.now() - 2 * A_DAY_MS),
    closesAt: new Date(Date.now() - A_DAY_MS),
  });
  const nightsIn = (page: string) => [...page.matchAll(/>Night (\d\d)</g)].map(([, day]) => Number(day));
  const first = (await open('/hosts/tres-busy')).body;
  assert.deepEqual(
    nightsIn(first),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  assert.match(first, />Last Year</);
  const next = unescapeHtml(/rel="next" href="([^"]+)"/.exec(first)?.[1] ?? '');
  const second = (await open(`/hosts/tres-busy${next}`)).body;
  assert.deepEqual(nightsIn(second), [13, 14]);
  assert.doesNotMatch(second, /Last Year|rel="next"/);
  assert.deepEqual(nightsIn((await open('/hosts/tres-busy?after=nonsense')).body), nightsIn(first));
  // Another host's event leads nowhere.
  const { eventId } = await makeEvent(on, host);
  assert.deepEqual(nightsIn((await open(`/hosts/tres-busy?after=${eventId}`)).body), []);

  await makeHost(on, { name: 'Quiet' });
  assert.match((await open('/hosts/quiet')).body, /No events yet/);
});

test('hosts of one name get addresses of their own, at the same moment too', async () => {
  await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      makeHost(on, { name: 'Ọlá & Friends', email: `ola-${index}@test.example` }),
    ),
  );
  await makeHost(on, { name: '小さな家' });
  const { rows } = await on.app.database.query<{ slug: string }>(
    `SELECT slug FROM hosts WHERE name IN ('Ọlá & Friends', '小さな家') ORDER BY slug`,
  );
  assert.deepEqual(
    rows.map(({ slug }) => slug),
    ['host', 'ola-friends', 'ola-friends-2', 'ola-friends-3', 'ola-friends-4'],
  );
});
