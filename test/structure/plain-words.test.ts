import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');

const FOLDERS = ['bench', 'functions', 'packages', 'src', 'test'];
const OTHERS = /\/(node_modules|dist)\//;

// A comment that begins so names its subject last: "Who is let in and adds nothing lines up again."
const BACKWARDS = /^(Who|Whoever|Whom|Whose|What|Whatever|Where|Wherever|Which)\b/;
// `/** … */` and the first of several lines that begin with `//`, or with `--` in SQL.
const COMMENT = /\/\*\*?[\s*]*(.*)|(?<!(?:\/\/|--) .*\n[ \t]*)(?:\/\/|--) (.*)/g;

const TITLE = /\b(?:test|suite|describe)\(\s*['`]((?:who|what|where|which)\w* .*)/g;

const commentsThatReadBackwards = (text: string): string[] =>
  [...text.matchAll(COMMENT)]
    .map(([, block, line]) => (block ?? line ?? '').trim())
    .filter((comment) => BACKWARDS.test(comment));

const titlesThatReadBackwards = (text: string): string[] =>
  [...text.matchAll(TITLE)].map(([, title = '']) => title);

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, ...name.split(path.sep)))
    .filter((file) => /\.(ts|tsx|sql|css|js|mjs)$/.test(file) && !OTHERS.test(file))
    // This file has examples that read backwards.
    .filter((file) => path.join(ROOT, file) !== import.meta.filename)
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') })),
);

test('comments begin with their subject', () => {
  const found = sources.flatMap(({ file, text }) =>
    commentsThatReadBackwards(text).map((comment) => `${file}: ${comment}`),
  );
  assert.deepEqual(found, []);
});

test('titles of tests begin with their subject', () => {
  const found = sources.flatMap(({ file, text }) =>
    titlesThatReadBackwards(text).map((title) => `${file}: ${title}`),
  );
  assert.deepEqual(found, []);
});

test('a comment that reads backwards is found, in every form', () => {
  const backwards = [
    '/** Who is let in lines up again. */',
    '/**\n * What is not here nobody may.\n */',
    '  // Whose client has gone is dropped.',
    'const a = 1;\n-- Where it is sold, it stays.',
  ];
  for (const text of backwards) assert.equal(commentsThatReadBackwards(text).length, 1, text);
  const forwards = [
    '/** Anything not listed is denied. */',
    '// Drops requests whose client has gone.\n// What follows is the second line.',
    '/** Whether it is sold. */',
  ];
  for (const text of forwards) assert.deepEqual(commentsThatReadBackwards(text), [], text);
});

test('a title that reads backwards is found, on its own line too', () => {
  const backwards = ["test('who waits is told', () => {});", 'suite(\n  `whatever ${it} is`,'];
  for (const text of backwards) assert.equal(titlesThatReadBackwards(text).length, 1, text);
  assert.deepEqual(titlesThatReadBackwards("test('a buyer who waits is told', () => {});"), []);
});
