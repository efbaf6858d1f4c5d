import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { speak, type RawAnswer } from '../../test/harness/raw-socket.ts';
import { createLogger } from '../log/logger.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer } from '../http/server.ts';
import { openFolderStore } from './media-store.ts';
import { serveMedia } from './serve-media.ts';
import { storeImage } from './store-image.ts';

const logged: string[] = [];
const sink = { write: (line: string) => void logged.push(line) };
const http = createHttpServer({ requestIds: createRequestIds('test'), logger: createLogger('info', sink) });
let folder: string;
let image: string;
let url: string;
const PICTURE = Buffer.from('any bytes do');

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-media-'));
  const media = path.join(folder, 'media');
  image = await storeImage(media, PICTURE, 'png');
  await writeFile(path.join(folder, 'secret.key'), 'canary');
  await writeFile(path.join(media, '.hidden'), 'canary');
  await writeFile(path.join(media, `${image}.1.new`), 'canary');
  await mkdir(path.join(media, 'folder'));
  await writeFile(path.join(media, 'folder', 'index.html'), 'canary');
  await mkdir(path.join(media, `${'0'.repeat(40)}.png`));
  await symlink(path.join(folder, 'secret.key'), path.join(media, 'link.png'));
  await serveMedia(http, { media: await openFolderStore(media), counter: { stranger: assert.fail } });
  await http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
after(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

/** Without a client in between that would put the path in order first. */
async function ask(target: string, method = 'GET', headers = ''): Promise<RawAnswer> {
  const request = `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
  const [answer] = await speak(url, request);
  assert.ok(answer, target);
  return answer;
}

test('an image is sent as what it is, kept for a year, and never taken for anything else', async () => {
  const { status, headers, body } = await ask(`/media/${image}`);
  assert.deepEqual([status, body], [200, PICTURE.toString()]);
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const again = await ask(`/media/${image}`, 'GET', `If-None-Match: ${headers.get('etag')}\r\n`);
  assert.equal(again.status, 304);
  const part = await ask(`/media/${image}?v=1`, 'GET', 'Range: bytes=0-2\r\n');
  assert.deepEqual([part.status, part.body], [206, 'any']);
});

const ODD = [
  '',
  '/',
  '//',
  '/.',
  '/..',
  '/../secret.key',
  '/%2e%2e/secret.key',
  '/%2e%2e%2fsecret.key',
  '/..%5csecret.key',
  '/%252e%252e%252fsecret.key',
  '/.hidden',
  '/%2ehidden',
  '/folder',
  '/folder/',
  '/folder/index.html',
  '/link.png',
  `/${'0'.repeat(40)}.png`,
  `/${'0'.repeat(40)}.png/`,
  `/${'1'.repeat(40)}.png`,
  '/IMAGE/',
  '/IMAGE%00',
  '/IMAGE%00.png',
  '/IMAGE.1.new',
  '/%00',
  '/%',
  '/%zz',
  '/%C0%AF',
  '/%FF',
  '/a%0d%0aX-Injected:%20yes',
  '?list',
  '/?list=json',
  `/${'a'.repeat(4_000)}`,
];

test('any other address below /media is not there: 404, in the envelope, without a guess at its type', async () => {
  for (const odd of ODD) {
    const target = `/media${odd.replace('IMAGE', image)}`;
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const { status, headers, body } = await ask(target, method);
      assert.equal(status, 404, `${method} ${target}`);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${method} ${target}`);
      assert.equal(headers.get('x-injected'), undefined);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      if (method !== 'HEAD') assert.equal(JSON.parse(body).error_code, 'not_found', target);
      assert.doesNotMatch(body, /canary/);
    }
  }
  assert.deepEqual(logged, [], 'none of it is a failure of ours');
});
