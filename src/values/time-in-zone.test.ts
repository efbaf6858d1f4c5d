import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoInZone } from './time-in-zone.ts';

test('a moment is written as the clock of the place shows it, and stays the same moment', () => {
  const moment = new Date('2026-07-31T23:30:05Z');
  assert.equal(isoInZone(moment, 'Africa/Lagos'), '2026-08-01T00:30:05+01:00');
  assert.equal(isoInZone(moment, 'Africa/Accra'), '2026-07-31T23:30:05+00:00');
  assert.equal(isoInZone(moment, 'America/St_Johns'), '2026-07-31T21:00:05-02:30');
  for (const zone of ['Africa/Lagos', 'Africa/Johannesburg', 'Asia/Kathmandu'])
    assert.equal(new Date(isoInZone(moment, zone)).getTime(), moment.getTime());
});
