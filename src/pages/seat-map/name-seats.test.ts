import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSeats } from './make-seats.fixture.ts';
import { nameSeats, type SeatNaming } from './name-seats.ts';
import { arrangeSeating } from './arrange-seating.ts';

const english: SeatNaming = {
  seatLanguage: 'en',
  and: (items) => items.join(' and '),
};
const seating = arrangeSeating(makeSeats(['aaaaaa', 'aaaaaa', '-', 'aaa']));

test('a seat is named by section, row and number', () => {
  assert.equal(nameSeats(seating, english, [3]), 'Stalls, row A, seat 4');
});

test('neighbours are named from–to, whatever order they were chosen in', () => {
  assert.equal(nameSeats(seating, english, [5, 1, 0]), 'Stalls, row A, seats 1–2, 6');
});

test('seats of several rows are named row by row', () => {
  assert.equal(nameSeats(seating, english, [0, 1, 12]), 'Stalls, row A, seats 1–2 and Circle, row A, seat 1');
});
