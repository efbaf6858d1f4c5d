import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');

test('a test that needs a browser is in test/e2e or test/smoke, or is named *.browser.test.ts', () => {
  const others = globSync('{src,migrations,test}/**/*.test.ts', {
    cwd: ROOT,
    exclude: ['test/{e2e,smoke}/**', '**/*.browser.test.ts'],
  });
  const astray = others.filter((name) =>
    /from '(playwright-core|.*\/harness\/browser\.ts|.*\/e2e\/.*)'/.test(
      readFileSync(path.join(ROOT, name), 'utf8'),
    ),
  );
  assert.deepEqual(astray, []);
});
