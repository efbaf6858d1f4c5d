import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { OPERATOR } from '../../src/audit/actor.ts';
import { limitAddress } from '../../src/http/client-address.ts';
import { createHoldEngine, type HoldEngine, type HoldResult } from '../../src/inventory/hold-engine.ts';
import { addFurtherPrice } from '../../src/inventory/add-further-price.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import { createSeats } from '../../src/inventory/seats/create-seats.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { ADDRESSES, CHILD_TYPE, SEATED_TYPE, SEATS, TOKENS, type Command } from './commands.ts';
import {
  isAtSite,
  type Buyer,
  type HoldCommand,
  type ModelTicketType,
  type Sale,
  type Scenario,
} from './model.ts';

export const FEE_RULE = { basisPoints: 500, flatMinor: 10_000, capMinor: 250_000, isAbsorbed: false };

/** The real thing: the product, several times, on one database. */
export type World = {
  owner: TestApp;
  doors: TestApp[];
  engine: HoldEngine;
  host: TestHost;
  /** Also says how often the database had to break a deadlock. */
  close(): Promise<{ deadlocks: number }>;
};

/** One event in it, for one story. */
export type Stage = {
  world: World;
  eventId: string;
  slug: string;
  skus: string[];
  /** The ticket types that share a stock, by stock. */
  pools: number[][];
  seatIds: string[];
  promoIds: string[];
  promoNames: string[];
  tokens: string[];
  /** By address: the token that its cart was given. */
  minted: Map<number, string>;
};

export type Held = {
  token: string;
  quoteReference: string;
  expiresAtMs: number;
  /** The API's answer about the money. */
  // oxlint-disable-next-line typescript/no-explicit-any -- compared field by field
  quote: any;
};

export type Answered = { status: number; errorCode: string | null; held: Held | null };

const CLIENT_MARGIN_MS = 15_000;

export async function openWorld(options: { addressLimit: number; doors: number }): Promise<World> {
  const environment = {
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'loopback',
    HOLD_LIMIT_PER_ADDRESS: String(options.addressLimit),
    RATE_LIMIT_PER_ADDRESS: '1000000000',
    RATE_LIMIT_PER_KEY: '1000000000',
  };
  // Nobody calls at the owner's: it outlives the others, to be asked what went wrong with them.
  const owner = await startTestApp({ environment });
  const doors: TestApp[] = [];
  for (let door = 0; door < options.doors; door++) doors.push(await startTestApp({ environment, on: owner }));
  const engine = createHoldEngine({
    database: owner.testDatabase.database,
    addressLimit: options.addressLimit,
  });
  const host = await makeHost(owner, {
    feeBasisPoints: FEE_RULE.basisPoints,
    feeFlatMinor: FEE_RULE.flatMinor,
    feeCapMinor: FEE_RULE.capMinor,
    feesAbsorbed: FEE_RULE.isAbsorbed,
  });
  return {
    owner,
    doors,
    engine,
    host,
    async close() {
      await engine.close();
      await Promise.all(doors.map((door) => door.close()));
      return { deadlocks: await owner.closeAndCountDeadlocks() };
    },
  };
}

export async function setStage(world: World, scenario: Scenario): Promise<Stage> {
  const { owner, host } = world;
  const { eventId, slug, skus } = await makeEvent(owner, host, {
    // The last one is a further price, which is added to the seats.
    ticketTypes: scenario.types
      .slice(0, CHILD_TYPE)
      .map(({ name, priceMinor, capacity, maximumPerOrder }, type) => ({
        name,
        priceMinor,
        capacity,
        maximumPerOrder,
        kind: type === SEATED_TYPE ? 'SEATED' : 'GENERAL',
      })),
  });
  const stage: Stage = {
    world,
    eventId,
    slug,
    skus,
    pools: scenario.pools.map(({ types }) => types),
    seatIds: [],
    promoIds: [],
    promoNames: scenario.promoCodes.map(({ code }) => code),
    tokens: Array.from({ length: TOKENS }, () => randomUUID()),
    minted: new Map(),
  };
  await owner.app.database.transaction(async (tx) => {
    // That of the seats comes with their further price.
    for (const pool of scenario.pools.filter(({ types }) => !types.includes(SEATED_TYPE)))
      await shareStock(tx, {
        hostId: host.hostId,
        eventId,
        actor: OPERATOR,
        name: 'Floor',
        capacity: pool.capacity,
        ticketTypeIds: pool.types.map((type) => skus[type] ?? ''),
      });
    await createSeats(
      tx,
      eventId,
      Array.from({ length: SEATS }, (_, seat) => ({
        ticketTypeId: skuOf(stage, SEATED_TYPE),
        section: 'A',
        rowLabel: '1',
        seatLabel: String(seat),
        x: seat,
        y: 0,
        isAccessible: false,
        isRestrictedView: false,
      })),
    );
    const { name = '', priceMinor = 0, maximumPerOrder = 1 } = scenario.types[CHILD_TYPE] ?? {};
    const child = await addFurtherPrice(tx, {
      hostId: host.hostId,
      eventId,
      seatsOf: skuOf(stage, SEATED_TYPE),
      ownLimit: null,
      fields: {
        name,
        description: '',
        priceMinor,
        capacity: 0,
        maximumPerOrder,
        saleStartsAt: null,
        saleEndsAt: null,
      },
    });
    stage.skus.push(child);
    const seats = await tx.query<{ id: string }>(
      'SELECT id FROM seats WHERE event_id = $1 ORDER BY seat_label',
      [eventId],
    );
    stage.seatIds = seats.rows.map(({ id }) => id);
    for (const { code, amount, types, maximumUses } of scenario.promoCodes) {
      stage.promoIds.push(
        await createPromoCode(tx, {
          eventId,
          code,
          discount: amount,
          maximumUses,
          ticketTypeIds: (types ?? []).map((type) => skuOf(stage, type)),
        }),
      );
    }
  });
  for (const [promo, { dates }] of scenario.promoCodes.entries()) await setPromoDates(stage, promo, dates);
  return stage;
}

/** An address that was given no token yet calls without one. */
export function settle(stage: Stage, buyer: Buyer): Buyer {
  const isKnown = typeof buyer.token !== 'object' || stage.minted.has(buyer.token.mintedFor);
  return isKnown ? buyer : { ...buyer, token: 'none' };
}

const sentFrom = (address: number): string =>
  isAtSite(address) ? `2001:db8:7:${address}::${address + 1}` : `10.0.0.${address + 1}`;
export const addressText = (address: number): string => limitAddress(sentFrom(address));
export const ALL_ADDRESSES = Array.from({ length: ADDRESSES }, (_, address) => address);
/** A ticket type that is none has an id as well. */
export const skuOf = (stage: Stage, type: number): string =>
  stage.skus[type] ?? '00000000-0000-7000-8000-000000000000';

function tokenOf(stage: Stage, { token }: Buyer): string | null {
  if (token === 'none') return null;
  return (typeof token === 'number' ? stage.tokens[token] : stage.minted.get(token.mintedFor)) ?? null;
}

function headersOf(stage: Stage, buyer: Buyer): Record<string, string> {
  const token = tokenOf(stage, buyer);
  return { 'x-forwarded-for': sentFrom(buyer.address), ...(token && { 'x-device-id': token }) };
}

export async function hold(stage: Stage, door: TestApp, command: HoldCommand): Promise<Answered> {
  const { promo } = command;
  const { status, body } = await ask(door, `/events/${stage.slug}/reservations`, {
    method: 'POST',
    key: stage.world.host,
    headers: headersOf(stage, command.buyer),
    body: {
      items: command.lines.map(({ type, quantity }) => ({ sku: skuOf(stage, type), quantity })),
      // As a buyer types it: in capitals, with a space.
      ...(promo !== null && { promoCode: ` ${(stage.promoNames[promo] ?? 'nonsense').toUpperCase()}` }),
    },
  });
  if (status >= 300) return { status, errorCode: body.error_code, held: null };
  const { reservationToken: token, quoteReference, clientExpiresAt, ...quote } = body.data;
  const expiresAtMs = Date.parse(clientExpiresAt) + CLIENT_MARGIN_MS;
  return { status, errorCode: null, held: { token, quoteReference, expiresAtMs, quote } };
}

const CODE_OF = {
  held: null,
  refreshed: null,
  released: null,
  unavailable: 'tickets_unavailable',
  not_on_sale: 'tickets_unavailable',
  seats_taken: 'tickets_unavailable',
  stale_price: 'stale_price',
  address_limit: 'too_many_held',
  address_lapsed: 'too_many_held',
  promo_unavailable: 'invalid_promo_code',
  nothing_to_release: 'nothing_to_release',
} satisfies Record<HoldResult['outcome'], string | null>;

export async function holdSeats(
  stage: Stage,
  command: HoldCommand & { isPriceStale: boolean },
  types: ModelTicketType[],
): Promise<Answered> {
  const lines = command.lines.map(({ type, quantity }) => ({
    sku: skuOf(stage, type),
    quantity,
    priceMinor: (types[type]?.priceMinor ?? 0) + (command.isPriceStale ? 1 : 0),
    ...matesOf(stage, type),
  }));
  const quoteReference = `q_${randomUUID()}`;
  const result = await stage.world.engine.hold({
    eventId: stage.eventId,
    token: tokenOf(stage, command.buyer),
    address: addressText(command.buyer.address),
    isExempt: false,
    lines,
    seatIds: command.seats.map((seat) => stage.seatIds[seat] ?? ''),
    seatTypes: new Map(command.children.map((seat) => [stage.seatIds[seat] ?? '', skuOf(stage, CHILD_TYPE)])),
    promoCodeId: null,
    quoteReference,
    quote: {
      items: lines.map(({ sku, quantity, priceMinor: price }) => ({
        sku,
        quantity,
        price,
        fee: 0,
        discount: 0,
      })),
      total: lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0),
    },
  });
  const errorCode = CODE_OF[result.outcome];
  if (errorCode !== null) return { status: 400, errorCode, held: null };
  assert.ok(result.token && result.expiresAt);
  const held = { token: result.token, quoteReference, expiresAtMs: result.expiresAt.getTime(), quote: null };
  return { status: result.outcome === 'held' ? 201 : 200, errorCode: null, held };
}

function matesOf(stage: Stage, type: number): { poolMates?: string[] } {
  const pool = stage.pools.find((types) => types.includes(type));
  return pool ? { poolMates: pool.filter((mate) => mate !== type).map((mate) => skuOf(stage, mate)) } : {};
}

export async function release(stage: Stage, door: TestApp, buyer: Buyer): Promise<Answered> {
  const { status, body } = await ask(door, `/events/${stage.slug}/reservations`, {
    method: 'DELETE',
    key: stage.world.host,
    headers: headersOf(stage, buyer),
  });
  return { status, errorCode: status === 200 ? null : body.error_code, held: null };
}

/** After a rush: which token the cart of each address was given last. */
export async function noteMinted(stage: Stage): Promise<void> {
  const { rows } = await stage.world.owner.app.database.query<{ token: string; client_address: string }>(
    'SELECT token, client_address FROM reservations WHERE event_id = $1 AND is_shared AND NOT has_left_address',
    [stage.eventId],
  );
  for (const { token, client_address: at } of rows) {
    stage.minted.set(
      ALL_ADDRESSES.findIndex((address) => addressText(address) === at),
      token,
    );
  }
}

const LIVE_CART_SQL = `event_id = $1 AND CASE WHEN $2::uuid IS NULL THEN is_shared AND NOT has_left_address AND client_address = $3 ELSE token = $2 END
  AND ended_at IS NULL AND expires_at > clock_timestamp()`;
const cartValues = (stage: Stage, buyer: Buyer): unknown[] => [
  stage.eventId,
  tokenOf(stage, buyer),
  addressText(buyer.address),
];

/** As if its time had passed. False: there is no such live cart. */
export async function lapse(stage: Stage, buyer: Buyer): Promise<boolean> {
  return stage.world.owner.app.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `UPDATE reservations SET expires_at = clock_timestamp() - interval '1 second' WHERE ${LIVE_CART_SQL} RETURNING id`,
      cartValues(stage, buyer),
    );
    const [row] = rows;
    if (!row) return false;
    await tx.query(
      'UPDATE holds SET expires_at = r.expires_at FROM reservations AS r WHERE r.id = $1 AND reservation_id = r.id',
      [row.id],
    );
    await tx.query(
      'UPDATE seats SET held_until = r.expires_at FROM reservations AS r WHERE r.id = $1 AND held_by = r.id',
      [row.id],
    );
    return true;
  });
}

export const OLD_MINUTES = 55;

export async function growOld(stage: Stage, buyer: Buyer): Promise<void> {
  await stage.world.owner.app.database.query(
    `UPDATE reservations SET first_held_at = first_held_at - interval '${OLD_MINUTES} minutes' WHERE ${LIVE_CART_SQL}`,
    cartValues(stage, buyer),
  );
}

export async function sweep(stage: Stage, most: number): Promise<void> {
  await stage.world.owner.app.database.query('SELECT give_back_lapsed($1)', [most]);
}

/** The host's change of the event. False: refused, since more is held than that. */
export async function changeEvent(
  stage: Stage,
  command: Extract<Command, { kind: `set ${string}` }>,
): Promise<boolean> {
  const { database } = stage.world.owner.app;
  switch (command.kind) {
    case 'set price':
      await database.query('UPDATE ticket_types SET price_minor = $2 WHERE id = $1', [
        skuOf(stage, command.type),
        command.priceMinor,
      ]);
      break;
    case 'set sale':
      await database.query(
        'UPDATE ticket_types SET sale_starts_at = now() + $2::interval, sale_ends_at = now() + $3::interval WHERE id = $1',
        [skuOf(stage, command.type), ...datesOf(command.sale)],
      );
      break;
    case 'set promo dates':
      await setPromoDates(stage, command.promo, command.dates);
      break;
    case 'set capacity':
      if (await setCapacity(stage, command)) break;
      // Expired holds count until they are given back.
      await sweep(stage, 1_000);
      return setCapacity(stage, command);
  }
  return true;
}

async function setCapacity(stage: Stage, { type, capacity }: { type: number; capacity: number }) {
  const { rowCount } = await stage.world.owner.app.database.query(
    `UPDATE ticket_types SET capacity = least($2::integer, $3), own_limit = CASE WHEN seats_of IS NOT NULL THEN $2 END
      WHERE id = $1 AND sold + held <= $2`,
    [skuOf(stage, type), capacity, type === CHILD_TYPE ? SEATS : capacity],
  );
  return rowCount === 1;
}

async function setPromoDates(stage: Stage, promo: number, dates: Sale): Promise<void> {
  await stage.world.owner.app.database.query(
    'UPDATE promo_codes SET starts_at = now() + $2::interval, ends_at = now() + $3::interval WHERE id = $1',
    [stage.promoIds[promo], ...datesOf(dates)],
  );
}

const datesOf = (sale: Sale): [string | null, string | null] =>
  sale === 'open' ? [null, null] : sale === 'over' ? ['-2 days', '-1 second'] : ['1 day', null];

export async function listTickets(
  stage: Stage,
  door: TestApp,
): Promise<{ status: string; left: number; priceMinor: number }[]> {
  const { status, body } = await ask(door, `/events/${stage.slug}/tickets`, { key: stage.world.host });
  assert.equal(status, 200);
  const tickets: { id: string; status: string; quantityLeft: number; price: number }[] = body.data;
  assert.deepEqual(
    tickets.map(({ id }) => id),
    stage.skus,
  );
  return tickets.map((ticket) => ({
    status: ticket.status,
    left: ticket.quantityLeft,
    priceMinor: ticket.price,
  }));
}

export function byType<T extends { type: number }>(lines: T[]): T[] {
  return lines.toSorted((a, b) => a.type - b.type);
}
