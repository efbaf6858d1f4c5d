import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsEn } from '../fairness/words-en.ts';
import { wordsFr } from '../fairness/words-fr.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

function keysOf(catalogue: object, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value as object, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

test('French says everything that English says', () => {
  assert.deepEqual(keysOf(fr).sort(), keysOf(en).sort());
  assert.deepEqual(keysOf(wordsFr).sort(), keysOf(wordsEn).sort());
});

test('one is told of as one, and several as several', () => {
  const told = [en, fr].flatMap(({ words }) => [
    words.inLine(1, '1'),
    words.inLine(12, '12'),
    words.ahead(0, '0'),
    words.ahead(1, '1'),
    words.days(1),
    words.days(2),
  ]);
  assert.deepEqual(told, [
    'One person is in line.',
    '12 people are in line.',
    'You’re next.',
    'One person is ahead of you.',
    '1 day',
    '2 days',
    'Une personne est dans la file.',
    '12 personnes sont dans la file.',
    'C’est bientôt à vous.',
    'Une personne est devant vous.',
    '1 jour',
    '2 jours',
  ]);
});
