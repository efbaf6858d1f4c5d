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

// Turns that readers stumbled over, with what to write instead. Texts for people, errors, e-mails and docs are held to it, not comments.
const BANNED: readonly (readonly [turn: RegExp, instead: string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b|one\b)[a-z]+/i, 'is not a …'],
  [/\bany ?more\b(?! than)|\bno more\b(?= *[.'"`])|\bworks? no more\b/i, 'no longer'],
  [/\b(?:to|can|can.t|cannot) be had\b/i, 'is available'],
  [/\b(?:is|are) dead\b/i, 'no longer works'],
  [/\bit is past\b/i, 'it is over'],
  [/\bto be found\b/i, 'no longer exists'],
  [/\bhave a look\b|\bneeds? a look\b|\blook into your\b/i, 'check'],
  [/\banew\b/i, 'again'],
  [/\bmistakes? to mend\b/i, 'fix … errors'],
  [/\b(?:scan|one|version) of before\b/i, 'earlier'],
  [/\bsaid so\b/i, 'confirmed'],
  [/\bbear the\b/i, 'absorb the'],
  [/\bfit together\b/i, 'wrong …'],
  [/\bmakes? \S+ tickets? void\b/i, 'cancel … tickets'],
  [/\b(?:is|are) told of nothing\b/i, 'no … yet'],
  [/\ba lot at once\b/i, 'too many attempts'],
  [/\bgo on (?:there|filling)\b/i, 'continue'],
  [/\bis before you\b/i, 'is ahead of you'],
  [/\bstands? still\b/i, 'is paused'],
  [/\bMust match pattern\b/, 'a sentence of its own'],
  [
    /(?:['"`>]|[.!?] )(?:Who|Whoever|Whose|Whatever|Whom) (?:is|has|was|had|does|wants|can|may|comes|holds|buys|pays)\b(?![^'"`<.]*\?)/,
    'begin with the subject',
  ],
  // French.
  [/\b(?:est|sont) morte?s?\b/i, 'ne fonctionne plus'],
  [/\bn[’'](?:est|était) (?:aucun|nul)/i, 'n’est pas un …'],
  [/\bpeu(?:t|vent) être eue?s?\b/i, 'est disponible'],
  [
    /(?:['"`>]|[.!?] )(?:Qui|Ceux qui|Celui qui|Quiconque) (?:est|a|sont|ont|veut|peut|achète|paie)\b(?![^'"`<.]*\?)/,
    'commencer par le sujet',
  ],
];

/** A text without its comments or, in docs, its code. Lines keep their numbers. */
function withoutComments(file: string, text: string): string {
  const blank = (part: string): string => '\n'.repeat(part.split('\n').length - 1);
  if (file.endsWith('.md')) return text.replaceAll(/^```.*?^```/gms, blank);
  return text.replaceAll(/\/\*.*?\*\//gs, blank).replaceAll(/(?<=^|[\s;{,(])(?:\/\/|--) .*/gm, '');
}

const bannedTurns = (file: string, text: string): string[] =>
  withoutComments(file, text)
    .split('\n')
    .flatMap((line, at) =>
      BANNED.flatMap(([turn, instead]) => {
        const found = turn.exec(line)?.[0];
        return found === undefined ? [] : `${file}:${at + 1}: “${found}”: write “${instead}”`;
      }),
    );

const isOfTests = (file: string): boolean =>
  /\.(?:test|fixture|long)\.tsx?$/.test(file) || /^(?:test|bench)\//.test(file);

const docs = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'functions/README.md',
  'migrations/README.md',
  'packages/client/README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.posix.join('docs', ...name.split(path.sep)),
  ),
]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

test('texts, errors, e-mails and docs have none of the banned turns', () => {
  const texts = [...sources.filter(({ file }) => !isOfTests(file)), ...docs];
  assert.deepEqual(
    texts.flatMap(({ file, text }) => bannedTurns(file, text)),
    [],
  );
});

test('a banned turn is found in a text and in docs, and not in a comment or in good English', () => {
  const bad = [
    "'promoCode is no code of this event.'",
    '`The old code is dead.`',
    "'This link works no more'",
    "'It is held anew.'",
    "'Who is let in lines up again.'",
    '<p>Something is not to be found any more.</p>',
    "'L’ancien code est mort.'",
    "'Qui est admis revient.'",
  ];
  for (const text of bad) assert.ok(bannedTurns('src/texts.ts', `const a = ${text};`).length > 0, text);
  assert.equal(bannedTurns('docs/a.md', 'The receipt is no invoice.').length, 1);
  const good = [
    "const a = 'There is no such order.';",
    "const a = 'It is no longer on sale.';",
    "const a = 'Who is coming?';",
    '// It is no code.',
    '/** The old link is dead. */',
    "const a = 'Voir ce qui s’est passé';",
  ];
  for (const text of good) assert.deepEqual(bannedTurns('src/texts.ts', text), [], text);
});
