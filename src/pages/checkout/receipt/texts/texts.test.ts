import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../../values/language.ts';
import { textsIn } from './texts.ts';

test('the script finds where to put the time that is left', () => {
  for (const language of LANGUAGES) assert.match(textsIn(language).wait.timeLeft('{clock}'), /\{clock\}/);
});

test('in French no name comes after “de”, which would lose its vowel before some of them', () => {
  const fr = textsIn('fr');
  const said = [fr.event.message('Accra Afterglow'), fr.going.text({ count: 2, event: 'Accra Afterglow' })];
  for (const text of said) assert.doesNotMatch(text, /\bde Accra/);
});
