import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { describeTexts } from './describe-texts.ts';
import { parseMessage } from './parse-message.ts';
import { textsPlugin } from './texts-plugin.ts';
import { writeTexts, type Catalogue } from './write-texts.ts';

type Texts = Record<string, string & ((values?: unknown) => string)>;

const textsOf = (english: Catalogue, language = 'en', own: Catalogue = english): Texts =>
  runInThisContext(writeTexts(language, { english, own })) as Texts;

test('one value is handed in as it is, several by their names', () => {
  const texts = textsOf({ none: 'Tickets', one: 'By {host}', two: '{count} × {name}' });
  assert.equal(texts['none'], 'Tickets');
  assert.equal(texts['one']?.('Ada'), 'By Ada');
  assert.equal(texts['two']?.({ name: 'Adult', count: 2 }), '2 × Adult');
});

test('a number is written as its language writes it: in a plural, or where a message says that it is one', () => {
  const english = {
    left: '{count, plural, one {# ticket} other {# tickets}}',
    of: '{done, number} of {all}',
  };
  assert.equal(textsOf(english)['left']?.(1_234), '1,234 tickets');
  assert.equal(textsOf(english, 'fr')['left']?.(1_234), '1\u202f234 tickets');
  assert.equal(textsOf(english, 'fr')['of']?.({ done: 1_234, all: 1_234 }), '1\u202f234 of 1234');
  assert.match(describeTexts(english), /of: \(values: \{ done: number; all: Value \}\)/);
});

test('a plural follows the rules of its language, and an exact number comes first', () => {
  const message = '{count, plural, =0 {none} one {# one} few {# few} many {# many} other {# other}}';
  const say = (language: string, count: number): string | undefined =>
    textsOf({ message }, language)['message']?.(count);
  assert.deepEqual(
    [0, 1, 2, 5].map((count) => say('pl', count)),
    ['none', '1 one', '2 few', '5 many'],
  );
  assert.deepEqual(
    [0, 1, 2, 5].map((count) => say('en', count)),
    ['none', '1 one', '2 other', '5 other'],
  );
  const french = { message: '{count, plural, one {# billet} other {# billets}}' };
  assert.equal(textsOf(french, 'fr')['message']?.(0), '0 billet');
});

test('a choice by a word or by yes and no may stand within a plural, and values within it', () => {
  const texts = textsOf({
    lost: '{count, plural, one {{seats} is taken.} other {{seats} are taken.}}{kept, select, true { Yours are kept.} other {}}',
    way: '{way, select, cash {In cash} other {By card}}',
  });
  assert.equal(texts['lost']?.({ count: 1, seats: 'A1', kept: false }), 'A1 is taken.');
  assert.equal(texts['lost']?.({ count: 2, seats: 'A1–2', kept: true }), 'A1–2 are taken. Yours are kept.');
  assert.deepEqual(
    ['cash', 'card'].map((way) => texts['way']?.(way)),
    ['In cash', 'By card'],
  );
});

test('signs of scripts, of plurals and of messages are written as they are', () => {
  const texts = textsOf({
    script: "`$'{alert(1)}'` \\ {name}",
    apostrophe: "It''s Ada's",
    quoted: "'{name}' stays, {name} goes",
    number: 'No. # of {count, plural, other {#}}',
  });
  assert.equal(texts['script']?.('</script>'), '`${alert(1)}` \\ </script>');
  assert.equal(texts['apostrophe'], "It's Ada's");
  assert.equal(texts['quoted']?.('Ada'), '{name} stays, Ada goes');
  assert.equal(texts['number']?.(3), 'No. # of 3');
});

test('a message that the language lacks is said in English, by the rules of English', () => {
  const english = {
    a: { b: '{count, plural, one {# ticket} other {# tickets}}', c: 'Seats' },
    list: ['x', 'y'],
  };
  const texts = runInThisContext(
    writeTexts('fr', { english, own: { a: { c: 'Places' }, list: ['un'] } }),
  ) as { a: { b(count: number): string; c: string }; list: string[] };
  assert.equal(texts.a.b(0), '0 tickets');
  assert.equal(texts.a.c, 'Places');
  assert.deepEqual(texts.list, ['un', 'y']);
});

test('a translator is told what is wrong with a message, and where', () => {
  for (const [message, complaint] of [
    ['{count', /closing brace is missing, at character 7/],
    ['{Count}', /A value has a name/],
    ['{count, plural, one {#}}', /The last case is called “other”/],
    ['{count, date}', /closing brace/],
    ['tickets}', /A brace closes nothing, at character 8/],
    ["'{name}", /has no second one/],
  ] as const) {
    assert.throws(() => parseMessage(message), complaint, message);
  }
  assert.throws(
    () => writeTexts('fr', { english: { a: { b: 'By {host}' } }, own: { a: { b: 'Par {hote}' } } }),
    /a\.b has \{hote\}, which English does not have/,
  );
  assert.throws(
    () => writeTexts('fr', { english: { a: { b: 'By' } }, own: { a: 'Par' } }),
    /a is several messages in English/,
  );
});

test('callers are told the type of every value', () => {
  assert.equal(
    describeTexts({
      free: 'Free',
      left: '{count, plural, one {# left} other {# left}}',
      'two words': {
        lost: '{seats}{isKept, select, true {!} other {}}',
        way: '{way, select, cash {a} other {b}}',
      },
      list: [{ name: 'x' }],
    }),
    `export type Texts = {
  free: string;
  left: (count: number) => string;
  'two words': {
    lost: (values: { seats: Value; isKept: boolean }) => string;
    way: (way: string) => string;
  };
  list: {
    name: string;
  }[];
};`,
  );
});

test('a bundle with several languages speaks English to an order in a language that it lacks', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/pages/home/texts/texts.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'bundled',
    write: false,
    plugins: [textsPlugin(['fr', 'en'])],
  });
  const { textsIn } = runInThisContext(`${outputFiles[0]?.text};bundled`) as {
    textsIn: (language: string) => unknown;
  };
  assert.equal(textsIn('xx'), textsIn('en'));
  assert.notEqual(textsIn('fr'), textsIn('en'));
});
