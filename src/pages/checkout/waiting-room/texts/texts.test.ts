import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsIn } from './script/texts.ts';

test('one is told of as one, and several as several', () => {
  const told = [textsIn('en'), textsIn('fr')].flatMap((words) => [
    words.inLine({ count: 1, written: '1' }),
    words.inLine({ count: 12, written: '12' }),
    words.ahead({ count: 0, written: '0' }),
    words.ahead({ count: 1, written: '1' }),
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
