import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../refusal.ts';
import { createWatchedEvents } from './watched-events.ts';

test('a network watches so many seat maps and no more; a /48 of IPv6 as many as four addresses; who leaves makes room', () => {
  const events = createWatchedEvents({ maxListeners: 10_000 });
  const enter = (address: string, count: number): number => {
    let entered = 0;
    for (let nr = 0; nr < count; nr++) {
      try {
        events.enter('event', address);
        entered += 1;
      } catch (error) {
        assert.ok(error instanceof Refusal);
      }
    }
    return entered;
  };
  assert.equal(enter('192.0.2.1', 250), 200);
  const ofNetwork = ['1', '2', '3', '4', '5'].map((part) => enter(`2001:db8:1:${part}::/64`, 190));
  assert.deepEqual(ofNetwork, [190, 190, 190, 190, 40]);
  assert.equal(enter('2001:db8:2:1::/64', 1), 1);
  const event = events.find('event');
  assert.ok(event);
  events.leave(event, '2001:db8:1:1::/64');
  assert.equal(enter('2001:db8:1:9::/64', 5), 1);
});
