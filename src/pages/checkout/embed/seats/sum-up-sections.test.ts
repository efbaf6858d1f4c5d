import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { sumUpSections } from './sum-up-sections.ts';

const seating = arrangeSeating(makeSeats(['aabbb', '-', 'aa', '-', 'bb']));
const asked = { isFree: () => true, matches: () => true, priceOf: (type: number) => [500, 900][type] ?? 0 };

test('a section tells how many can be had, from which price to which, and is painted as most of them', () => {
  // The last one of the stalls is taken, and so is all of the circle.
  const isFree = (index: number) => index < 4 || index > 6;
  assert.deepEqual(sumUpSections(seating, { ...asked, isFree }), [
    { free: 4, least: 500, most: 900, type: 0, isBack: false },
    { free: 0, least: Infinity, most: 0, type: null, isBack: false },
    { free: 2, least: 900, most: 900, type: 1, isBack: false },
  ]);
});

test('of one price alone are counted, and sections without it stand back', () => {
  const matches = (index: number) => seating.seats[index]?.t === 1;
  assert.deepEqual(
    sumUpSections(seating, { ...asked, matches }).map(({ free, isBack }) => [free, isBack]),
    [
      [3, false],
      [0, true],
      [2, false],
    ],
  );
});
