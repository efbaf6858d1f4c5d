import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Seat } from './plan.ts';
import { layGrid, type SeatGrid } from './lay-grid.ts';

const coordinate = fc.integer({ min: -80, max: 80 }).map((tenths) => tenths / 10);
const seatsAnywhere = fc.array(
  fc
    .record({ x: coordinate, y: coordinate })
    .map((at): Seat => ({ id: '', s: 0, t: 0, r: '', n: '', ...at })),
  { minLength: 1, maxLength: 120, size: 'max' },
);

test('the seat under a finger is the nearest of all within its reach', () => {
  fc.assert(
    fc.property(seatsAnywhere, coordinate, coordinate, (seats, x, y) => {
      const distanceTo = (seat: Seat) => Math.max(Math.abs(seat.x - x), Math.abs(seat.y - y));
      const least = Math.min(...seats.map(distanceTo));
      const found = layGrid(seats).seatAt({ x, y });
      if (least > 0.5) assert.equal(found, null);
      else assert.equal(distanceTo(seats[found ?? -1] ?? fail()), least);
    }),
  );
});

test('a visit to a box sees every seat in it, each once', () => {
  fc.assert(
    fc.property(seatsAnywhere, coordinate, coordinate, (seats, left, top) => {
      const box = { left, top, right: left + 9, bottom: top + 7 };
      const seen: number[] = [];
      layGrid(seats).visit(box, (index) => seen.push(index));
      assert.equal(new Set(seen).size, seen.length);
      seats.forEach(({ x, y }, index) => {
        const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        if (isInside) assert.ok(seen.includes(index));
      });
    }),
  );
});

test('after seats were moved, and put and taken twice, the grid is as if it had been laid of them at once', () => {
  fc.assert(
    fc.property(seatsAnywhere, fc.array(fc.tuple(fc.nat(), coordinate, coordinate)), (seats, moves) => {
      const grid = layGrid(seats);
      for (const [nth, x, y] of moves) {
        const index = nth % seats.length;
        seats[index] = { ...(seats[index] ?? fail()), x, y };
        if (nth % 3 === 0) grid.take(index);
        if (nth % 5 === 0) grid.take(index);
        grid.put(index);
        if (nth % 2 === 0) grid.put(index);
      }
      const seenIn = ({ visit }: SeatGrid): number[] => {
        const seen: number[] = [];
        visit({ left: -4, top: -4, right: 3, bottom: 3 }, (index) => seen.push(index));
        return seen.sort((one, other) => one - other);
      };
      assert.deepEqual(seenIn(grid), seenIn(layGrid(seats)));
    }),
  );
});

test('seats that came later, and those far outside, are found too', () => {
  const seat = (x: number): Seat => ({ id: '', s: 0, t: 0, r: '', n: '', x, y: -x });
  const seats = [seat(0)];
  const grid = layGrid(seats);
  for (const [nth, x] of [5, 2000, -2000, 7].entries()) {
    seats[10 * nth + 1] = seat(x);
    grid.put(10 * nth + 1);
  }
  const found = [0, 5, 2000, -2000, 7, 1999].map((x) => grid.seatAt({ x, y: -x }));
  assert.deepEqual(found, [0, 1, 11, 21, 31, null]);
});

function fail(): never {
  throw new assert.AssertionError({ message: 'a seat within reach was not found' });
}
