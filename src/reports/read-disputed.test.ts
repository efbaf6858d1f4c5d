import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buy, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import type { Country } from '../money/countries.ts';
import { disputeOrder } from '../orders/disputes/disputes.fixture.ts';
import { readDisputed } from './read-disputed.ts';

test('disputes are counted on the day they were opened, and lost money on the day it was lost, for this host and these events', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const [host, other] = [await makeHost(on), await makeHost(on)];
  const sell = async (of: TestHost, place: { country?: Country } = {}) => {
    const { slug, skus, eventId } = await makeEvent(on, of, place);
    const made = await buy(on, of, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(made.checkoutUrl);
    const { id } = await untilStatus(on, made.reference, 'confirmed');
    return { id, eventId };
  };
  const [first, second, foreign] = [await sell(host), await sell(host), await sell(other)];
  // The last hour of one day in Lagos, and the first of the next.
  const [late, early] = [new Date('2026-03-01T22:30:00Z'), new Date('2026-03-01T23:30:00Z')];
  await disputeOrder(on, first.id, { amountMinor: 100, openedAt: late });
  await disputeOrder(on, first.id, { amountMinor: 20, openedAt: late, state: 'lost', endedAt: early });
  await disputeOrder(on, second.id, { amountMinor: 3, openedAt: early, state: 'won', endedAt: early });
  await disputeOrder(on, foreign.id, { amountMinor: 4_000, openedAt: late });
  const { hostId } = host;
  const read = async (from: string | null, to: string | null, eventIds: string[] | null = null) =>
    (await readDisputed(database, { hostId, eventIds, from, to })).map((sum) => [
      sum.currency,
      sum.opened,
      sum.openedMinor,
      sum.lost,
      sum.lostMinor,
    ]);
  assert.deepEqual(await read('2026-03-01', '2026-03-01'), [['NGN', 2, 120, 0, 0]]);
  assert.deepEqual(await read('2026-03-02', '2026-03-02'), [['NGN', 1, 3, 1, 20]]);
  assert.deepEqual(await read(null, null), [['NGN', 3, 123, 1, 20]]);
  assert.deepEqual(await read(null, null, [second.eventId]), [['NGN', 1, 3, 0, 0]]);
  assert.deepEqual(await read('2026-03-03', '2026-03-03'), []);
  // Two countries with one currency are one line.
  for (const country of ['SENEGAL', 'TOGO'] as const)
    await disputeOrder(on, (await sell(host, { country })).id, { amountMinor: 5, openedAt: early });
  assert.deepEqual((await read(null, null)).at(-1), ['XOF', 2, 10, 0, 0]);
});
