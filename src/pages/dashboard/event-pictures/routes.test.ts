import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openRaw, type RawConnection } from '../../../../test/harness/raw-socket.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { ROUTES } from '../../../routes.ts';

const MAX_BYTES = ROUTES.eventPictures.upload.maxBodyBytes;

const draw = (background: string, width = 800, height = 1_000): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

suite('the pictures of an event', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let event: { eventId: string; slug: string };
  let red: Buffer;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
    event = await makeEvent(on, host, { name: 'Rooftop Sessions' });
    red = await draw('#c00000');
  });
  after(() => on.close());

  const at = (of = host, eventId = event.eventId): string => `/hosts/${of.hostId}/events/${eventId}`;

  async function upload(
    bytes: Uint8Array<ArrayBuffer> | Buffer,
    { as = owner, path = `${at()}/pictures`, type = 'image/jpeg' } = {},
  ): Promise<Answer> {
    const answer = await fetch(`${on.publicUrl}/dashboard${path}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        cookie: as.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': type,
      },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }
  const send = (
    method: string,
    path: string,
    body?: object,
    { as = owner, of = host, eventId = event.eventId } = {},
  ): Promise<Answer> => askDashboard(on, `${at(of, eventId)}${path}`, { as, method, body });
  const versionOf = async (eventId = event.eventId): Promise<number> => {
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM events WHERE id = $1',
      [eventId],
    );
    return rows[0]?.version ?? 0;
  };
  const load = async (url: string): Promise<{ type: string | null; width: number; height: number }> => {
    const answer = await fetch(url.replace('localhost', '127.0.0.1'));
    assert.equal(answer.status, 200, url);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return { type: answer.headers.get('content-type'), width, height };
  };
  const countOf = async (eventId = event.eventId): Promise<number> =>
    (await on.app.database.query('SELECT 1 FROM pictures WHERE event_id = $1', [eventId])).rows.length;

  test('an upload is answered with what shows it; API, poster and gallery name files that are there', async () => {
    const answer = await upload(red);
    assert.equal(answer.status, 200);
    const { pictureId, shown, widthPx, heightPx } = answer.body;
    assert.deepEqual([widthPx, heightPx], [800, 1_000]);
    assert.deepEqual(await load(shown.url), { type: 'image/jpeg', width: 800, height: 1_000 });
    for (const [format, type] of [
      ['webp', 'image/webp'],
      ['jpeg', 'image/jpeg'],
    ] as const) {
      const sources = shown.srcset[format].split(', ').map((source: string) => source.split(' '));
      assert.deepEqual(
        sources.map(([, width]: string[]) => width),
        ['320w', '640w', '800w'],
      );
      for (const [url, width] of sources) {
        const file = await load(url);
        assert.deepEqual([file.type, `${file.width}w`], [type, width]);
      }
    }

    const version = await versionOf();
    const poster = await send('PATCH', '/poster', { version, pictureId });
    assert.deepEqual(poster.body, { version: version + 1, before: null });
    const added = await send('POST', '/gallery', { pictureId, alt: ' The roof,\n at night ' });
    assert.equal(added.status, 200);

    const told = (await ask(on, `/events/${event.slug}`, { key: host })).body.data;
    assert.equal(told.posterAspectRatio, 0.8);
    assert.deepEqual(await load(told.posterImageURL), { type: 'image/jpeg', width: 800, height: 1_000 });
    const gallery = (await ask(on, `/events/${event.slug}/gallery`, { key: host })).body.data;
    assert.equal(gallery.length, 1);
    const { url, thumbnailURL } = gallery[0];
    assert.deepEqual(await load(url), { type: 'image/jpeg', width: 800, height: 1_000 });
    assert.deepEqual(await load(thumbnailURL), { type: 'image/jpeg', width: 640, height: 800 });
    const view = (await askDashboard(on, `${at()}/pictures`, { as: owner })).body.data;
    assert.equal(view.gallery[0].alt, 'The roof, at night');
    assert.equal(view.poster.ratio, 0.8);

    // The embed has it in its markup before any script runs, and the script has the same.
    const embed = await (await fetch(`${on.publicUrl}/checkout/${event.slug}`)).text();
    assert.ok(embed.includes(`<source type="image/webp" srcset="${shown.srcset.webp}"`), 'the markup');
    assert.ok(embed.includes(JSON.stringify(shown.srcset.webp)), 'the data');

    // A part of it, of another shape.
    const part = await upload(red, { path: `${at()}/pictures?left=0&top=0&width=1&height=0.5` });
    assert.deepEqual([part.body.widthPx, part.body.heightPx], [800, 500]);
    const half = await upload(red, { path: `${at()}/pictures?left=0&top=0` });
    assert.deepEqual([half.status, half.body.field], [400, 'crop']);
    // For an event that is not made yet.
    const first = await upload(red, { path: `/hosts/${host.hostId}/pictures` });
    assert.equal(first.status, 200);
  });

  test('a file that is not a picture, too large or a bomb is refused in words, and leaves nothing', async () => {
    const count = await countOf();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>');
    const cases: [Buffer, string, number, RegExp][] = [
      [Buffer.alloc(MAX_BYTES + 1), 'image/jpeg', 413, /at most 20 MiB\.$/],
      [Buffer.alloc(MAX_BYTES), 'image/jpeg', 400, /not a supported picture/],
      [red, 'text/html', 415, /Send the picture as the body/],
      [red, 'multipart/form-data; boundary=x', 415, /Send the picture as the body/],
      [svg, 'image/svg+xml', 400, /upload a JPEG, PNG, WebP, AVIF or GIF/],
      [svg, 'image/png', 400, /upload a JPEG, PNG, WebP, AVIF or GIF/],
      [bomb(30_000, 30_000), 'image/png', 400, /more than 50 megapixels/],
      [red.subarray(0, red.length / 2), 'image/jpeg', 400, /damaged or incomplete/],
      [Buffer.alloc(0), 'image/jpeg', 400, /file is empty/],
    ];
    for (const [bytes, type, status, words] of cases) {
      const answer = await upload(bytes, { type });
      assert.equal(answer.status, status, `${type} ${bytes.length}: ${JSON.stringify(answer.body)}`);
      assert.match(answer.body.message, words);
      if (status === 400) assert.equal(answer.body.field, 'picture');
    }
    assert.equal(await countOf(), count);
  });

  test('a body whose size is not announced is cut off at the same limit', async () => {
    const connection = openUpload({ 'transfer-encoding': 'chunked' });
    const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    for (let sent = 0; sent <= MAX_BYTES; sent += 0x100000) connection.socket.write(piece);
    await until('an answer', () => connection.received().startsWith('HTTP/1.1 413 '));
    connection.socket.destroy();
    await connection.closed;
  });

  test('a member who may not change the event, or has no such event, is refused before a byte is read', async () => {
    const other = await makeHost(on);
    const { eventId } = await makeEvent(on, other);
    const door = await signInAs(on, host, { role: 'door' });
    const manager = await signInAs(on, host, { role: 'manager' });
    assert.equal((await upload(red, { as: manager })).status, 200);
    assert.equal((await upload(red, { as: door })).status, 403);
    const elsewhere = await signInAs(on, host, { role: 'manager', eventIds: [] });
    assert.notEqual((await upload(red, { as: elsewhere })).status, 200);

    // No body is sent, so an answer proves that the server did not wait for it.
    for (const [path, who, status] of [
      [`${at(host, eventId)}/pictures`, owner, 404],
      [`${at(host, 'nothing')}/pictures`, owner, 404],
      [`${at(other, eventId)}/pictures`, owner, 404],
      [`${at()}/pictures`, door, 403],
    ] as const) {
      const connection = openUpload({ 'content-length': '1000000' }, { path, as: who });
      await until(`an answer to ${path}`, () => connection.received().includes('\r\n\r\n'));
      assert.match(connection.received(), new RegExp(`^HTTP/1\\.1 ${status} `));
      connection.socket.destroy();
      await connection.closed;
    }

    // Pictures of another event or host are refused.
    const mine = await makeEvent(on, host);
    const { pictureId } = (await upload(red)).body;
    const owners = await signInAs(on, other);
    const asked = [
      await send('POST', '/gallery', { pictureId, alt: '' }, { eventId: mine.eventId }),
      await send('POST', '/gallery', { pictureId, alt: '' }, { as: owners, of: other, eventId }),
      await send('PATCH', '/poster', { version: 1, pictureId }, { eventId: mine.eventId }),
    ];
    for (const { status, body } of asked) {
      assert.deepEqual([status, body.field], [400, 'pictureId']);
      assert.match(body.message, /no longer exists/);
    }
    const { imageId } = (await send('POST', '/gallery', { pictureId, alt: '' })).body;
    assert.equal(
      (await send('DELETE', `/gallery/${imageId}`, undefined, { eventId: mine.eventId })).status,
      404,
    );
  });

  test('a poster that somebody else has changed meanwhile stays', async () => {
    const blue = (await upload(await draw('#0000c0'))).body.pictureId;
    const green = (await upload(await draw('#00a000'))).body.pictureId;
    const version = await versionOf();
    const first = await send('PATCH', '/poster', { version, pictureId: blue });
    assert.equal(first.status, 200);
    const late = await send('PATCH', '/poster', { version, pictureId: green });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    const again = await send('PATCH', '/poster', { version: version + 1, pictureId: null });
    assert.equal(again.body.before, blue);
    // Taken back.
    const back = await send('PATCH', '/poster', { version: version + 2, pictureId: blue });
    assert.deepEqual(back.body, { version: version + 3, before: null });
  });

  test('three uploads of a host at a time: one more is told when to come back, and so is who has too many', async () => {
    // Three of them wait for their bodies, whichever came first; the fourth is answered at once.
    const busy = [1, 2, 3, 4].map(() => openUpload({ 'content-length': '1000000' }));
    await until('the queue is full', () =>
      busy.some(({ received }) => /^HTTP\/1\.1 503 .*retry-after: \d/is.test(received())),
    );
    const refused = await upload(red);
    assert.equal(refused.status, 503);
    assert.match(refused.body.message, /Other pictures are being uploaded/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    // Another host has its own limit.
    const other = await makeHost(on);
    const { eventId } = await makeEvent(on, other);
    const others = { as: await signInAs(on, other), path: `${at(other, eventId)}/pictures` };
    assert.equal((await upload(red, others)).status, 200);
    for (const { socket, closed } of busy) {
      socket.destroy();
      await closed;
    }
    await until('room again', async () => (await upload(red)).status === 200);

    const fill = (eventIds: (string | null)[], count: number): Promise<unknown> =>
      on.app.database.query(
        `INSERT INTO pictures (id, host_id, event_id, file, thumbnail_file, files, width_px, height_px, bytes)
         SELECT new_id(), $1, id, 'a.png', 'a.png', '{a.png}', 1, 1, 1 FROM unnest($2::uuid[]) AS id, generate_series(1, $3)`,
        [other.hostId, eventIds, count],
      );
    await fill([eventId], 199);
    const ofEvent = await upload(red, others);
    assert.deepEqual([ofEvent.status, ofEvent.body.error_code], [429, 'rate_limited']);
    assert.match(ofEvent.body.message, /has 200 pictures/);
    assert.ok(Number(ofEvent.headers.get('retry-after')) > 0);
    const next = await makeEvent(on, other);
    const onNext = { ...others, path: `${at(other, next.eventId)}/pictures` };
    assert.equal((await upload(red, onNext)).status, 200);
    await fill([null], 299);
    const ofHost = await upload(red, onNext);
    assert.equal(ofHost.status, 429);
    assert.match(ofHost.body.message, /500 pictures today/);
  });

  /** An upload of which nothing but the head is sent. */
  function openUpload(
    headers: Record<string, string>,
    { path = `${at()}/pictures`, as = owner } = {},
  ): RawConnection {
    const connection = openRaw(on.publicUrl);
    const lines = {
      host: 'localhost',
      accept: 'application/json',
      cookie: as.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'image/jpeg',
      ...headers,
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.socket.write(`POST /dashboard${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    return connection;
  }
});

/** A PNG that says it is larger than it is. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
