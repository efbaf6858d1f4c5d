import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../test/harness/test-database.ts';

const { database, drop } = await createTestDatabase();
after(drop);

type Asked = { amountMinor: number; basisPoints: number };

async function taxesIn(asked: Asked[]): Promise<number[]> {
  const { rows } = await database.query<{ tax: number }>(
    `SELECT tax_included(amount, rate) AS tax FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS asked (amount, rate, nr) ORDER BY nr`,
    [asked.map(({ amountMinor }) => amountMinor), asked.map(({ basisPoints }) => basisPoints)],
  );
  return rows.map(({ tax }) => tax);
}

// Up to the largest amount that a number says exactly, and up to every rate that the settings take.
const many = fc.array(
  fc.record({
    amountMinor: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    basisPoints: fc.integer({ min: 0, max: 5_000 }),
  }),
  { minLength: 1, maxLength: 200 },
);

test('the tax in a price is what was put on top of the rest', async () => {
  const asked = [
    [10_750, 750],
    [1_060_000, 750],
    [0, 1_500],
    // A sixth of three is a half, which is rounded up.
    [3, 2_000],
    [10_000, 0],
  ].map(([amountMinor = 0, basisPoints = 0]) => ({ amountMinor, basisPoints }));
  assert.deepEqual(await taxesIn(asked), [750, 73_953, 0, 1, 0]);
});

test('it is within half a unit of the exact share, and never more than the amount', async () => {
  await fc.assert(
    fc.asyncProperty(many, async (asked) => {
      for (const [nr, tax] of (await taxesIn(asked)).entries()) {
        const { amountMinor = 0, basisPoints = 0 } = asked[nr] ?? {};
        assert.ok(Number.isSafeInteger(tax) && tax >= 0 && tax <= amountMinor);
        const divisor = 10_000n + BigInt(basisPoints);
        const twiceOff = 2n * (BigInt(tax) * divisor - BigInt(amountMinor) * BigInt(basisPoints));
        assert.ok(twiceOff > -divisor && twiceOff <= divisor);
      }
    }),
    { numRuns: 30 },
  );
});

test('more money has no less tax in it, and neither has a higher rate', async () => {
  await fc.assert(
    fc.asyncProperty(many, async (asked) => {
      const more = asked.map(({ amountMinor, basisPoints }) => ({
        amountMinor: Math.min(amountMinor + 1, Number.MAX_SAFE_INTEGER),
        basisPoints,
      }));
      const higher = asked.map(({ amountMinor, basisPoints }) => ({
        amountMinor,
        basisPoints: basisPoints + 1,
      }));
      const [taxes, ofMore, ofHigher] = [await taxesIn(asked), await taxesIn(more), await taxesIn(higher)];
      for (const [nr, tax] of taxes.entries())
        assert.ok(tax <= (ofMore[nr] ?? 0) && tax <= (ofHigher[nr] ?? 0));
    }),
    { numRuns: 30 },
  );
});
