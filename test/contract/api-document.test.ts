import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { resolve } from '../../src/values/openapi-document.ts';
import { REFUSALS } from '../../src/refusal.ts';
import { ask } from '../harness/client.ts';
import { startCatalog } from './catalog.fixture.ts';
import { assertMatches, parametersOf } from './document.ts';

const catalog = await startCatalog();
const { on, document, operations } = catalog;
after(() => catalog.close());

describe('the API document', () => {
  test('is OpenAPI 3.1.0 for the address that the API is at', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.match(document.servers?.[0]?.url ?? '', /\/api\/v1$/);
    assert.deepEqual(document.security, [{ publicKey: [] }]);
    assert.equal(document.components?.securitySchemes?.['publicKey']?.scheme, 'bearer');
  });

  test('has the read endpoints of the specification, and health alone takes no key', () => {
    const routes = new Set(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    for (const path of [
      '/health',
      '/events',
      '/events/{slug}',
      '/events/{slug}/gallery',
      '/events/{slug}/tickets',
    ]) {
      assert.ok(routes.has(`GET ${path}`), path);
    }
    assert.deepEqual(
      operations.filter(({ needsKey }) => !needsKey).map(({ path }) => path),
      ['/health'],
    );
  });

  test('names every operation once, and tells what each is for', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { operation } of operations) {
      assert.ok(operation.operationId && operation.summary && operation.description);
      const tags = document.tags?.map(({ name }) => name) ?? [];
      assert.ok(operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? ''));
    }
  });

  test('has each path parameter of a path, required, and no other', () => {
    for (const { operation, path } of operations) {
      const inPath = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map(({ name }) => name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      assert.ok(inPath.every(({ required }) => required));
    }
  });

  test('knows every error code it names, under the status of that code', () => {
    for (const { operation, needsKey } of operations) {
      for (const [status, written] of Object.entries(operation.responses)) {
        const codes = resolve(document, 'responses', written)['x-error-codes'] ?? [];
        for (const { code } of codes) {
          assert.ok(code in REFUSALS, code);
          assert.equal(REFUSALS[code as keyof typeof REFUSALS].status, Number(status));
        }
      }
      for (const status of needsKey ? [401, 403, 429, 500, 503] : [503]) {
        assert.ok(operation.responses[status], `${operation.operationId} can answer ${status}`);
      }
    }
  });

  test('has examples that keep to their own schemas', () => {
    let count = 0;
    const webhooks = Object.values(document.webhooks ?? {}).flatMap(({ post }) => post ?? []);
    assert.equal(webhooks.length, 2);
    for (const operation of [...operations.map((one) => one.operation), ...webhooks]) {
      for (const [status, written] of Object.entries(operation.responses)) {
        const media = resolve(document, 'responses', written).content?.['application/json'];
        if (media?.example === undefined) continue;
        assert.ok(media.schema);
        assertMatches(
          media.schema,
          media.example,
          `the example of ${operation.operationId} ${status}`,
          document,
        );
        count++;
      }
      for (const { name, example, schema } of parametersOf(document, operation)) {
        if (example === undefined || !schema) continue;
        assertMatches(schema, example, `the example of ${name}`);
        count++;
      }
      if (!operation.requestBody) continue;
      const media = resolve(document, 'requestBodies', operation.requestBody).content['application/json'];
      if (media?.example !== undefined && media.schema)
        assertMatches(media.schema, media.example, `the body of ${operation.operationId}`, document);
    }
    assert.ok(count > 20, `${count} examples`);
  });

  test('is docs/openapi.json (npm run api-document writes it anew): a change of it is a change of the contract', (t) => {
    const kept = { ...document, servers: [{ url: 'https://tickets.example/api/v1' }] };
    t.assert.fileSnapshot(kept, join(import.meta.dirname, '../../docs/openapi.json'), {
      serializers: [(value: unknown) => `${JSON.stringify(value, null, 2)}\n`],
    });
  });

  test('is shown to any site without a key', async () => {
    const answer = await ask(on, '/openapi.json');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  });
});
