import assert from 'node:assert/strict';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { Burst, Command } from './commands.ts';
import {
  cartName,
  createModel,
  isAtSite,
  merge,
  total,
  type Buyer,
  type HoldCommand,
  type Line,
  type Model,
  type Scenario,
} from './model.ts';
import { applyChange } from './sequential.ts';
import { readCarts, type KeptCart } from './read-carts.ts';
import {
  addressText,
  ALL_ADDRESSES,
  byType,
  changeEvent,
  FEE_RULE,
  hold,
  holdSeats,
  lapse,
  listTickets,
  noteMinted,
  release,
  setStage,
  settle,
  sweep,
  type Answered,
  type Stage,
  type World,
} from './world.ts';

type Hold = Extract<Command, { kind: 'hold' | 'hold seats' }>;
type Ended = Extract<Command, { kind: 'release' | 'lapse' }>;
type Done = { command: Hold; answered: Answered } | { command: Ended; answered: Answered | boolean };

/** A burst, and the event on either side of it. */
type Around = {
  before: Model;
  after: Model;
  cartsBefore: KeptCart[];
  done: Done[];
  /** Promo codes of carts that lapsed earlier: such a use is not to be had while its cart is being given back. */
  lapsedPromos: Set<number | null>;
};

const ANSWERS_OF_A_HOLD = new Set([201, 200, 400]);

/**
 * Commands all at once, through one entry point or through three. Their order is the database's secret, so every
 * answer must be possible in some order, and what is left at the end must follow from the answers. The limit per address
 * is not counted after: batches without a common ticket type don't wait for each other, and may exceed it a little.
 */
export async function playRush(
  world: World,
  scenario: Scenario,
  rush: Burst[],
  doorCount: number,
): Promise<void> {
  const stage = await setStage(world, scenario);
  const loggedBefore = world.doors.map((door) => door.logLines().length);
  let before = createModel(scenario);
  let cartsBefore: KeptCart[] = [];
  const lapsedPromos = new Set<number | null>();
  for (const burst of rush) {
    const after = createModel({ ...scenario, types: before.types, promoCodes: before.promoCodes });
    const done = await fire(stage, burst, { doorCount, before, after, cartsBefore });
    const around = { before, after, cartsBefore, done, lapsedPromos };
    for (const { command, answered } of done) {
      if (typeof answered === 'boolean') continue;
      if (command.kind === 'release') expectPossibleRelease(around, answered, command);
      else if (command.kind !== 'lapse') expectPossibleHold(around, answered, command);
    }
    const carts = await readCarts(stage);
    expectCartsToFollow(stage, around, carts);
    await expectTickets(stage, after, carts);
    assert.deepEqual(await checkInvariants(world.owner.app.database), []);
    for (const promo of promosThatLapsed(around)) lapsedPromos.add(promo);
    before = after;
    cartsBefore = carts;
  }
  // Level 50 is an error. Deadlocks that the engine got over by itself are counted when the world closes.
  const logged = world.doors.flatMap((door, number) => door.logLines().slice(loggedBefore[number]));
  assert.deepEqual(
    logged.filter((line) => /"level":[56]0|deadlock/.test(line)),
    [],
  );
}

async function fire(
  stage: Stage,
  burst: Burst,
  options: { doorCount: number; before: Model; after: Model; cartsBefore: KeptCart[] },
): Promise<Done[]> {
  const { doorCount, before, after, cartsBefore } = options;
  const done: Done[] = [];
  const ended = new Set(
    burst.buying.flatMap(({ command }) =>
      command.kind === 'release' || command.kind === 'lapse' ? [cartName(command.buyer)] : [],
    ),
  );
  /** The cart of an address keeps its token all through the burst. Another one may have two carts, by its old token and its new one. */
  const isKept = (name: string): boolean =>
    !ended.has(name) && cartsBefore.some((cart) => cart.name === name);
  const settleInBurst = (buyer: Buyer): Buyer =>
    typeof buyer.token !== 'object' || isKept(cartName(buyer))
      ? settle(stage, buyer)
      : { address: buyer.token.mintedFor, token: 'none' };
  const fireOne = async (given: Command, doorNumber: number): Promise<void> => {
    const command = 'buyer' in given ? { ...given, buyer: settleInBurst(given.buyer) } : given;
    const door = stage.world.doors[doorNumber % doorCount];
    assert.ok(door);
    switch (command.kind) {
      case 'hold':
        return void done.push({ command, answered: await hold(stage, door, command) });
      case 'hold seats':
        return void done.push({ command, answered: await holdSeats(stage, command, before.types) });
      case 'release':
        return void done.push({ command, answered: await release(stage, door, command.buyer) });
      case 'lapse':
        return void done.push({ command, answered: await lapse(stage, command.buyer) });
      case 'sweep':
        return sweep(stage, command.most);
      case 'grow old':
        throw new Error('not in a rush');
      case 'set capacity':
      case 'set price':
      case 'set sale':
      case 'set promo dates':
        if (await changeEvent(stage, command)) applyChange(after, command);
    }
  };
  // The host's change goes in the middle, with buyers before and behind it.
  const commands = burst.buying.flatMap(({ command, doors }) => doors.map((door) => ({ command, door })));
  commands.splice(commands.length / 2, 0, ...burst.hosting.map((command) => ({ command, door: 0 })));
  await Promise.all(commands.map(({ command, door }) => fireOne(command, door)));
  for (const { command, answered } of done) {
    if (typeof answered === 'boolean' || !answered.held) continue;
    const { address, token } = command.buyer;
    if (typeof token === 'number') assert.equal(answered.held.token, stage.tokens[token]);
    else {
      const owner = token === 'none' ? address : token.mintedFor;
      if (isKept(cartName(command.buyer))) assert.equal(answered.held.token, stage.minted.get(owner));
    }
  }
  await noteMinted(stage);
  return done;
}

const isHold = (done: Done): done is Extract<Done, { command: Hold }> =>
  done.command.kind === 'hold' || done.command.kind === 'hold seats';
const quantityOf = (lines: Line[], type: number): number => total(lines.filter((line) => line.type === type));
const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function expectPossibleHold(
  { before, after, cartsBefore, done, lapsedPromos }: Around,
  answered: Answered,
  command: Hold,
): void {
  assert.ok(ANSWERS_OF_A_HOLD.has(answered.status), `${answered.status} ${answered.errorCode}`);
  const name = cartName(command.buyer);
  const lines = merge(command.lines);
  const otherCarts = cartsBefore.filter((cart) => cart.name !== name);
  const otherHolds = done
    .filter(isHold)
    .map((other) => other.command)
    .filter((other) => cartName(other.buyer) !== name);
  const others: { lines: Line[]; seats: number[]; promo: number | null }[] = [...otherCarts, ...otherHolds];
  const both = [before, after];
  const promoCodes = both.map((model) =>
    command.promo === null ? undefined : model.promoCodes[command.promo],
  );
  const atSight = before.refuseAtSight(command);
  if (atSight) return assert.equal(answered.errorCode, atSight);

  switch (answered.errorCode) {
    case null:
      for (const { type, quantity } of lines) {
        assert.ok(
          both.some(({ types }) => types[type]?.sale === 'open'),
          'held off sale',
        );
        assert.ok(
          both.some(({ types }) => quantity <= (types[type]?.capacity ?? 0)),
          'held more than there is',
        );
      }
      if (command.promo !== null) assert.ok(promoCodes.some((promoCode) => promoCode?.dates === 'open'));
      if (command.kind === 'hold') {
        const totals = both.map((model) => model.price(command, FEE_RULE).total);
        assert.ok(totals.includes(answered.held?.quote.total), 'priced as it never was');
      }
      return;
    case 'tickets_unavailable': {
      const mayBeShort = lines.some(({ type, quantity }) => {
        const mayBeHeld = sumOf(others.map((other) => quantityOf(other.lines, type)));
        return both.some(
          ({ types }) => types[type]?.sale !== 'open' || mayBeHeld + quantity > (types[type]?.capacity ?? 0),
        );
      });
      const mayBeUsedUp = before.pools.some(({ types, capacity }) => {
        const pooled = (of: Line[]): number => sumOf(types.map((type) => quantityOf(of, type)));
        return (
          pooled(lines) > 0 && sumOf(others.map((other) => pooled(other.lines))) + pooled(lines) > capacity
        );
      });
      const mayBeTaken = command.seats.some((seat) => others.some(({ seats }) => seats.includes(seat)));
      return assert.ok(mayBeShort || mayBeUsedUp || mayBeTaken, 'unavailable, though nobody can have had it');
    }
    case 'too_many_held': {
      const { address } = command.buyer;
      const mayBeHeldBy = (isCounted: (other: number) => boolean): Line[] =>
        [
          ...otherCarts.filter((cart) =>
            ALL_ADDRESSES.some((at) => isCounted(at) && cart.address === addressText(at)),
          ),
          // The cart of an address counts there, wherever its token is used.
          ...otherHolds.filter(
            (other) => isCounted(other.buyer.address) || typeof other.buyer.token === 'object',
          ),
        ].flatMap((other) => other.lines);
      const isPossible = both.some(
        (model) =>
          model.isTooMuch(
            lines,
            mayBeHeldBy((other) => other === address),
          ) ||
          (isAtSite(address) && model.isTooMuch(lines, mayBeHeldBy(isAtSite), 'site')),
      );
      return assert.ok(isPossible, 'no address can have held so many');
    }
    case 'invalid_promo_code': {
      assert.notEqual(command.promo, null);
      const mayBeUsed = others.filter(({ promo }) => promo === command.promo).length;
      const isPossible = promoCodes.some(
        (promoCode) => promoCode?.dates !== 'open' || mayBeUsed >= (promoCode.maximumUses ?? Infinity),
      );
      return assert.ok(
        isPossible || lapsedPromos.has(command.promo),
        'a promo code refused that was good all the time',
      );
    }
    case 'stale_price':
      assert.equal(command.kind, 'hold seats');
      return assert.ok(
        ('isPriceStale' in command && command.isPriceStale) ||
          lines.some(({ type }) => before.types[type]?.priceMinor !== after.types[type]?.priceMinor),
      );
    default:
      assert.fail(`a hold was refused with ${answered.errorCode}`);
  }
}

function promosThatLapsed({ cartsBefore, done }: Around): (number | null)[] {
  const names = new Set(
    done.filter(({ answered }) => answered === true).map(({ command }) => cartName(command.buyer)),
  );
  return [
    ...cartsBefore.filter(({ name }) => names.has(name)),
    ...done
      .filter(isHold)
      .map(({ command }) => command)
      .filter(({ buyer }) => names.has(cartName(buyer))),
  ].map(({ promo }) => promo);
}

function expectPossibleRelease({ cartsBefore, done }: Around, answered: Answered, command: Ended): void {
  const name = cartName(command.buyer);
  const wasThere = cartsBefore.some((cart) => cart.name === name);
  const ofCart = done.filter((other) => other.command !== command && cartName(other.command.buyer) === name);
  const isAccepted = (other: Done) => isHold(other) && other.answered.held;
  if (answered.status === 200)
    return assert.ok(wasThere || ofCart.some(isAccepted), 'released what was not there');
  assert.deepEqual(answered, { status: 400, errorCode: 'nothing_to_release', held: null });
  assert.ok(!wasThere || ofCart.some((other) => !isHold(other)), 'nothing to release, though it was held');
}

/** Every cart is there or not as the answers say, and is the last one that was accepted, whole. */
function expectCartsToFollow(stage: Stage, { cartsBefore, done }: Around, carts: KeptCart[]): void {
  const names = new Set([
    ...done.map(({ command }) => cartName(command.buyer)),
    ...carts.map(({ name }) => name),
  ]);
  for (const name of names) {
    const ofCart = done.filter(({ command }) => cartName(command.buyer) === name);
    const before = cartsBefore.find((cart) => cart.name === name);
    const now = carts.find((cart) => cart.name === name);
    const accepted = ofCart.filter(isHold).filter(({ answered }) => answered.held);
    const begun = accepted.filter(({ answered }) => answered.status === 201).length;
    const ended = ofCart.filter(
      (each) =>
        !isHold(each) &&
        (each.answered === true || (typeof each.answered === 'object' && each.answered.status === 200)),
    ).length;
    // Every 201 brings a cart to life, every release and lapse ends one.
    assert.equal((before ? 1 : 0) + begun - ended, now ? 1 : 0, `the cart of ${name}`);
    if (!now) continue;
    assert.deepEqual(now.lines, now.quoted, 'what is held is what was quoted');
    if (accepted.length === 0) {
      assert.deepEqual(now, before);
      continue;
    }
    const lastMs = Math.max(...accepted.map(({ answered }) => answered.held?.expiresAtMs ?? 0));
    const last = accepted.filter(({ answered }) => answered.held?.expiresAtMs === lastMs);
    const current = last.find(({ answered }) => answered.held?.quoteReference === now.quoteReference);
    assert.ok(current, `the cart of ${name} is not the last one accepted`);
    assert.deepEqual(cartOf(current.command), {
      lines: now.lines,
      seats: now.seats,
      children: now.children,
      promo: now.promo,
    });
  }
  const seats = carts.flatMap((cart) => cart.seats);
  assert.equal(new Set(seats).size, seats.length, 'a seat is held twice');
  assert.ok(seats.every((seat) => stage.seatIds[seat]));
}

const cartOf = ({ lines, seats, children, promo }: HoldCommand) => ({
  lines: byType(merge(lines)),
  seats: seats.toSorted((a, b) => a - b),
  children: children.toSorted((a, b) => a - b),
  promo,
});

async function expectTickets(stage: Stage, model: Model, carts: KeptCart[]): Promise<void> {
  const expected = model.types.map(({ capacity }, type) => {
    const held = sumOf(carts.map((cart) => quantityOf(cart.quoted, type)));
    assert.ok(held <= capacity, 'oversold');
    return capacity - held;
  });
  for (const { types, capacity } of model.pools) {
    const poolHeld = sumOf(carts.flatMap((cart) => types.map((type) => quantityOf(cart.quoted, type))));
    const poolLeft = capacity - poolHeld;
    assert.ok(poolLeft >= 0, 'a pool is oversold');
    for (const type of types) expected[type] = Math.min(expected[type] ?? 0, poolLeft);
  }
  for (const door of stage.world.doors) {
    const tickets = await listTickets(stage, door);
    assert.deepEqual(
      tickets.map(({ left }) => left),
      expected,
    );
  }
}
