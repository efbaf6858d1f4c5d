import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config/settings.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');

type Page = { name: string; text: string };

async function readAll(pattern: string): Promise<Page[]> {
  const exclude = (name: string): boolean => /(^|\/)(node_modules|dist)$/.test(name);
  const names = await Array.fromAsync(glob(pattern, { cwd: ROOT, exclude }));
  return Promise.all(names.map(async (name) => ({ name, text: await read(name) })));
}

const pages = (): Promise<Page[]> => readAll('**/*.md');

/** The sources, of which only the comments are left. A migration's comments were true when it was written. */
async function comments(): Promise<Page[]> {
  const sources = await readAll(
    '{src,packages,functions,test,bench,scripts,examples}/**/*.{ts,tsx,js,mjs,css,sql}',
  );
  return sources.map(({ name, text }) => ({
    name,
    text: text
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*|--|\{\/\*)/.test(line))
      .join('\n'),
  }));
}

// Paths begin at the root. Of what is in src/ and test/ the folder there is enough.
const BEGINNINGS = ['', 'src', 'src/pages', 'test'];
// The data folder has a test of its own.
const DATA_FOLDER = 'postgres/';
const PATH = /(?<![\w./:@-])((?:[\w-]+\/)+[\w.-]*\w\.(?:ts|tsx|js|mjs|css|sql|md|json))(?![\w/])/g;
const FOLDER = /`((?:[\w-]+\/)+)`/g;

test('docs/configuration.md lists every setting as the program reads it, and no other', async () => {
  const rows = (await read('docs/configuration.md'))
    .split('\n')
    .filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  const expected = Object.entries(SETTINGS).map(
    ([name, { takes, byDefault, about }]) => `| \`${name}\` | ${takes} | ${byDefault} | ${about} |`,
  );
  assert.deepEqual(rows, expected);
});

test('every npm script that the docs name exists', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  for (const { name, text } of await pages()) {
    for (const [, script = ''] of text.matchAll(/npm run (?:-s )?([\w:-]*\w)/g)) {
      assert(script in scripts, `${name} names npm run ${script}`);
    }
  }
});

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test('every link between the docs leads to a file, and to a heading of it', async () => {
  const all = await pages();
  const anchors = new Map(
    all.map(({ name, text }) => [
      name,
      new Set([
        ...Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading)),
        ...Array.from(text.matchAll(/<a id="([^"]+)"/g), ([, id = '']) => id),
      ]),
    ]),
  );
  const broken = all.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g), ([, file = '', anchor = '']) => {
      const target = file === '' ? name : path.join(path.dirname(name), file);
      const isThere = existsSync(path.join(ROOT, target));
      const known = anchors.get(target);
      return isThere && (anchor === '' || !known || known.has(anchor))
        ? []
        : `${name} links to ${file}#${anchor}`;
    }).flat(),
  );
  assert.deepEqual(broken, []);
});

test('the index of the decisions links to each of them once', async () => {
  const index = await read('docs/decisions/README.md');
  const linked = Array.from(index.matchAll(/\]\(([\w-]+\.md)\)/g), ([, name = '']) => name);
  const files = await readdir(path.join(ROOT, 'docs/decisions'));
  assert.deepEqual(linked.toSorted(), files.filter((name) => name !== 'README.md').toSorted());
});

test('every file and folder of ours that a page or a comment names exists', async () => {
  const named = [...(await pages()), ...(await comments())].flatMap(({ name, text }) =>
    [...text.matchAll(PATH), ...text.matchAll(FOLDER)].map(([, file = '']) => ({ name, file })),
  );
  assert.ok(named.length > 100, `${named.length} names were found`);
  const missing = named.filter(
    ({ name, file }) =>
      file !== DATA_FOLDER &&
      ![...BEGINNINGS, path.dirname(name)].some((beginning) => existsSync(path.join(ROOT, beginning, file))),
  );
  assert.deepEqual(
    missing.map(({ name, file }) => `${name} names ${file}`),
    [],
  );
});

test('every SQL function that a page or a comment names exists', async () => {
  const files = await readdir(path.join(ROOT, 'functions'));
  const ours = new Set(files.map((file) => path.basename(file, '.sql')));
  // PostgreSQL's own, and what a function was called before.
  const others = /^(pg_|array_|json|gen_random_)|^clock_timestamp$/;
  for (const { name, text } of [...(await pages()), ...(await comments())]) {
    for (const [, called = ''] of text.matchAll(/(?<![\w.])([a-z]+(?:_[a-z]+)+)\(\)/g)) {
      assert.ok(ours.has(called) || others.test(called), `${name} names ${called}()`);
    }
  }
});
