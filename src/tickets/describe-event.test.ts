import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventPlace } from './describe-event.ts';

const PLACE = { isOnline: false, street: '12 Adeola Street', lga: 'Eti-Osa', state: 'Lagos' };
const NOWHERE = { street: null, lga: '', state: '' };

for (const [what, place, lines] of [
  ['of all that was given', PLACE, ['12 Adeola Street', 'Eti-Osa, Lagos']],
  ['of one name for town and state', { ...PLACE, lga: 'Lagos' }, ['12 Adeola Street', 'Lagos']],
  ['without a state', { ...PLACE, state: '' }, ['12 Adeola Street', 'Eti-Osa']],
  ['of a street alone', { ...PLACE, lga: '', state: '' }, ['12 Adeola Street']],
  ['that is not known yet', { isOnline: false, ...NOWHERE }, ['Place to be announced']],
  ['of an online event', { isOnline: true, ...NOWHERE }, ['Online']],
] as const)
  test(`a place ${what} is told in lines`, () => assert.deepEqual(eventPlace(place, 'en'), [...lines]));
