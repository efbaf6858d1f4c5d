import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showReport } from './room-data.ts';

const REPORT = {
  linedUp: { early: 3, late: 1 },
  letIn: 4,
  held: 2,
  bought: 1,
  left: 0,
  expired: 3,
  medianWaitSeconds: 10,
  longestWaitSeconds: 20,
  peakInside: 2,
  startedAt: new Date('2027-03-05T09:30:00Z'),
  endedAt: null,
  seriesMinutes: 2,
};
const at = (minute: number): Date => new Date(Date.UTC(2027, 2, 5, 9, minute));

test('spans in which nobody was let in are in the series too', () => {
  const series = [
    { startsAt: at(30), letIn: 1 },
    { startsAt: at(36), letIn: 3 },
  ];
  assert.deepEqual(
    showReport({ ...REPORT, series }).series.map(({ startsAt, letIn }) => [startsAt.slice(14, 16), letIn]),
    [
      ['30', 1],
      ['32', 0],
      ['34', 0],
      ['36', 3],
    ],
  );
});

test('if nobody was let in there is no span', () => {
  assert.deepEqual(showReport({ ...REPORT, series: [] }).series, []);
});
