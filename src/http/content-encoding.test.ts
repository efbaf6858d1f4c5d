import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { encodeAll, encodeForGood, wantedEncoding } from './content-encoding.ts';

const CASES: Record<string, 'br' | 'gzip' | null> = {
  '': null,
  ' ': null,
  gzip: 'gzip',
  br: 'br',
  'gzip, deflate, br, zstd': 'br',
  'GZIP, Deflate': 'gzip',
  'x-gzip': 'gzip',
  'deflate, zstd': null,
  identity: null,
  '*': 'br',
  'br;q=0': null,
  'br;q=0, gzip': 'gzip',
  'br;q=0.000,gzip;q=0.001': 'gzip',
  'gzip;q=1.0, br;q=0.5': 'gzip',
  'gzip;q=0.5, br;q=0.5': 'br',
  'br ; q=0.2 , gzip ; q=0.3': 'gzip',
  'identity, gzip;q=0.5': null,
  'identity;q=0.5, gzip;q=0.5': 'gzip',
  'identity;q=0': null,
  'identity;q=0, gzip': 'gzip',
  '*;q=0': null,
  '*;q=0, gzip': 'gzip',
  'br;q=0, *': 'gzip',
  'gzip;q=0.2, *;q=0.5': 'br',
  'br;q=often, gzip;q=2': null,
  ',,gzip,': 'gzip',
  gzipped: null,
};

test('the best of what the client takes, by the weights that it gives', () => {
  for (const [header, encoding] of Object.entries(CASES)) {
    // Read, and remembered.
    for (const _ of [1, 2]) assert.equal(wantedEncoding(header).encoding, encoding, `'${header}'`);
  }
  assert.deepEqual(wantedEncoding(undefined), { encoding: null, takesIdentity: true });
});

test('only a client that says so does not take the bytes as they are', () => {
  for (const header of ['identity;q=0, gzip', '*;q=0, br', 'br, identity;q=0.0, *'])
    assert.equal(wantedEncoding(header).takesIdentity, false, header);
  for (const header of ['gzip', '*', '*;q=0.1', 'gzip;q=0', '*;q=0, identity', 'identity;q=0.1, *;q=0'])
    assert.equal(wantedEncoding(header).takesIdentity, true, header);
});

test('no header is too strange to be read, and none is remembered for another', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'brgzip*;q=01., '.split('')), maxLength: 600 }),
      (header) => {
        const wanted = wantedEncoding(header);
        assert.ok([null, 'br', 'gzip'].includes(wanted.encoding));
        wantedEncoding(`${header}x`);
        assert.deepEqual(wantedEncoding(header), wanted);
      },
    ),
  );
});

test('an answer encoded for good is no larger than one encoded in a hurry, and says the same', async () => {
  const content = await readFile(path.join(import.meta.dirname, '../../docs/architecture.md'));
  const [quick, good] = [await encodeAll(content), await encodeForGood(content)];
  assert.ok(good.br.length < quick.br.length && good.gzip.length <= quick.gzip.length);
  for (const { identity, br, gzip } of [quick, good])
    assert.deepEqual([brotliDecompressSync(br), gunzipSync(gzip)], [identity, identity]);
});
