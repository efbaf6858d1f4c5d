import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSeats } from './make-seats.fixture.ts';
import { nameSeats } from './name-seats.ts';
import { arrangeSeating } from './seating.ts';
import { seatTextsEn } from './texts-en.ts';
import { seatTextsFr } from './texts-fr.ts';

const seating = arrangeSeating(makeSeats(['aaaaaa', 'aaaaaa', '-', 'aaa']));

test('a seat is named by section, row and number', () => {
  assert.equal(nameSeats(seating, seatTextsEn, [3]), 'Stalls, row A, seat 4');
});

test('neighbours are named from–to, whatever order they were chosen in', () => {
  assert.equal(nameSeats(seating, seatTextsEn, [5, 1, 0]), 'Stalls, row A, seats 1–2, 6');
});

test('seats of several rows are named row by row, in the buyer’s language', () => {
  assert.equal(
    nameSeats(seating, seatTextsFr, [0, 1, 12]),
    'Stalls, rang A, places 1–2 et Circle, rang A, place 1',
  );
});
