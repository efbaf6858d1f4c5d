import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { OpenApiDocument } from '../../src/values/openapi-document.ts';
import { makeKey } from '../../src/hosts/keys/key-text.ts';
import { rotatePrivateKey } from '../../src/hosts/keys/private-key.ts';
import { createPublicKey, revokePublicKey } from '../../src/hosts/keys/public-keys.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import {
  askAsDocumented,
  assertDocumented,
  assertRefusal,
  constantHeaders,
  fetchDocument,
  operationsOf,
  type DocumentedOperation,
} from './document.ts';
import { FOUND_BY_SLUG, LISTED, NOT_PUBLIC, seedCatalog } from './seed-catalog.ts';

let on: TestApp;
let host: TestHost;
let other: TestHost;
let document: OpenApiDocument;
let operations: DocumentedOperation[];

before(async () => {
  on = await startTestApp();
  ({ host, other } = await seedCatalog(on));
  document = await fetchDocument(on);
  operations = operationsOf(document);
});
after(() => on.close());

/** The whole answer, with the slug that was asked for blotted out. */
function withoutSlug(answer: Answer, slug: string): unknown {
  return {
    status: answer.status,
    body: JSON.stringify(answer.body).replaceAll(slug, '<slug>'),
    headers: constantHeaders(answer),
  };
}

test('on every route another host’s event and a draft look as if they were not there', async () => {
  const routes = operations.filter(({ path }) => path.includes('{slug}'));
  assert.ok(routes.length >= 3);
  for (const documented of routes) {
    const cases: [TestHost, string][] = [
      ...FOUND_BY_SLUG.map((slug): [TestHost, string] => [other, slug]),
      ...NOT_PUBLIC.flatMap((slug): [TestHost, string][] => [
        [host, slug],
        [other, slug],
      ]),
      [host, 'other-hosts'],
    ];
    for (const [key, slug] of cases) {
      // As long as the one asked for, so that not even the length tells them apart.
      const unknown = 'z'.repeat(slug.length);
      const answer = await askAsDocumented(on, document, documented, { slug, key });
      const expected = await askAsDocumented(on, document, documented, { slug: unknown, key });
      assertRefusal(answer, { status: 404, codes: ['not_found'] });
      assertDocumented(document, documented.operation, answer);
      assert.deepEqual(
        withoutSlug(answer, slug),
        withoutSlug(expected, unknown),
        `${documented.path} of ${slug}`,
      );
    }
  }
});

test('the list never shows another host’s events, whatever is asked', async () => {
  const queries = [
    '',
    '?limit=100',
    '?category=music',
    '?q=event',
    '?q=test',
    `?hostId=${host.hostId}`,
    '?host=*',
  ];
  for (const query of queries) {
    for (const [key, slugs] of [
      [other, ['other-hosts']],
      [host, LISTED.toReversed()],
    ] as const) {
      // Twice, since what was answered once may take a shorter way.
      for (let n = 0; n < 2; n++) {
        const { body } = await ask(on, `/events${query}`, { key });
        assert.deepEqual(
          body.data.items.map((item: { slug: string }) => item.slug),
          slugs,
          query,
        );
      }
    }
  }
});

test('two hosts that ask the same in the same tick each get their own', async () => {
  const asked = Array.from({ length: 40 }, async (_, n) => {
    const key = n % 2 ? host : other;
    const { body } = await ask(on, '/events?limit=99', { key });
    const slugs = new Set(body.data.items.map((item: { slug: string }) => item.slug));
    assert.equal(slugs.has('other-hosts'), key === other);
    assert.equal(slugs.has('full'), key === host);
  });
  await Promise.all(asked);
});

test('every route by every sort of key answers as that key may', async () => {
  const revoked = await on.app.database.transaction((tx) =>
    createPublicKey(tx, { actor: OPERATOR, hostId: host.hostId, name: 'Revoked' }),
  );
  await on.app.database.transaction((tx) =>
    revokePublicKey(tx, { actor: OPERATOR, hostId: host.hostId, keyId: revoked.keyId }),
  );
  const refusals: Record<string, { key?: string; status: number; codes: string[] }> = {
    none: { status: 401, codes: ['unauthorized'] },
    garbage: { key: 'garbage', status: 401, codes: ['unauthorized'] },
    unknown: { key: makeKey('public'), status: 401, codes: ['unauthorized'] },
    'unknown private': { key: makeKey('private'), status: 401, codes: ['unauthorized'] },
    revoked: { key: revoked.publicKey, status: 401, codes: ['unauthorized'] },
    private: { key: host.privateKey, status: 403, codes: ['wrong_key_type'] },
  };
  for (const documented of operations) {
    for (const [sort, { key, status, codes }] of Object.entries(refusals)) {
      const answer = await askAsDocumented(on, document, documented, { slug: 'full', ...(key && { key }) });
      assertDocumented(document, documented.operation, answer);
      if (documented.needsKey) assertRefusal(answer, { status, codes });
      else assert.equal(answer.status, 200, `${documented.path} by ${sort}`);
    }
    const answer = await askAsDocumented(on, document, documented, { slug: 'full', key: host });
    assert.ok(![401, 403].includes(answer.status), documented.path);
    if (documented.method === 'get') assert.equal(answer.status, 200, documented.path);
  }
});

test('a refusal of a key does not tell whether the event exists, nor repeat the key', async () => {
  for (const key of [makeKey('public'), host.privateKey]) {
    const answers = [await ask(on, '/events/full', { key }), await ask(on, '/events/zzzz', { key })];
    const [known, unknown] = answers.map((answer) => withoutSlug(answer, 'none'));
    assert.deepEqual(known, unknown);
    assert.ok(!JSON.stringify(answers[0]?.body).includes(key.slice(3, 20)));
  }
});

test('a host has several keys, and revoking one leaves the others good', async () => {
  const { hostId, publicKey } = await makeHost(on);
  const second = await on.app.database.transaction((tx) =>
    createPublicKey(tx, { actor: OPERATOR, hostId, name: 'Second' }),
  );
  const statusOf = async (key: string) => (await ask(on, '/events', { key })).status;
  assert.deepEqual([await statusOf(publicKey), await statusOf(second.publicKey)], [200, 200]);
  const revoke = (byHost: string) =>
    on.app.database.transaction((tx) =>
      revokePublicKey(tx, { actor: OPERATOR, hostId: byHost, keyId: second.keyId }),
    );
  await assert.rejects(revoke(other.hostId), /no such key/, 'not by another host');
  assert.equal(await statusOf(second.publicKey), 200);
  await revoke(hostId);
  await until('the key to be refused', async () => (await statusOf(second.publicKey)) === 401);
  assert.equal(await statusOf(publicKey), 200);
});

test('a revoked key stops working in every process, on every route', async (t) => {
  const second = await startTestApp({ on });
  t.after(() => second.close());
  const owner = await makeHost(on);
  await makeEvent(on, owner, { slug: 'revoked-hosts' });
  const reads = operations.filter(({ method, needsKey }) => method === 'get' && needsKey);
  const statuses = async (app: TestApp) => {
    const answers = [];
    for (const documented of reads)
      answers.push(
        (await askAsDocumented(app, document, documented, { slug: 'revoked-hosts', key: owner })).status,
      );
    return new Set(answers);
  };
  for (const app of [on, second]) assert.deepEqual(await statuses(app), new Set([200]));
  await on.app.database.transaction((tx) => revokePublicKey(tx, { ...owner, actor: OPERATOR }));
  for (const app of [on, second]) {
    await until(
      'the key to be refused',
      async () => (await ask(app, '/events', { key: owner })).status === 401,
    );
    assert.deepEqual(await statuses(app), new Set([401]));
  }
});

test('a private key that was rotated away is unknown in every process, the new one is recognised', async (t) => {
  const second = await startTestApp({ on });
  t.after(() => second.close());
  const owner = await makeHost(on);
  const statusOf = async (app: TestApp, key: string) => (await ask(app, '/events', { key })).status;
  for (const app of [on, second]) assert.equal(await statusOf(app, owner.privateKey), 403);
  const rotated = await on.app.database.transaction((tx) =>
    rotatePrivateKey(tx, on.secretKeys, { hostId: owner.hostId, actor: OPERATOR }),
  );
  for (const app of [on, second]) {
    await until('the old key to be unknown', async () => (await statusOf(app, owner.privateKey)) === 401);
    assert.equal(await statusOf(app, rotated), 403);
    assert.equal(await statusOf(app, owner.publicKey), 200);
  }
});
