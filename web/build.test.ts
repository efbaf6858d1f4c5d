import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { buildWeb } from './build.ts';

const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

test('every page has all the colours and letters that its styles name, in light and in dark', async () => {
  const { pages, assetsFolder } = await buildWeb();
  for (const [name, { style }] of Object.entries(pages)) {
    const sheet = await readFile(path.join(assetsFolder, style), 'utf8');
    const named = namesIn(sheet, /var\((--[\w-]+)/g);
    assert.ok(named.has('--light') && named.has('--dark'), `${name} has no theme`);
    assert.deepEqual([...named.difference(namesIn(sheet, /(--[\w-]+):/g))], [], name);
  }
});

test('every file that a page loads is among the assets', async () => {
  const { pages, assets } = await buildWeb();
  for (const [name, { style, scripts }] of Object.entries(pages)) {
    for (const { entry, preloads, later } of Object.values(scripts ?? {})) {
      const files = [style, entry, ...preloads, ...later];
      assert.deepEqual(
        files.filter((file) => !assets.includes(file)),
        [],
        name,
      );
      assert.equal(new Set(files).size, files.length, name);
    }
  }
});

// What a phone on a slow network waits for, gzipped. bench/checkout.ts weighs the rest.
const MAX_CHECKOUT_BYTES = 30_000;

test('the checkout starts with at most 30 KB of script in every language, and each has its own words only', async () => {
  const { pages, assetsFolder } = await buildWeb();
  const read = (name: string): Promise<Buffer> => readFile(path.join(assetsFolder, name));
  for (const [language, scripts] of Object.entries(pages.checkout.scripts ?? {})) {
    const names = [scripts.entry, ...scripts.preloads];
    const sizes = await Promise.all(names.map(async (name) => (await read(`${name}.gz`)).length));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= MAX_CHECKOUT_BYTES, `${language}: ${bytes} bytes`);
    const text = (await Promise.all(names.map(read))).join('');
    assert.equal(text.includes('Choose your tickets'), language === 'en', language);
    assert.equal(text.includes('Choisissez vos billets'), language === 'fr', language);
  }
});
