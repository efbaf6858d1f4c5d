import assert from 'node:assert/strict';
import { access, glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');

async function pages(): Promise<{ name: string; text: string }[]> {
  const names = await Array.fromAsync(
    glob(['*.md', 'docs/**/*.md', '{functions,migrations}/*.md'], { cwd: ROOT }),
  );
  return Promise.all(names.map(async (name) => ({ name, text: await read(name) })));
}

test('docs/configuration.md lists every setting as the program reads it, and no other', async () => {
  const rows = (await read('docs/configuration.md'))
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  const expected = Object.entries(SETTINGS).map(
    ([name, { takes, byDefault, about }]) => `| \`${name}\` | ${takes} | ${byDefault} | ${about} |`,
  );
  assert.deepEqual(rows, expected);
});

test('every npm script that the docs name exists', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  for (const { name, text } of await pages()) {
    for (const [, script = ''] of text.matchAll(/npm run (?:-s )?([\w:]+)/g)) {
      assert(script in scripts, `${name} names npm run ${script}`);
    }
  }
});

test('every link between the docs leads somewhere', async () => {
  for (const { name, text } of await pages()) {
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      await assert.doesNotReject(
        access(path.join(ROOT, path.dirname(name), target)),
        `${name} links to ${target}`,
      );
    }
  }
});

test('every path in the sources that the docs name exists', async () => {
  for (const { name, text } of await pages()) {
    for (const [, file = ''] of text.matchAll(
      /`((?:api|hosts|http|events|db|jobs|inventory|reservations)\/[\w/-]+\.ts)`/g,
    )) {
      await assert.doesNotReject(access(path.join(ROOT, 'src', file)), `${name} names ${file}`);
    }
  }
});
