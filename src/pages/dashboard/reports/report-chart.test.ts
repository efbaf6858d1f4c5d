import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBars } from './report-chart.ts';

const LAGOS = 'Africa/Lagos';

test('a chart has a bar for each day between the first sale and the last, over the end of a year', () => {
  const rows = [
    { key: '2027-01-02', netMinor: 300 },
    { key: '2026-12-30', netMinor: 100 },
  ];
  const { keys, values, times, end } = toBars(rows, LAGOS);
  assert.deepEqual(keys, ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
  assert.deepEqual(values, [100, 0, 0, 300]);
  assert.deepEqual(
    [times[0], end].map((at) => new Date(at ?? 0).toISOString()),
    ['2026-12-29T23:00:00.000Z', '2027-01-02T23:00:00.000Z'],
  );
});

test('months go the same way, and nothing sold is no bar', () => {
  const rows = [
    { key: '2026-11', netMinor: 1 },
    { key: '2027-02', netMinor: 2 },
  ];
  assert.deepEqual(toBars(rows, LAGOS).keys, ['2026-11', '2026-12', '2027-01', '2027-02']);
  assert.deepEqual(toBars([], LAGOS), { keys: [], times: [], end: 0, values: [] });
});
