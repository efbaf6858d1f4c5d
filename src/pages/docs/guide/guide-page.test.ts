import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { readGuides } from '../server/read-guides.ts';
import { loadWeb } from '../../serving/load-web.ts';
import type { Guide } from '../contract.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
let guides: Guide[];
let pages: Map<string, string>;
before(async () => {
  guides = await readGuides({ publicUrl: 'https://tickets.example' });
  const web = await loadWeb();
  const { style, scripts } = web.build.pages.guide;
  const shell = { assetsPath: '/assets', style: { file: style }, scripts, isSecret: false };
  const description = { openapi: '3.1.0', info: { title: 'Tessera API', version: '1' }, paths: {} };
  const docs = { description, guides, dashboardUrl: '', isProduction: true, demoKeyPath: null };
  pages = new Map(
    guides.map((guide) => [guide.path, web.renderPage('guide', { ...docs, guide }, shell)] as const),
  );
});

const idsOf = (page: string): Set<string | undefined> =>
  new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));

test('every guide has its sections, and every link within the guides leads somewhere', () => {
  for (const [address, page] of pages) {
    const article = /<article[^]*<\/article>/.exec(page)?.[0] ?? '';
    assert.ok((article.match(/<section/g)?.length ?? 0) >= 5, address);
    for (const [, target = ''] of article.matchAll(/href="([^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(target, `https://docs.example${address}`);
      if (origin !== 'https://docs.example') continue;
      const there = pages.get(pathname);
      assert.ok(there !== undefined, `${address} links to ${target}`);
      if (hash !== '') assert.ok(idsOf(there).has(hash.slice(1)), `${address} links to ${target}`);
    }
  }
});

test('a link to another guide leads to its page, and a file that has none is named', () => {
  assert.match(pages.get('/docs/quickstart') ?? '', /<a href="\/docs\/webhooks">webhook<\/a>/);
  assert.match(
    pages.get('/docs/quickstart') ?? '',
    /Configuration \(<code>docs\/configuration\.md<\/code>\)/,
  );
});

test('a guide’s text is on its page, with the address of this server', async () => {
  const page = pages.get('/docs/embed') ?? '';
  const written = await readFile(path.join(ROOT, 'docs/embed.md'), 'utf8');
  for (const [, heading = ''] of written.matchAll(/^## (.*)$/gm)) {
    assert.ok(page.includes(`>${heading.replaceAll('"', '&quot;')}</a></h2>`), heading);
  }
  assert.match(page, /https:\/\/tickets\.example\/checkout\/lagos-rooftop-sessions/);
  assert.doesNotMatch(page, /localhost:3000/);
  assert.match(page, /&lt;<span class="t-word">iframe<\/span>/);
});
