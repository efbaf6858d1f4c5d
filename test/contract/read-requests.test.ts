import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { METHODS } from '../../src/values/openapi-document.ts';
import { makeKey } from '../../src/hosts/keys/key-text.ts';
import { ask } from '../harness/client.ts';
import { startCatalog } from './catalog.fixture.ts';
import { askAsDocumented, assertDocumented, assertRefusal } from './document.ts';
import { NOT_PUBLIC } from './seed-catalog.ts';

const catalog = await startCatalog();
const { on, host, document, operations, reads, readsOfAnEvent, list } = catalog;
after(() => catalog.close());

describe('bad requests', () => {
  test('no good key: 401 everywhere, and 403 for the private key', async () => {
    const garbage = [
      '',
      'x',
      'pk_',
      `${host.publicKey}x`,
      host.publicKey.slice(0, -1),
      'pk_' + '0'.repeat(38),
    ];
    for (const documented of operations.filter(({ needsKey }) => needsKey)) {
      const send = (headers: Record<string, string>) =>
        askAsDocumented(on, document, documented, { slug: 'full', headers });
      const without = [await send({})];
      for (const key of [...garbage, makeKey('public'), makeKey('private')])
        without.push(await send({ authorization: `Bearer ${key}` }));
      for (const text of [
        host.publicKey,
        `Basic ${host.publicKey}`,
        `Bearer ${host.publicKey} x`,
        'x'.repeat(5000),
      ])
        without.push(await send({ authorization: text }));
      for (const answer of without) {
        assertDocumented(document, documented.operation, answer);
        assertRefusal(answer, { status: 401, codes: ['unauthorized'] });
      }
      const answer = await send({ authorization: `Bearer ${host.privateKey}` });
      assertDocumented(document, documented.operation, answer);
      assertRefusal(answer, { status: 403, codes: ['wrong_key_type'] });
    }
  });

  test('a key is good behind any spelling of the scheme', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      assert.equal(
        (await ask(on, '/events', { headers: { authorization: `${scheme} ${host.publicKey}` } })).status,
        200,
      );
  });

  test('a slug that is none, or not public, or not this host’s: 404 on every read of an event', async () => {
    const slugs = [
      ...NOT_PUBLIC,
      'other-hosts',
      'unknown',
      'FULL',
      'full%00',
      'a%2Fb',
      '%2e%2e%2ffull',
      'full%20',
      encodeURIComponent('жаз-🎭'),
      encodeURIComponent(`'; DROP TABLE events; --`),
      '%25',
      '%ff',
      '%zz',
      'a'.repeat(100),
      'a'.repeat(101),
      'a'.repeat(300),
      'a'.repeat(8_000),
      '-',
      'full-',
      '__proto__',
      'constructor',
    ];
    for (const slug of slugs) {
      for (const documented of readsOfAnEvent) {
        const answer = await askAsDocumented(on, document, documented, { slug, key: host });
        assertDocumented(document, documented.operation, answer);
        assertRefusal(answer, { status: 404, codes: ['not_found'] });
      }
    }
  });

  test('a parameter out of its rules: 400 with a message that names it', async () => {
    for (const limit of [
      '0',
      '101',
      'abc',
      '1.5',
      '-1',
      '',
      '1&limit=2',
      '9'.repeat(30),
      'NaN',
      'true',
      '١',
    ]) {
      const answer = await list(`?limit=${limit}`);
      assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
      assert.equal(answer.body.message, 'limit must be a whole number from 1 to 100.');
    }
    for (const name of ['q', 'category', 'cursor']) {
      const answers = [await list(`?${name}=a&${name}=b`)];
      if (name !== 'cursor') {
        answers.push(await list(`?${name}=${'a'.repeat(201)}`), await list(`?${name}=a%00b`));
      }
      for (const answer of answers) {
        assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
        assert.match(String(answer.body.message), new RegExp(`^${name} `));
      }
    }
    assert.equal((await list(`?q=${'a'.repeat(200)}`)).status, 200);
    assert.equal((await list('?q=%zz%ff')).status, 200);
  });

  test('a cursor that was never issued: 400', async () => {
    for (const cursor of [
      'x',
      'null',
      'AAAA',
      '%00',
      '==',
      'A'.repeat(50),
      'A'.repeat(201),
      encodeURIComponent('é'),
      '1',
    ]) {
      assertRefusal(await list(`?cursor=${cursor}`), { status: 400, codes: ['invalid_cursor'] });
    }
  });

  test('an address that can’t be decoded is like any other that is not there: 401 first, and preflights pass', async () => {
    for (const path of ['/events/%ff', '/events/%E0%A4%A/tickets', '/%ff']) {
      const answer = await ask(on, path, { key: host });
      assertRefusal(answer, { status: 404, codes: ['not_found'] });
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /RateLimit/);
      assertRefusal(await ask(on, path), { status: 401, codes: ['unauthorized'] });
      assert.equal((await ask(on, path, { method: 'OPTIONS' })).status, 204);
    }
  });

  test('a method that a path does not have: 404 with the envelope, 401 without a key', async () => {
    for (const path of Object.keys(document.paths)) {
      const address = path.replace('{slug}', 'full');
      const item = document.paths[path];
      for (const method of METHODS.filter((name) => !item?.[name])) {
        for (const body of [undefined, {}, 'text']) {
          const request = { method: method.toUpperCase(), ...(method !== 'get' && { body }) };
          assertRefusal(await ask(on, address, { ...request, key: host }), {
            status: 404,
            codes: ['not_found'],
          });
        }
      }
    }
    for (const path of [
      '/events/full/',
      '/events/full/x',
      '/events/full/tickets/tickets',
      '/events/full/tickets/',
    ]) {
      // Before and after the event itself was asked for: what is known of it must not stand in for these.
      await ask(on, '/events/full/tickets', { key: host });
      assertRefusal(await ask(on, path, { key: host }), { status: 404, codes: ['not_found'] });
    }
    assertRefusal(await ask(on, '/events', { method: 'PUT' }), { status: 401, codes: ['unauthorized'] });
    assertRefusal(await ask(on, '/nothing', { key: host }), { status: 404, codes: ['not_found'] });
    assertRefusal(await ask(on, '/nothing'), { status: 401, codes: ['unauthorized'] });
  });
});

describe('HEAD and OPTIONS', () => {
  test('HEAD answers as GET does, without the body', async () => {
    for (const documented of reads) {
      const get = await askAsDocumented(on, document, documented, { slug: 'full', key: host });
      const head = await askAsDocumented(on, document, documented, {
        slug: 'full',
        key: host,
        method: 'HEAD',
      });
      assert.equal(head.status, get.status);
      assert.equal(head.body, '');
      for (const name of ['etag', 'cache-control', 'content-type', 'content-length', 'vary'])
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${documented.path}`);
    }
    const missing = await ask(on, '/events/unknown', { key: host, method: 'HEAD' });
    assert.deepEqual([missing.status, missing.body], [404, '']);
  });

  test('a browser may ask beforehand on any path, without a key', async () => {
    for (const path of [...Object.keys(document.paths), '/nothing']) {
      const answer = await ask(on, path.replace('{slug}', 'full'), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,x-device-id',
        },
      });
      assert.equal(answer.status, 204);
      assert.equal(answer.body, '');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
      assert.equal(
        answer.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type, X-Device-ID, If-None-Match, Idempotency-Key',
      );
    }
  });

  test('a browser may read what the answers’ headers say', async () => {
    for (const path of ['/events', '/events/unknown', '/health']) {
      const { headers } = await ask(on, path, { key: host });
      assert.equal(
        headers.get('access-control-expose-headers'),
        'ETag, Date, Error-Reason, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
      );
    }
  });

  test('a 401 says how to send a key, to a browser too', async () => {
    for (const [key, said] of [
      [undefined, 'Bearer realm="Tessera"'],
      ['pk_nothing', 'Bearer realm="Tessera", error="invalid_token"'],
    ] as const) {
      const { status, headers } = await ask(on, '/events', key ? { key } : {});
      assert.equal(status, 401);
      assert.equal(headers.get('www-authenticate'), said);
      assert.match(headers.get('access-control-expose-headers') ?? '', /^ETag, .*, WWW-Authenticate$/);
    }
    assert.equal((await ask(on, '/events', { key: host })).headers.get('www-authenticate'), null);
    assert.equal((await ask(on, '/events', { key: host.privateKey })).headers.get('www-authenticate'), null);
  });
});
