import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { addGalleryImage, addHeadliner } from '../../src/events/headliners-and-gallery.ts';
import { matchesEtag } from '../../src/http/conditional.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

const PATHS = ['/events', '/events/jazz', '/events/jazz/gallery'];
const CACHE_CONTROL = 'private, max-age=60, stale-while-revalidate=120';

let on: TestApp;
let host: TestHost;
let eventId: string;
let sku: string;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  const event = await makeEvent(on, host, { slug: 'jazz', description: 'A night of jazz. '.repeat(50) });
  eventId = event.eventId;
  sku = event.skus[0] ?? '';
});
after(() => on.close());

const get = (path: string, ifNoneMatch?: string): Promise<Answer> =>
  ask(on, path, {
    key: host,
    ...(ifNoneMatch !== undefined && { headers: { 'if-none-match': ifNoneMatch } }),
  });

async function etagOf(path: string): Promise<string> {
  const { status, headers } = await get(path);
  assert.equal(status, 200);
  return headers.get('etag') ?? '';
}

test('every answer carries a strong ETag and the caching rule', async () => {
  for (const path of PATHS) {
    const { headers } = await get(path);
    assert.match(headers.get('etag') ?? '', /^"[\x21\x23-\x7e]+"$/);
    assert.equal(headers.get('cache-control'), CACHE_CONTROL);
    assert.equal(headers.get('vary'), 'Authorization, Accept-Encoding');
  }
});

test('a client that has it already gets 304, no body, and the headers of the 200', async () => {
  for (const path of PATHS) {
    const full = await get(path);
    const etag = full.headers.get('etag') ?? '';
    const opaque = etag.slice(1, -1);
    for (const sent of [
      etag,
      `W/${etag}`,
      '*',
      ` ${etag} `,
      `"a", ${etag}`,
      `${etag},"b"`,
      `W/"x" , W/${etag},"y"`,
      `"with,comma", ${etag}`,
      `, , ${etag}`,
    ]) {
      const answer = await get(path, sent);
      assert.equal(answer.status, 304, `${path} with ${sent}`);
      assert.equal(answer.body, '');
      for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin'])
        assert.equal(answer.headers.get(name), full.headers.get(name), name);
      assert.equal(answer.headers.get('content-type'), null);
    }
    for (const sent of [
      '"other"',
      'W/"other"',
      opaque,
      `'${opaque}'`,
      '',
      '**',
      `"${opaque}`,
      'garbage',
      `"${opaque}x"`,
      `w/"x"`,
    ]) {
      const answer = await get(path, sent);
      assert.equal(answer.status, 200, `${path} with ${sent}`);
      assert.deepEqual(answer.body, full.body);
      assert.equal(answer.headers.get('etag'), etag);
    }
  }
});

test('a 304 has not one byte behind its head', async () => {
  for (const path of PATHS) {
    const etag = await etagOf(path);
    const text = await rawAnswer(path, [etag]);
    assert.match(text, /^HTTP\/1\.1 304 /);
    assert.ok(text.endsWith('\r\n\r\n'));
    assert.doesNotMatch(text, /transfer-encoding/i);
  }
});

test('tags spread over several header lines are one list', async () => {
  const etag = await etagOf('/events/jazz');
  assert.match(await rawAnswer('/events/jazz', ['"a"', etag]), /^HTTP\/1\.1 304 /);
  assert.match(await rawAnswer('/events/jazz', ['"a"', '"b"']), /^HTTP\/1\.1 200 /);
});

test('a HEAD request is conditional too', async () => {
  for (const path of PATHS) {
    const etag = await etagOf(path);
    const answer = await ask(on, path, { key: host, method: 'HEAD', headers: { 'if-none-match': etag } });
    assert.deepEqual([answer.status, answer.headers.get('etag')], [304, etag]);
  }
});

describe('encodings', () => {
  /** Made by hand: fetch unpacks what it gets, and says what it takes by itself. */
  const getRaw = (path: string, headers: Record<string, string>, method = 'GET'): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${on.baseUrl}${path}`,
        { method, agent: false, headers: { authorization: `Bearer ${host.publicKey}`, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  type RawAnswer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };
  const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

  for (const [encoding, unpack] of Object.entries(UNPACK)) {
    test(`${encoding} has the same answer in other bytes, under a tag of its own`, async () => {
      for (const path of ['/events', '/events/jazz', '/events/jazz/gallery?x=1', '/events/jazz/gallery']) {
        const plain = await getRaw(path, {});
        // The first one waits until it is made; the second comes from memory.
        for (const _ of [1, 2]) {
          const { status, headers, body } = await getRaw(path, { 'accept-encoding': encoding });
          const isTiny = plain.body.length < 1_000;
          assert.equal(status, 200);
          assert.equal(headers['content-encoding'], isTiny ? undefined : encoding);
          assert.deepEqual(isTiny ? body : unpack(body), plain.body);
          assert.equal(headers['content-length'], String(body.length));
          assert.equal(headers.vary, 'Authorization, Accept-Encoding');
          assert.equal(headers.etag === plain.headers.etag, isTiny);
        }
      }
      assert.ok((await getRaw('/events/jazz', {})).body.length >= 1_000, 'one of them is not tiny');
    });
  }

  test('a tag of any encoding answers 304 in every encoding, and is the one that is named', async () => {
    const tags = [];
    for (const encoding of ['identity', 'br', 'gzip'])
      tags.push((await getRaw('/events/jazz', { 'accept-encoding': encoding })).headers.etag ?? '');
    assert.equal(new Set(tags).size, 3);
    for (const encoding of ['identity', 'br', 'gzip'])
      for (const tag of tags) {
        const asked = { 'accept-encoding': encoding, 'if-none-match': `"other", W/${tag}` };
        const { status, headers, body } = await getRaw('/events/jazz', asked);
        assert.deepEqual([status, headers.etag, body.length], [304, tag, 0]);
        assert.equal(headers['content-encoding'], undefined);
        assert.equal(headers.vary, 'Authorization, Accept-Encoding');
      }
    const [, br] = tags;
    const asked = { 'accept-encoding': 'br', 'if-none-match': tags.join(', ') };
    assert.equal((await getRaw('/events/jazz', asked)).headers.etag, br);
  });

  test('HEAD says how long it would be, and a part of it is not given', async () => {
    for (const encoding of ['br', 'gzip']) {
      const full = await getRaw('/events/jazz', { 'accept-encoding': encoding });
      const head = await getRaw('/events/jazz', { 'accept-encoding': encoding }, 'HEAD');
      for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
        assert.equal(head.headers[name], full.headers[name], name);
      const part = await getRaw('/events/jazz', { 'accept-encoding': encoding, range: 'bytes=0-9' });
      assert.deepEqual([part.status, part.body], [200, full.body]);
    }
  });

  test('live answers, answers with a token and refusals go as they are', async () => {
    const asked = { 'accept-encoding': 'br, gzip', 'x-device-id': crypto.randomUUID() };
    for (const path of ['/events/jazz/tickets', '/events/unknown', '/events?limit=0'])
      assert.equal((await getRaw(path, asked)).headers['content-encoding'], undefined, path);
    const held = await ask(on, '/events/jazz/reservations', {
      method: 'POST',
      key: host,
      headers: asked,
      body: { items: [{ sku, quantity: 1 }] },
    });
    assert.deepEqual([held.status, held.headers.get('content-encoding')], [201, null]);
  });

  test('the API’s description is encoded too, and 304 to who has it', async () => {
    const plain = await getRaw('/openapi.json', {});
    for (const [encoding, unpack] of Object.entries(UNPACK)) {
      const { headers, body } = await getRaw('/openapi.json', { 'accept-encoding': encoding });
      assert.equal(headers['content-encoding'], encoding);
      assert.equal(headers.vary, 'Accept-Encoding');
      assert.deepEqual(unpack(body), plain.body);
      assert.ok(body.length < plain.body.length / 4);
      const again = await getRaw('/openapi.json', { 'if-none-match': headers.etag ?? '' });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
    }
  });
});

test('an error is never 304, whatever the client has', async () => {
  for (const path of ['/events/unknown', '/events/unknown/gallery', '/events?limit=0', '/events?cursor=x'])
    assert.ok([400, 404].includes((await get(path, '*')).status), path);
  assert.equal((await ask(on, '/events', { headers: { 'if-none-match': '*' } })).status, 401);
});

test('tickets are never kept by anybody and have no ETag', async () => {
  for (const sent of [undefined, '*', '"x"']) {
    const answer = await get('/events/jazz/tickets', sent);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
    assert.equal(answer.body.data.length, 1);
  }
});

test('different lists and different hosts have different tags; the same bytes the same', async () => {
  const other = await makeHost(on);
  await makeEvent(on, other, { slug: 'other-jazz', name: 'Other' });
  const { headers } = await ask(on, '/events', {
    key: other,
    headers: { 'if-none-match': await etagOf('/events') },
  });
  assert.notEqual(headers.get('etag'), await etagOf('/events'));
  assert.equal(await etagOf('/events?limit=20'), await etagOf('/events'));
});

const changes: Record<string, { paths: string[]; make: () => Promise<unknown> }> = {
  'a new name': {
    paths: ['/events', '/events/jazz'],
    make: () => on.app.database.query(`UPDATE events SET name = 'Renamed' WHERE id = $1`, [eventId]),
  },
  'a new price': {
    paths: ['/events', '/events/jazz'],
    make: () => on.app.database.query('UPDATE ticket_types SET price_minor = 777 WHERE id = $1', [sku]),
  },
  'a new headliner': {
    paths: ['/events/jazz'],
    make: () =>
      on.app.database.transaction((tx) =>
        addHeadliner(tx, { eventId, name: 'Ama', role: 'Singer', imageFile: null, position: 0 }),
      ),
  },
  'a renamed headliner': {
    paths: ['/events/jazz'],
    make: () => on.app.database.query(`UPDATE headliners SET name = 'Esi' WHERE event_id = $1`, [eventId]),
  },
  'a new picture': {
    paths: ['/events/jazz/gallery'],
    make: () =>
      on.app.database.transaction((tx) =>
        addGalleryImage(tx, {
          eventId,
          file: 'a.png',
          thumbnailFile: 'a-small.png',
          widthPx: 10,
          heightPx: 10,
          alt: '',
          position: 0,
        }),
      ),
  },
  'a picture taken down': {
    paths: ['/events/jazz/gallery'],
    make: () => on.app.database.query('DELETE FROM gallery_images WHERE event_id = $1', [eventId]),
  },
  'a category’s new name': {
    paths: ['/events', '/events/jazz'],
    make: () => on.app.database.query(`UPDATE categories SET name = 'Live music' WHERE slug = 'music'`),
  },
};

for (const [what, { paths, make }] of Object.entries(changes)) {
  test(`${what} gives a new ETag, and the old one no longer gives 304`, async () => {
    const earlier = new Map<string, string>();
    for (const path of paths) earlier.set(path, await etagOf(path));
    await make();
    for (const [path, etag] of earlier) {
      const answer = await until(`a new answer to ${path}`, async () => {
        const latest = await get(path, etag);
        return latest.status === 200 && latest;
      });
      assert.notEqual(answer.headers.get('etag'), etag);
      assert.equal((await get(path, answer.headers.get('etag') ?? '')).status, 304);
    }
  });
}

test('matchesEtag agrees with RFC 9110 on every well-formed header', () => {
  const opaque = fc.string({ unit: fc.constantFrom(...'ab,*W/\\;!\u00ff'.split('')), maxLength: 4 });
  const tag = fc.record({ isWeak: fc.boolean(), opaque });
  const space = fc.constantFrom('', ' ', '\t', '  ');
  const separator = fc.tuple(space, fc.constantFrom(',', ', ,'), space).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      opaque,
      fc.array(fc.tuple(tag, separator), { minLength: 1, maxLength: 5 }),
      (current, listed) => {
        const header = listed
          .map(([{ isWeak, opaque: text }, behind], index) => {
            const written = `${isWeak ? 'W/' : ''}"${text}"`;
            return index === listed.length - 1 ? written : written + behind;
          })
          .join('');
        // Weak comparison: the opaque parts are equal, character by character.
        const expected = listed.some(([{ opaque: text }]) => text === current);
        assert.equal(matchesEtag(header, `"${current}"`), expected, header);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('matchesEtag takes no header for no match and an asterisk for any', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.equal(matchesEtag(undefined, `"${text}"`), false);
      assert.equal(matchesEtag('*', `"${text}"`), true);
    }),
  );
});

test('matchesEtag reads a long hostile header in one pass', () => {
  for (const hostile of [
    '"'.repeat(16_000),
    'W/'.repeat(8_000),
    `"${'a'.repeat(16_000)}`,
    ','.repeat(16_000),
  ])
    assert.equal(matchesEtag(hostile, '"x"'), false);
});

/** The very bytes of an answer, for what fetch hides. */
function rawAnswer(path: string, tags: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { host: address, port, pathname } = new URL(`${on.baseUrl}${path}`);
    const sent = request({
      port,
      path: pathname,
      agent: false,
      // As a flat list each pair is a line of its own.
      headers: [
        'host',
        address,
        'authorization',
        `Bearer ${host.publicKey}`,
        ...tags.flatMap((tag) => ['if-none-match', tag]),
      ],
    });
    sent.on('socket', (socket) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    sent.on('response', (response) => response.resume());
    sent.on('error', reject);
    sent.end();
  });
}
