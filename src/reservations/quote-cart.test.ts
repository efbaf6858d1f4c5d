import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../refusal.ts';
import type { OfferedCode } from './offered-codes.ts';
import type { Offer, OfferedType } from './offers.ts';
import { createQuotes, quoteCart } from './quote-cart.ts';

const SKUS = ['a', 'b', 'c'];
const small = fc.integer({ min: 0, max: 5_000 });

const ticketType: fc.Arbitrary<OfferedType> = fc.record({
  name: fc.constantFrom('Regular', 'VIP'),
  kind: fc.constant('GENERAL'),
  priceMinor: small,
  maximumPerOrder: fc.integer({ min: 1, max: 6 }),
});

const offer: fc.Arbitrary<Offer> = fc.record({
  eventId: fc.constant('event'),
  eventName: fc.constant('A concert'),
  kind: fc.constant('general'),
  country: fc.constantFrom('NIGERIA', 'GHANA'),
  callbackOrigins: fc.constant(null),
  feeRule: fc.record({
    basisPoints: fc.integer({ min: 0, max: 1_000 }),
    flatMinor: small,
    capMinor: fc.option(small),
    isAbsorbed: fc.boolean(),
  }),
  ticketTypes: fc
    .tuple(ticketType, ticketType)
    .map((types) => new Map(types.map((type, index) => [SKUS[index] ?? '', type]))),
  hasPromoCodes: fc.constant(true),
  hasWaitingList: fc.constant(false),
});

const promoCode: fc.Arbitrary<OfferedCode> = fc.record({
  id: fc.constantFrom('one', 'two'),
  code: fc.constantFrom('SAVE', 'LESS'),
  discount: fc.record({
    percentBasisPoints: fc.integer({ min: 1, max: 10_000 }),
    skus: fc.option(fc.subarray(SKUS).map((skus) => new Set(skus))),
  }),
});

// Some are written like two others, for a key that does not tell them apart.
const sku = fc.constantFrom(...SKUS, 'a 1 b', '"},{"sku":"a');
const item = fc.record({ sku, quantity: fc.integer({ min: 1, max: 3 }) });
const usual = fc.record({ sku: fc.constantFrom('a', 'b'), quantity: fc.constant(1) });
const items = fc.oneof(
  fc.array(item, { minLength: 1, maxLength: 3 }),
  fc.array(usual, { minLength: 1, maxLength: 2 }),
);

/** A step: another reading of the catalog, another of the code, or a cart. */
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ offer }) },
  { weight: 1, arbitrary: fc.record({ promoCode: fc.option(promoCode) }) },
  { weight: 10, arbitrary: fc.record({ items }) },
);

function outcomeOf<Result>(quote: () => Result): Result | string {
  try {
    return quote();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
}

test('a quote that is remembered is the one that would be made now, whatever was changed in between', () => {
  let shared = 0;
  fc.assert(
    fc.property(offer, fc.array(step, { minLength: 10, maxLength: 60 }), (first, steps) => {
      const remembering = createQuotes();
      const now: { offer: Offer; promoCode: OfferedCode | null } = { offer: first, promoCode: null };
      const made = new Set<unknown>();
      for (const happens of steps) {
        if (!('items' in happens)) {
          Object.assign(now, happens);
          continue;
        }
        const cart = outcomeOf(() => remembering(now.offer, happens.items, now.promoCode));
        assert.deepEqual(
          cart,
          outcomeOf(() => quoteCart(now.offer, happens.items, now.promoCode)),
        );
        if (typeof cart !== 'string' && made.has(cart)) shared += 1;
        made.add(cart);
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(shared > 100, `${shared} quotes were remembered`);
});

test('carts that are alike share one quote, until offer or code are read anew', () => {
  const [first, again] = fc.sample(offer, { numRuns: 1, seed: 1 }).flatMap((one) => [one, { ...one }]);
  const [code, codeAgain] = fc.sample(promoCode, { numRuns: 1, seed: 1 }).flatMap((one) => [one, { ...one }]);
  assert.ok(first && again && code && codeAgain);
  const quote = createQuotes();
  const cart = () => [{ sku: 'a', quantity: 1 }];
  const quoted = quote(first, cart(), null);
  assert.equal(quote(first, cart(), null), quoted);
  assert.notEqual(quote(again, cart(), null), quoted);
  const withCode = quote(first, cart(), code);
  assert.notEqual(withCode, quoted);
  assert.equal(quote(first, cart(), code), withCode);
  assert.notEqual(quote(first, cart(), codeAgain), withCode);
});
