import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/harness/browser.ts';

type Compared = { many: number; single: number; farthest: number };

suite('seats that are painted many at once', () => {
  let browser: Browser;
  let page: Page;
  let script: string;
  before(async () => {
    browser = await launchBrowser();
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'paint-page.fixture.ts')],
      bundle: true,
      write: false,
      format: 'iife',
    });
    script = outputFiles[0]?.text ?? '';
    page = await browser.newPage();
    await page.addScriptTag({ content: script });
  });
  after(() => browser.close());
  const compare = (scale: number): Promise<Compared> => page.evaluate<Compared>(`compare(${scale})`);

  test('as shapes they are to a shade what they are one by one', async () => {
    for (const scale of [6, 7.7, 11.3, 18]) {
      const { many, single, farthest } = await compare(scale);
      assert.ok(single > 1_000_000, `${single} is painted at ${scale}`);
      // Of 255: two that share a pixel cover the sum of their parts of it, where a canvas lays one over the other.
      assert.ok(farthest <= 16, `a colour is ${farthest} off at ${scale}`);
      assert.ok(Math.abs(many / single - 1) < 0.005, `${many} and ${single} at ${scale}`);
    }
  });

  test('as dots they are an eighth of a pixel off at most, and as large', async () => {
    for (const scale of [2.3, 3, 4.06, 5.9]) {
      const { many, single, farthest } = await compare(scale);
      assert.ok(single > 1_000_000, `${single} is painted at ${scale}`);
      // An eighth both ways, of two neighbours.
      assert.ok(farthest <= 255 / 2, `a colour is ${farthest} off at ${scale}`);
      assert.ok(Math.abs(many / single - 1) < 0.02, `${many} and ${single} at ${scale}`);
    }
  });

  test('if a browser answers noise to who reads a canvas, each is painted by itself', async () => {
    const wary = await browser.newPage();
    await wary.addScriptTag({ content: script });
    await wary.evaluate(`{
      const { prototype } = CanvasRenderingContext2D;
      const read = prototype.getImageData;
      prototype.getImageData = function (...box) {
        const image = read.apply(this, box);
        // The pictures that are compared are read as they are.
        if (image.width < 200) crypto.getRandomValues(image.data);
        return image;
      };
    }`);
    for (const scale of [4.06, 7.7]) {
      const { many, single, farthest } = await wary.evaluate<Compared>(`compare(${scale})`);
      assert.ok(single > 1_000_000);
      assert.deepEqual({ many, farthest }, { many: single, farthest: 0 });
    }
  });
});
