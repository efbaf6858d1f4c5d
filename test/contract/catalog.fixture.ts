import assert from 'node:assert/strict';
import { ask, type Answer } from '../harness/client.ts';
import { startTestApp } from '../harness/test-app.ts';
import { assertDocumented, fetchDocument, operationsOf } from './document.ts';
import { seedCatalog } from './seed-catalog.ts';

/** The API with a host that has every sort of event, another host, and what the API says of itself. */
export async function startCatalog() {
  const on = await startTestApp();
  const { host, other } = await seedCatalog(on);
  const document = await fetchDocument(on);
  const operations = operationsOf(document);
  const reads = operations.filter(({ method }) => method === 'get');
  const listEvents = operations.find(({ operation }) => operation.operationId === 'listEvents');
  assert.ok(listEvents, 'listEvents is not documented');
  return {
    on,
    host,
    other,
    document,
    operations,
    reads,
    readsOfAnEvent: reads.filter(({ path }) => path.includes('{slug}')),
    list: async (query: string): Promise<Answer> => {
      const answer = await ask(on, `/events${query}`, { key: host });
      assertDocumented(document, listEvents.operation, answer);
      return answer;
    },
    close: () => on.close(),
  };
}
