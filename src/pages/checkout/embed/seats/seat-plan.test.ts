import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSeats } from './seat-plan.ts';

const seat = { s: 0, r: 'A', n: '1', x: 0, y: 0 };
const plan = planSeats({
  sections: ['Orchestra'],
  ticketTypeIds: ['stalls', 'circle'],
  furtherPrices: [[], ['child']],
  seats: [
    { ...seat, id: 'a', t: 0 },
    { ...seat, id: 'b', t: 1 },
    { ...seat, id: 'c', t: 1 },
  ],
});

test('seats are counted by ticket type; a seat that is not on the map counts for nothing', () => {
  assert.deepEqual(plan.quantitiesOf(['a', 'b', 'c', 'gone']), { stalls: 1, circle: 2 });
});

test('a seat that is bought as a further price counts as that, and is one of its seats', () => {
  assert.deepEqual(plan.quantitiesOf(['a', 'b', 'c'], { c: 'child', gone: 'child' }), {
    stalls: 1,
    circle: 1,
    child: 1,
  });
  const ids = (sku: string) => plan.seatsOf(sku, ['c', 'a', 'b'], { b: 'child' }).map(({ id }) => id);
  assert.deepEqual([ids('child'), ids('circle'), ids('stalls')], [['b'], ['c'], ['a']]);
});

test('the seats of a ticket type come in the order of the map, whatever order they were chosen in', () => {
  const { seatsOf } = planSeats({
    sections: ['Balcony', 'Stalls'],
    ticketTypeIds: ['vip', 'regular'],
    seats: [
      { id: 'a', s: 0, t: 1, r: 'C', n: '9', x: 0, y: 0 },
      { id: 'b', s: 1, t: 0, r: 'A', n: '2', x: 0, y: 0 },
      { id: 'c', s: 1, t: 1, r: 'B', n: '1', x: 0, y: 1 },
      { id: 'd', s: 1, t: 1, r: 'B', n: '2', x: 1, y: 1 },
    ],
  });
  assert.deepEqual(seatsOf('regular', ['d', 'b', 'a', 'gone']), [
    { id: 'a', section: 'Balcony', row: 'C', seat: '9' },
    { id: 'd', section: 'Stalls', row: 'B', seat: '2' },
  ]);
});
