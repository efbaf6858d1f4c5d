import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEntry } from './line.fixture.ts';
import { ticketsAddress } from './tickets-address.ts';

const data = { checkoutPath: '/buy/concert', eventAddress: 'https://tickets.example/events/concert' };
const own = makeEntry({ admission: { token: 'x.y.z', until: '2027-03-05T18:15:00.000Z' } });

test('an admitted buyer comes to the checkout with the admission, in the look of the waiting room', () => {
  assert.equal(
    ticketsAddress({ data, own }, '?theme=dark&lang=fr&entry=e.m&admission=old&other=2'),
    '/buy/concert?theme=dark&lang=fr&entry=e.m&admission=x.y.z',
  );
});

test('a buyer who came from the event’s page goes back there', () => {
  assert.equal(
    ticketsAddress({ data, own }, '?page=event&lang=en'),
    'https://tickets.example/events/concert?lang=en&admission=x.y.z#tickets',
  );
});

test('once the waiting room is gone nobody needs an admission', () => {
  assert.equal(ticketsAddress({ data, own: null }, '?lang=en&entry=e.m'), '/buy/concert?lang=en');
});
