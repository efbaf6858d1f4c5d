import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Seat } from './plan.ts';
import { layGrid } from './lay-grid.ts';

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

function fail(): never {
  throw new assert.AssertionError({ message: 'a seat within reach was not found' });
}
