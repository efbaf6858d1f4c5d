import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { DASHBOARD_LANGUAGES, readLanguage } from '../values/language.ts';
import { buildWeb } from './build.ts';

// On a slow line a phone has them in seconds; each view adds its own few.
const MAX_VIEW_SCRIPT_BYTES = 60_000;
// The code is the same in every language: what is more is longer words.
const MAX_BYTES_OF_OTHER_LANGUAGES = 1.05 * MAX_VIEW_SCRIPT_BYTES;

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

// A phone on a slow network waits for these, gzipped. bench/checkout.ts weighs the rest.
const MAX_CHECKOUT_BYTES = 28_500;

test('the checkout starts with at most 28.5 KB of script in every language, and each has its own words only', async () => {
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

// It is on every page of a shop, mostly without ever being used.
const MAX_EMBED_SCRIPT_BYTES = 2_048;

test('the script of the embed’s button has at most 2 KB and imports nothing', async (t) => {
  const { assetsFolder, embedScript } = await buildWeb();
  const { length } = await readFile(path.join(assetsFolder, `${embedScript}.gz`));
  t.diagnostic(`${length} bytes gzipped`);
  assert.ok(length <= MAX_EMBED_SCRIPT_BYTES, `${length} bytes`);
  assert.doesNotMatch(await readFile(path.join(assetsFolder, embedScript), 'utf8'), /\bimport\b|\bexport\b/);
});

// It is loaded by everybody at once, before there is anything to buy.
const MAX_ROOM_BYTES = 8_000;

test('the waiting room starts with at most 8 KB of script in every language, and each has its own words only', async () => {
  const { pages, assetsFolder } = await buildWeb();
  for (const [language, { entry, preloads, later }] of Object.entries(pages.waitingRoom.scripts ?? {})) {
    assert.deepEqual([preloads, later], [[], []]);
    const { length } = await readFile(path.join(assetsFolder, `${entry}.gz`));
    assert.ok(length <= MAX_ROOM_BYTES, `${language}: ${length} bytes`);
    const text = await readFile(path.join(assetsFolder, entry), 'utf8');
    assert.equal(text.includes('You keep your place'), language === 'en', language);
    assert.equal(text.includes('Vous gardez votre place'), language === 'fr', language);
  }
});

test('a view of the dashboard loads its own script and what all share, and at most 60 KB of them gzipped, in the reader’s language alone', async (t) => {
  const { pages, assetsFolder } = await buildWeb();
  for (const [asked, scripts] of Object.entries(pages.dashboard.scripts ?? {})) {
    const language = readLanguage(asked, DASHBOARD_LANGUAGES) ?? 'en';
    const most = language === 'en' ? MAX_VIEW_SCRIPT_BYTES : MAX_BYTES_OF_OTHER_LANGUAGES;
    const views = Object.entries(scripts.chunks).filter(([name]) => name.endsWith('-view'));
    assert.ok(views.length >= 2);
    for (const [name, files] of views) {
      const needed: string[] = [scripts.entry, ...scripts.preloads, ...files];
      const sizes = await Promise.all(needed.map((file) => readFile(path.join(assetsFolder, `${file}.gz`))));
      const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
      t.diagnostic(`${name} (${language}): ${bytes} bytes gzipped in ${needed.length} files`);
      assert.ok(bytes <= most, `${name} (${language}) loads ${bytes} bytes of script`);
      const others = views.map(([other]) => other).filter((other) => other !== name);
      const strangers: string[] = needed.filter((file) =>
        others.some((other) => file.startsWith(`${other}-`)),
      );
      assert.deepEqual(strangers, [], name);
    }
    const shell = await Promise.all(
      [scripts.entry, ...scripts.preloads].map((file) => readFile(path.join(assetsFolder, file), 'utf8')),
    );
    assert.equal(shell.join('').includes('That took too long'), language === 'en', language);
    assert.equal(shell.join('').includes('Cela a pris trop de temps'), language === 'fr', language);
  }
});
