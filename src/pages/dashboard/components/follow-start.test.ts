import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAfterMove, endAfterTyping, isInOrder, withWholeYear } from './follow-start.ts';

const party = { before: '2027-03-06T20:00', closesAt: '2027-03-07T00:00' };

test('the end keeps its distance from the start, forward and back', () => {
  assert.equal(endAfterMove({ ...party, startsAt: '2027-04-10T21:30' }), '2027-04-11T01:30');
  assert.equal(endAfterMove({ ...party, startsAt: '2027-02-20T20:00' }), '2027-02-21T00:00');
  assert.equal(endAfterMove({ ...party, startsAt: party.before }), party.closesAt, 'nothing was changed');
  const festival = { before: '2027-03-05T12:00', closesAt: '2027-03-07T23:00' };
  assert.equal(endAfterMove({ ...festival, startsAt: '2027-06-04T12:00' }), '2027-06-06T23:00');
});

test('the end of a start that is not complete stays, and a first start gets an evening', () => {
  for (const startsAt of ['', '0002-03-06T20:00'])
    assert.equal(endAfterMove({ ...party, startsAt }), party.closesAt);
  const first = { before: '', startsAt: '2027-03-06T20:00' };
  assert.equal(endAfterMove({ ...first, closesAt: '' }), '2027-03-07T00:00');
  // The draft's suggestion came in while the start was typed.
  assert.equal(endAfterMove({ ...first, closesAt: '2027-03-24T23:00' }), '2027-03-07T00:00');
  const last = { before: '2027-03-06T20:00', closesAt: '2027-03-07T20:00' };
  assert.equal(endAfterMove({ ...last, startsAt: '2199-12-31T20:00' }), last.closesAt, 'no year after 2199');
});

test('an end that was typed before its start stays', () => {
  const endFirst = { before: '2027-03-06T20:00', closesAt: '2027-03-13T02:00' };
  assert.equal(endAfterMove({ ...endFirst, startsAt: '2027-03-12T22:00' }), '2027-03-13T02:00');
  const nextYear = { before: '2027-03-06T20:00', closesAt: '2028-03-06T17:00' };
  assert.equal(endAfterMove({ ...nextYear, startsAt: '2028-03-06T18:00' }), '2028-03-06T17:00', 'an error');
});

test('an end earlier than the start on the same day is on the next day', () => {
  const startsAt = '2027-12-31T22:00';
  assert.equal(endAfterTyping({ startsAt, closesAt: '2027-12-31T02:00' }), '2028-01-01T02:00');
  for (const closesAt of ['2027-12-31T23:00', '2027-12-31T22:00', '2027-12-30T23:00', ''])
    assert.equal(endAfterTyping({ startsAt, closesAt }), closesAt);
});

test('start and end are in order unless both are complete and the end is not later', () => {
  const startsAt = '2027-03-06T20:00';
  for (const closesAt of ['2027-03-06T20:01', '', '0002-03-06T20:00'])
    assert.equal(isInOrder({ startsAt, closesAt }), true);
  for (const closesAt of [startsAt, '2027-03-06T19:00'])
    assert.equal(isInOrder({ startsAt, closesAt }), false);
});

test('a year of two digits is one of this century, and any other is left as it is', () => {
  assert.equal(withWholeYear('0027-03-06T20:00'), '2027-03-06T20:00');
  for (const text of ['0202-03-06T20:00', '2027-03-06T20:00', '']) assert.equal(withWholeYear(text), text);
});
