import fc from 'fast-check';
import type { Buyer, HoldCommand, ModelPromoCode, Sale, Scenario } from './model.ts';

// The events of a sale, as plain data: printed, shrunk and replayed as they are.

export type Command =
  | ({ kind: 'hold' } & HoldCommand)
  /** Straight to the engine, as the embed will: the API sells no seats. */
  | ({ kind: 'hold seats'; isPriceStale: boolean } & HoldCommand)
  | { kind: 'release'; buyer: Buyer }
  | { kind: 'lapse'; buyer: Buyer }
  | { kind: 'grow old'; buyer: Buyer }
  | { kind: 'sweep'; most: number }
  | { kind: 'set price'; type: number; priceMinor: number }
  | { kind: 'set capacity'; type: number; capacity: number }
  | { kind: 'set sale'; type: number; sale: Sale }
  | { kind: 'set promo dates'; promo: number; dates: Sale };

/** Plain objects, so that a counterexample reads well. */
function record<T>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(parts, { noNullPrototype: true });
}

/** Few of each, so that they meet. */
export const TOKENS = 4;
export const ADDRESSES = 3;
export const SEATS = 4;
const GENERAL_TYPES = 4;
export const SEATED_TYPE = GENERAL_TYPES;
/** Another price for the same seats. */
export const CHILD_TYPE = SEATED_TYPE + 1;
const MAX_PER_ORDER = 4;
export const ADDRESS_LIMIT = 8;
const UNKNOWN_TYPE = CHILD_TYPE + 1;

const PROMO_CODES: ModelPromoCode[] = [
  { code: 'Early', amount: { percentBasisPoints: 2_500 }, types: null, maximumUses: 2, dates: 'open' },
  { code: 'FIXED', amount: { amountMinor: 150_001 }, types: [0, 1], maximumUses: null, dates: 'open' },
  { code: 'free', amount: { percentBasisPoints: 10_000 }, types: [2], maximumUses: 1, dates: 'open' },
  { code: 'last', amount: { amountMinor: 777 }, types: null, maximumUses: 1, dates: 'open' },
  { code: 'bygone', amount: { percentBasisPoints: 333 }, types: null, maximumUses: 5, dates: 'over' },
];
const UNKNOWN_PROMO = PROMO_CODES.length;

const sale = fc.oneof(
  { weight: 3, arbitrary: fc.constant('open' as const) },
  { weight: 1, arbitrary: fc.constantFrom('not yet' as const, 'over' as const) },
);
const priceMinor = fc.oneof(fc.constantFrom(0, 1, 333, 1_000_000), fc.nat({ max: 5_000_000 }));
const capacity = fc.integer({ min: 0, max: 7 });

export const scenarios: fc.Arbitrary<Scenario> = fc
  .tuple(
    fc.array(record({ priceMinor, capacity: fc.integer({ min: 1, max: 6 }) }), {
      minLength: GENERAL_TYPES,
      maxLength: GENERAL_TYPES,
    }),
    // The stock that the first two share, or nothing.
    fc.option(fc.integer({ min: 1, max: 9 })),
  )
  .map(([general, shared]) => ({
    types: [
      ...general,
      { priceMinor: 500_000, capacity: SEATS },
      { priceMinor: 250_000, capacity: SEATS },
    ].map((type, place) => ({
      ...type,
      name: `Ticket ${place + 1}`,
      maximumPerOrder: MAX_PER_ORDER,
      sale: 'open',
    })),
    pools: [
      ...(shared === null ? [] : [{ types: [0, 1], capacity: shared }]),
      { types: [SEATED_TYPE, CHILD_TYPE], capacity: SEATS },
    ],
    promoCodes: PROMO_CODES,
    addressLimit: ADDRESS_LIMIT,
  }));

const address = fc.nat({ max: ADDRESSES - 1 });
const buyer: fc.Arbitrary<Buyer> = record({
  address,
  token: fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: TOKENS - 1 }) },
    { weight: 2, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: record({ mintedFor: address }) },
  ),
});
const lines = fc.array(
  record({
    type: fc.oneof(
      { weight: 40, arbitrary: fc.nat({ max: GENERAL_TYPES - 1 }) },
      { weight: 1, arbitrary: fc.constant(UNKNOWN_TYPE) },
    ),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const promo = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.nat({ max: UNKNOWN_PROMO }) },
);
const anyType = fc.nat({ max: CHILD_TYPE });
// Of seats there are as many as there are; of a further price at most as many as the host says.
const limitedType = fc.oneof(fc.nat({ max: GENERAL_TYPES - 1 }), fc.constant(CHILD_TYPE));

const hold = record({
  kind: fc.constant('hold' as const),
  buyer,
  lines,
  seats: fc.constant<number[]>([]),
  children: fc.constant<number[]>([]),
  promo,
});
const holdSeats = record({
  kind: fc.constant('hold seats' as const),
  buyer,
  lines: fc.array(
    record({
      type: fc.nat({ max: GENERAL_TYPES - 1 }),
      quantity: fc.integer({ min: 1, max: MAX_PER_ORDER }),
    }),
    { maxLength: 1 },
  ),
  seats: fc.uniqueArray(fc.nat({ max: SEATS - 1 }), { minLength: 1, maxLength: 3 }),
  // So many of the seats, the first ones, at the other price.
  childCount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 })),
  promo: fc.constant(null),
  isPriceStale: fc.nat({ max: 19 }).map((dice) => dice === 19),
}).map(({ childCount, ...command }) => {
  const children = command.seats.slice(0, childCount);
  const seated = [
    { type: SEATED_TYPE, quantity: command.seats.length - children.length },
    { type: CHILD_TYPE, quantity: children.length },
  ];
  return {
    ...command,
    children,
    lines: [...command.lines, ...seated.filter(({ quantity }) => quantity > 0)],
  };
});
const release = record({ kind: fc.constant('release' as const), buyer });
const lapse = record({ kind: fc.constant('lapse' as const), buyer });
const growOld = record({ kind: fc.constant('grow old' as const), buyer });
const sweep = record({ kind: fc.constant('sweep' as const), most: fc.constantFrom(1, 2, 1_000) });
const setPrice = record({ kind: fc.constant('set price' as const), type: anyType, priceMinor });
const setCapacity = record({ kind: fc.constant('set capacity' as const), type: limitedType, capacity });
const setSale = record({ kind: fc.constant('set sale' as const), type: anyType, sale });
const setPromoDates = record({
  kind: fc.constant('set promo dates' as const),
  promo: fc.nat({ max: PROMO_CODES.length - 1 }),
  dates: sale,
});

/** The buyers' actions and accidents. */
const buying = [
  { weight: 12, arbitrary: hold },
  { weight: 4, arbitrary: holdSeats },
  { weight: 3, arbitrary: release },
  { weight: 3, arbitrary: lapse },
  { weight: 1, arbitrary: sweep },
];
/** The host's actions meanwhile. */
const hosting = [
  { weight: 1, arbitrary: setPrice },
  { weight: 1, arbitrary: setCapacity },
  { weight: 1, arbitrary: setSale },
  { weight: 1, arbitrary: setPromoDates },
];

export const storyOfASale: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(...buying, { weight: 1, arbitrary: growOld }, ...hosting),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/**
 * Bursts of commands, each at one of three doors, or at two at once: who clicks twice. A host changes at most one thing
 * in the midst of a burst.
 */
export type Burst = { buying: { command: Command; doors: number[] }[]; hosting: Command[] };
export const rushOfBursts: fc.Arbitrary<Burst[]> = fc.array(
  record({
    buying: fc.array(
      record({
        command: fc.oneof(...buying),
        doors: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 20, size: 'max' },
    ),
    hosting: fc.array(fc.oneof(...hosting), { maxLength: 1 }),
  }),
  { minLength: 1, maxLength: 5, size: 'max' },
);
