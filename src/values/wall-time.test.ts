import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isTimezone,
  isWallTime,
  lastClockChange,
  momentAt,
  offsetMinutes,
  readWallTime,
  toWallTime,
  writeOffset,
} from './wall-time.ts';

const BERLIN = 'Europe/Berlin';
const read = (text: string, timezone: string) => {
  const { at, how, candidates } = readWallTime(text, timezone) ?? {};
  return [at?.toISOString(), how, candidates?.length];
};

test('a wall time is the moment at which the clock of the zone shows it', () => {
  assert.deepEqual(read('2027-03-06T18:00', 'Africa/Lagos'), ['2027-03-06T17:00:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-07-06T18:00', BERLIN), ['2027-07-06T16:00:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-01-06T18:00', BERLIN), ['2027-01-06T17:00:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-01-01T00:00', 'Pacific/Kiritimati'), ['2026-12-31T10:00:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-01-01T00:15', 'Asia/Kathmandu'), ['2026-12-31T18:30:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-01-01T23:59', 'America/St_Johns'), ['2027-01-02T03:29:00.000Z', 'once', 1]);
});

test('when clocks are put forward, the hour that is not there counts as the one after it', () => {
  assert.deepEqual(read('2027-03-28T02:30', BERLIN), ['2027-03-28T01:30:00.000Z', 'skipped', 0]);
  assert.equal(toWallTime(new Date('2027-03-28T01:30Z'), BERLIN), '2027-03-28T03:30');
  assert.deepEqual(read('2027-03-28T01:59', BERLIN), ['2027-03-28T00:59:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-03-28T03:00', BERLIN), ['2027-03-28T01:00:00.000Z', 'once', 1]);
  assert.deepEqual(read('2027-03-14T02:30', 'America/New_York'), ['2027-03-14T07:30:00.000Z', 'skipped', 0]);
});

test('when clocks are put back, the hour that comes twice is the first, unless its offset says otherwise', () => {
  assert.deepEqual(read('2027-10-31T02:30', BERLIN), ['2027-10-31T00:30:00.000Z', 'twice', 2]);
  assert.deepEqual(read('2027-10-31T02:30+02:00', BERLIN), ['2027-10-31T00:30:00.000Z', 'twice', 2]);
  assert.deepEqual(read('2027-10-31T02:30+01:00', BERLIN), ['2027-10-31T01:30:00.000Z', 'twice', 2]);
  assert.equal(toWallTime(new Date('2027-10-31T00:30Z'), BERLIN), '2027-10-31T02:30');
  assert.equal(toWallTime(new Date('2027-10-31T01:30Z'), BERLIN), '2027-10-31T02:30+01:00');
  // An hour that comes once is what the clock shows, whatever is behind it.
  assert.deepEqual(read('2027-10-31T12:00+05:00', BERLIN), ['2027-10-31T11:00:00.000Z', 'once', 1]);
  // Lord Howe moves its clock by half an hour.
  assert.deepEqual(read('2027-04-04T01:45', 'Australia/Lord_Howe'), ['2027-04-03T14:45:00.000Z', 'twice', 2]);
});

test('a moment that was there already keeps its seconds where the clock shows the same', () => {
  const before = new Date('2027-03-06T17:00:42.123Z');
  assert.equal(readWallTime('2027-03-06T18:00', 'Africa/Lagos', before)?.at, before);
  assert.equal(
    readWallTime('2027-03-06T18:01', 'Africa/Lagos', before)?.at.toISOString(),
    '2027-03-06T17:01:00.000Z',
  );
  const second = new Date('2027-10-31T01:30:07Z');
  assert.equal(readWallTime('2027-10-31T02:30+01:00', BERLIN, second)?.at, second);
  assert.notEqual(readWallTime('2027-10-31T02:30', BERLIN, second)?.at, second);
});

test('a text that is not a date and time is none', () => {
  const none = [
    '',
    '2027-03-06',
    '2027-3-6T18:00',
    '2027-02-30T18:00',
    '2027-13-01T00:00',
    '2027-01-01T24:00',
  ];
  const odd = [
    '1999-01-01T00:00',
    '2200-01-01T00:00',
    '2027-01-01T10:60',
    '2027-01-01T10:00Z',
    ' 2027-01-01T10:00',
  ];
  for (const text of [...none, ...odd]) {
    assert.equal(isWallTime(text), false, text);
    assert.equal(readWallTime(text, BERLIN), null, text);
    assert.throws(() => momentAt(text, BERLIN), RangeError);
  }
  assert.ok(isWallTime('2028-02-29T18:00'));
});

test('a zone is a name that is known here', () => {
  for (const name of ['Africa/Lagos', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
    assert.ok(isTimezone(name));
  for (const name of [
    '',
    'Africa/Nowhere',
    '+01:00',
    'africa/lagos',
    'Africa/Lagos ',
    "UTC'; --",
    `A${'/a'.repeat(40)}`,
  ])
    assert.equal(isTimezone(name), false, name);
});

test('offsets are written with hours and minutes', () => {
  assert.deepEqual([60, -210, 0, 845].map(writeOffset), ['+01:00', '-03:30', '+00:00', '+14:05']);
});

test('the clock’s last change before a moment is told, to the minute', () => {
  const change = (from: string, to: string, zone = BERLIN) =>
    lastClockChange(new Date(from), new Date(to), zone);
  assert.deepEqual(change('2027-01-10T00:00Z', '2027-06-01T00:00Z'), new Date('2027-03-28T01:00Z'));
  assert.deepEqual(change('2027-01-10T00:00Z', '2027-12-01T00:00Z'), new Date('2027-10-31T01:00Z'));
  assert.equal(change('2027-01-10T00:00Z', '2027-03-01T00:00Z'), null);
  assert.equal(change('2027-06-01T00:00Z', '2027-01-01T00:00Z'), null);
  assert.equal(change('2026-01-10T00:00Z', '2028-06-01T00:00Z', 'Africa/Lagos'), null);
});

test('the clock’s time at any minute is read as that minute, in zones of every sort', () => {
  const zones = [
    'Africa/Lagos',
    'Africa/Casablanca',
    'Africa/Cairo',
    BERLIN,
    'Europe/London',
    'Europe/Dublin',
    'America/New_York',
    'America/Santiago',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Asia/Gaza',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Antarctica/Troll',
    'UTC',
  ];
  // From 2026 to 2031, and near the changes too.
  const minute = fc.integer({ min: 29_454_000, max: 32_083_000 }).map((minutes) => minutes * 60_000);
  const nearChange = fc
    .tuple(fc.constantFrom(...zones), minute, fc.integer({ min: -300, max: 300 }))
    .map(([zone, ms, by]): [string, number] => {
      const found = lastClockChange(new Date(ms - 400 * 86_400_000), new Date(ms), zone);
      return [zone, (found?.getTime() ?? ms) + by * 60_000];
    });
  fc.assert(
    fc.property(fc.oneof(fc.tuple(fc.constantFrom(...zones), minute), nearChange), ([zone, ms]) => {
      const at = new Date(ms);
      const text = toWallTime(at, zone);
      const found = readWallTime(text, zone);
      assert.ok(found && found.how !== 'skipped', `${text} in ${zone}`);
      assert.equal(found.at.toISOString(), at.toISOString(), `${text} in ${zone}`);
      for (const one of found.candidates)
        assert.equal(toWallTime(one, zone).slice(0, 16), text.slice(0, 16), `${text} in ${zone}`);
      assert.equal(
        new Date(ms + offsetMinutes(at, zone) * 60_000).toISOString().slice(0, 16),
        text.slice(0, 16),
      );
    }),
    { numRuns: 400 },
  );
});
