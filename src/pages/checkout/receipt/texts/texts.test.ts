import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../../values/language.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { textsIn } from './texts.ts';

type Text = string | ((...values: unknown[]) => Text) | string[];

/** Every text by its path. */
function listTexts(texts: object, prefix = ''): [path: string, text: Text][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? listTexts(value as object, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );
}

/** A text as it is read, with the numbers given where it has any. */
function say(text: Text, number: number): string {
  if (typeof text === 'function') return say(text(number, number, number), number);
  return Array.isArray(text) ? text.join('') : text;
}

test('every language says everything that English says', () => {
  const paths = (texts: object): string[] => listTexts(texts).map(([path]) => path);
  for (const language of LANGUAGES) assert.deepEqual(paths(textsIn(language)), paths(en), language);
});

test('no text is empty or has a hole in it, of one or of many', () => {
  for (const language of LANGUAGES) {
    for (const [path, text] of listTexts(textsIn(language))) {
      for (const number of [1, 7]) {
        const said = say(text, number);
        assert.match(said, /\S/, `${language} ${path}`);
        assert.doesNotMatch(said, /undefined|null|NaN|\[object|\s\s|^\s|\s$/, `${language} ${path}`);
      }
    }
  }
});

test('the script finds where to put the time that is left', () => {
  for (const language of LANGUAGES) assert.match(textsIn(language).wait.timeLeft, /\{clock\}/);
});

test('in French no name comes after “de”, which would lose its vowel before some of them', () => {
  const said = [fr.event.message('Accra Afterglow'), fr.going.text(2)('Accra Afterglow').join('')];
  for (const text of said) assert.doesNotMatch(text, /\bde Accra/);
});
