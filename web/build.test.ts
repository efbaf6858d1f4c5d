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
    const files = [style, ...(scripts ? [scripts.entry, ...scripts.preloads, ...scripts.later] : [])];
    assert.deepEqual(
      files.filter((file) => !assets.includes(file)),
      [],
      name,
    );
    assert.equal(new Set(files).size, files.length, name);
  }
});
