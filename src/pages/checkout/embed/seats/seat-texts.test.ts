import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { nameSeats } from '../../../seat-map/name-seats.ts';
import { seatTextsIn } from './seat-texts.ts';

test('seats are named in the buyer’s language', () => {
  const seating = arrangeSeating(makeSeats(['aaaaaa', 'aaaaaa', '-', 'aaa']));
  assert.equal(
    nameSeats(seating, seatTextsIn('en'), [0, 1, 12]),
    'Stalls, row A, seats 1–2 and Circle, row A, seat 1',
  );
  assert.equal(
    nameSeats(seating, seatTextsIn('fr'), [0, 1, 12]),
    'Stalls, rang A, places 1–2 et Circle, rang A, place 1',
  );
});
