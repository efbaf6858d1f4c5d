import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FoundDispute } from '../../payments/gateway.ts';
import { joinClaims, type KnownDispute } from './join-claims.ts';

const PAID = 1_000;

const dispute = (id: string, day: number, given: Partial<FoundDispute> = {}): FoundDispute => ({
  gatewayDisputeId: id,
  amountMinor: PAID,
  currency: 'NGN',
  reason: '',
  state: 'open',
  isRefundable: false,
  dueAt: null,
  openedAt: new Date(Date.UTC(2026, 0, day)),
  endedAt: null,
  ...given,
});

const onRecord = (id: string, day: number, given: Partial<KnownDispute> = {}): KnownDispute => ({
  id: `row-${id}`,
  gatewayDisputeId: id,
  formerIds: [],
  amountMinor: PAID,
  state: 'open',
  isRefundable: false,
  isBlocked: false,
  isOlder: true,
  openedAt: new Date(Date.UTC(2026, 0, day)),
  ...given,
});

const join = (found: FoundDispute[], known: KnownDispute[] = []) =>
  joinClaims({ found, known }, { paidMinor: PAID, amountOf: ({ amountMinor }) => amountMinor }).map(
    (claim) => [
      claim.found.gatewayDisputeId,
      claim.formerIds,
      claim.openedAt.getUTCDate(),
      claim.known.map(({ id }) => id),
    ],
  );

test('claims that the payment can’t all be of are one, by the newest id, since the first was opened', () => {
  assert.deepEqual(join([dispute('b', 2), dispute('a', 1)]), [['b', ['a'], 1, []]]);
  // Of one moment, what only asks comes first.
  assert.deepEqual(join([dispute('b', 1), dispute('z', 1, { isRefundable: true })]), [['b', ['z'], 1, []]]);
});

test('parts of a payment stay apart, but for an open inquiry and the claim that it became', () => {
  const part = { amountMinor: 300 };
  assert.deepEqual(join([dispute('a', 1, part), dispute('b', 2, part)]), [
    ['a', [], 1, []],
    ['b', [], 2, []],
  ]);
  const asked = { ...part, isRefundable: true };
  assert.deepEqual(join([dispute('a', 1, asked), dispute('b', 2, part)]), [['b', ['a'], 1, []]]);
});

test('a row on record is found again by each of its ids, and two rows of one claim become one', () => {
  const joined = onRecord('b', 1, { formerIds: ['a'] });
  assert.deepEqual(join([dispute('a', 1)], [joined]), [['a', ['b'], 1, ['row-b']]]);
  assert.deepEqual(join([dispute('b', 2), dispute('a', 1)], [joined]), [['b', ['a'], 1, ['row-b']]]);
  assert.deepEqual(join([dispute('b', 2)], [onRecord('a', 1), onRecord('b', 2)]), [
    ['b', ['a'], 1, ['row-b', 'row-a']],
  ]);
});

test('a dispute of which the gateway is silent stays as it is', () => {
  assert.deepEqual(join([dispute('a', 1)], [onRecord('b', 2)]), []);
});

test('claims never add up to more than was paid, in whatever order they are told', () => {
  const told = fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 28 }), amountMinor: fc.integer({ min: 1, max: PAID }) }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(told, (list) => {
      const all = list.map(({ day, amountMinor }, nr) => dispute(`d${nr}`, day, { amountMinor }));
      const claims = joinClaims(
        { found: all, known: [] },
        { paidMinor: PAID, amountOf: ({ amountMinor }) => amountMinor },
      );
      assert.ok(claims.reduce((sum, { found }) => sum + found.amountMinor, 0) <= PAID);
      const ids = claims.flatMap(({ found, formerIds }) => [found.gatewayDisputeId, ...formerIds]);
      assert.deepEqual(ids.toSorted(), all.map(({ gatewayDisputeId }) => gatewayDisputeId).toSorted());
    }),
  );
});
