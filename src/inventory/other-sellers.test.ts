import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test, type TestContext } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { until } from '../../test/harness/until.ts';
import { listenForChanges } from '../db/changes.ts';
import { createOtherSellers } from './other-sellers.ts';

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
after(() => testDatabase.drop());

/** As a process of its own would have it. */
async function openSeller(t: TestContext, processId: string) {
  const changes = listenForChanges(database, () => {});
  t.after(() => changes.close());
  const sellers = createOtherSellers({ database, changes, processId });
  await changes.start();
  return sellers;
}

test('a process knows whether others sell what it sells', async (t) => {
  const [here, there, elsewhere] = await Promise.all(
    ['here', 'there', 'elsewhere'].map((id) => openSeller(t, id)),
  );
  assert.ok(here && there && elsewhere);
  const [event, other] = [{ eventId: randomUUID() }, { eventId: randomUUID() }];
  await until('both to know', () => {
    for (const seller of [here, there]) seller.note([event]);
    elsewhere.note([other]);
    return here.areThere() && there.areThere();
  });
  // It has heard the same messages, and sells something else.
  assert.equal(elsewhere.areThere(), false);
  await until('the rest to be over', () => {
    here.note([event]);
    return !here.areThere();
  });
});
