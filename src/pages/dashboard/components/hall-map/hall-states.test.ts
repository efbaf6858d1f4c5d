import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSeats, countStates, readStates, statesOfPlan } from './hall-states.ts';

const PRESS = { reason: 'Press', color: 2 };

test('the server’s repeated states are those that came with the map, and only changes are told apart', () => {
  const seat = { s: 0, t: 0, r: 'A', n: '1', x: 0, y: 0 };
  const plan = {
    sections: ['Stalls'],
    types: ['Front'],
    colors: [1],
    seats: [seat, seat, seat, seat],
    taken: [1, 2],
    sold: [2],
    blocked: [{ index: 3, ...PRESS }],
    drawing: [],
  };
  const first = statesOfPlan(plan);
  const again = readStates({ version: 1, states: 'fhsb', house: [{ ...PRESS, indexes: [3] }] });
  assert.deepEqual(again, first);
  assert.deepEqual(changedSeats(first, again), []);
  assert.deepEqual(countStates(first), { free: 1, held: 1, sold: 1, house: 1 });

  const later = readStates({
    version: 2,
    states: 'bfsb',
    house: [
      { ...PRESS, indexes: [0] },
      { ...PRESS, color: 3, indexes: [3] },
    ],
  });
  assert.deepEqual(changedSeats(first, later), [0, 1, 3]);
});
