import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSeat, nameSeatBelow, nameSeatsOfRow, nameTicket } from './seat-name.ts';

const A5 = { section: 'Stalls', row: 'A', seat: '5' };

test('a seat is called by its section, row and number, in the language of who reads it', () => {
  assert.equal(nameSeat(A5, 'en'), 'Stalls, row A, seat 5');
  assert.equal(nameSeat(A5, 'fr'), 'Stalls, rang A, place 5');
  assert.equal(nameSeatsOfRow({ ...A5, seats: '5–7' }, 'en'), 'Stalls, row A, seats 5–7');
});

test('in Arabic the name of a section does not turn the line round', () => {
  const within = 'الصف \u2068A\u2069، المقعد \u20685\u2069';
  assert.equal(nameSeat(A5, 'ar'), `\u200f\u2068Stalls\u2069، ${within}`);
  assert.equal(nameSeatBelow('stalls', A5, 'ar'), within);
});

test('the section is said once, wherever a host writes it', () => {
  for (const place of [
    { section: 'Stalls', row: 'Stalls A', seat: '5' },
    { section: 'Stalls', row: 'STALLS - A', seat: 'Stalls 5' },
    { section: 'Stalls', row: 'Stalls A', seat: 'Stalls A 5' },
    { section: 'Stalls ', row: ' Stalls: A', seat: 'Stalls, A-5' },
  ]) {
    assert.equal(nameSeat(place, 'en'), 'Stalls, row A, seat 5');
  }
  assert.equal(
    nameSeatsOfRow({ section: 'Stalls', row: 'Stalls A', seats: '1–2' }, 'en'),
    'Stalls, row A, seats 1–2',
  );
});

test('a name that only begins alike is left as it is', () => {
  for (const [place, name] of [
    [{ section: 'A', row: 'AA', seat: 'A5' }, 'A, row AA, seat A5'],
    [{ section: 'Box', row: 'Box', seat: 'Box' }, 'Box, row Box, seat Box'],
    [{ section: 'Stalls', row: 'A', seat: 'A 5' }, 'Stalls, row A, seat A 5'],
    [{ section: 'İstanbul', row: 'i̇stanbul', seat: '1' }, 'İstanbul, row i̇stanbul, seat 1'],
  ] as const) {
    assert.equal(nameSeat(place, 'en'), name);
  }
});

test('a ticket type that is called as its section is not said twice', () => {
  assert.equal(nameTicket({ typeName: 'Regular', seat: null }, 'en'), 'Regular');
  assert.equal(nameTicket({ typeName: 'Gold', seat: A5 }, 'en'), 'Gold, Stalls, row A, seat 5');
  assert.equal(nameTicket({ typeName: 'stalls', seat: A5 }, 'en', ' · '), 'Stalls, row A, seat 5');
  assert.equal(nameSeatBelow('Gold', A5, 'en'), 'Stalls, row A, seat 5');
  assert.equal(nameSeatBelow('Stalls', A5, 'fr'), 'Rang A, place 5');
});
