import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTimes } from './event-times.ts';

test('doors, start and end are on the clock of the place; an end of the same night has no day', () => {
  const startsAt = new Date('2026-12-19T18:00:00Z');
  const doorsAt = new Date('2026-12-19T17:15:00Z');
  const inLagos = { locale: 'en-NG', timezone: 'Africa/Lagos' };
  assert.deepEqual(eventTimes({ startsAt, doorsAt, closesAt: new Date('2026-12-20T01:30:00Z') }, inLagos), {
    doors: '18:15',
    starts: '19:00',
    ends: '02:30 WAT',
  });
  assert.deepEqual(
    eventTimes({ startsAt, doorsAt: null, closesAt: new Date('2026-12-21T22:00:00Z') }, inLagos),
    {
      doors: null,
      starts: '19:00',
      ends: 'Mon, 21 Dec, 23:00 WAT',
    },
  );
});
