import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstSale, suggestSettings } from './suggest-settings.ts';

const LAGOS = { timezone: 'Africa/Lagos', nowMs: Date.parse('2027-03-01T09:56:10Z') };
const [FRIDAY, SATURDAY] = [new Date('2027-03-05T09:30:00Z'), new Date('2027-03-06T17:00:00Z')];

test('the first sale is the earliest start, where nothing is on sale already', () => {
  const first = (...saleStarts: (Date | null)[]) => findFirstSale(saleStarts, LAGOS.nowMs);
  assert.deepEqual(first(SATURDAY, FRIDAY), FRIDAY);
  for (const saleStarts of [[], [null], [FRIDAY, null], [FRIDAY, new Date('2027-02-01T09:00:00Z')]])
    assert.equal(first(...saleStarts), null);
});

test('the draw is when the first sale starts, on the event’s clock; else at the next quarter of an hour that leaves time to come', () => {
  const draw = (firstSaleAt: Date | null) =>
    suggestSettings({ ...LAGOS, firstSaleAt, ticketsLeft: 0 }).drawsAt;
  assert.equal(draw(FRIDAY), '2027-03-05T10:30');
  assert.equal(draw(null), '2027-03-01T11:15');
});

test('no more people are inside than there are tickets, nor than one process serves with ease', () => {
  const suggest = (ticketsLeft: number) => {
    const { mostInside, perMinute } = suggestSettings({ ...LAGOS, firstSaleAt: null, ticketsLeft });
    return [mostInside, perMinute];
  };
  assert.deepEqual(suggest(0), [20, 4]);
  assert.deepEqual(suggest(120), [120, 24]);
  assert.deepEqual(suggest(90_000), [500, 100]);
});
