import assert from 'node:assert/strict';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { TestApp } from '../harness/test-app.ts';
import { CHILD_TYPE, SEATS, type Command } from './commands.ts';
import { cartName, createModel, type Buyer, type Cart, type Model, type Scenario } from './model.ts';
import { readCarts } from './read-carts.ts';
import {
  addressText,
  byType,
  changeEvent,
  FEE_RULE,
  growOld,
  hold,
  holdSeats,
  lapse,
  listTickets,
  OLD_MINUTES,
  release,
  setStage,
  settle,
  skuOf,
  sweep,
  type Answered,
  type Held,
  type Stage,
  type World,
} from './world.ts';

const HOLD_MINUTES = 10;
const MAX_MINUTES = 60;
// Our clock against the database's, and a busy machine.
const SLACK_MS = 60_000;

/** One command after another, each compared with what the model says. */
export async function playStory(
  world: World,
  scenario: Scenario,
  story: Command[],
  toldToModel: Scenario = scenario,
): Promise<void> {
  const stage = await setStage(world, scenario);
  const model = createModel(toldToModel);
  const [door] = world.doors;
  assert.ok(door);
  for (const command of story) {
    await play(
      stage,
      door,
      model,
      'buyer' in command ? { ...command, buyer: settle(stage, command.buyer) } : command,
    );
    assert.deepEqual(
      await listTickets(stage, door),
      model.types.map(({ priceMinor }, type) => ({
        status: model.status(type),
        left: model.left(type),
        priceMinor,
      })),
    );
  }
  const kept = await readCarts(stage);
  assert.deepEqual(
    kept,
    [...model.carts]
      .map(([name, { address, lines, seats, children, promo, quoteReference }]) => ({
        name,
        address: addressText(address),
        quoteReference,
        lines: byType(lines),
        quoted: byType(lines),
        seats: seats.toSorted((a, b) => a - b),
        children: children.toSorted((a, b) => a - b),
        promo,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  assert.deepEqual(await checkInvariants(world.owner.app.database), []);
}

async function play(stage: Stage, door: TestApp, model: Model, command: Command): Promise<void> {
  switch (command.kind) {
    case 'hold': {
      const expected = model.hold(command);
      const answered = await hold(stage, door, command);
      if ('refused' in expected) return expectRefusal(answered, expected.refused);
      const held = expectHeld(stage, answered, command.buyer, expected);
      const { items, ...priced } = model.price(command, FEE_RULE);
      assert.deepEqual(held.quote, {
        ...priced,
        items: items.map((item) => ({ ...item, sku: skuOf(stage, Number(item.sku)) })),
        promoCode: command.promo === null ? null : stage.promoNames[command.promo],
        currency: 'NGN',
        formattedTotal: held.quote.formattedTotal,
      });
      return;
    }
    case 'hold seats': {
      if (command.isPriceStale)
        return expectRefusal(await holdSeats(stage, command, model.types), 'stale_price');
      const expected = model.hold(command);
      const answered = await holdSeats(stage, command, model.types);
      if ('refused' in expected) return expectRefusal(answered, expected.refused);
      expectHeld(stage, answered, command.buyer, expected);
      return;
    }
    case 'release': {
      const answered = await release(stage, door, command.buyer);
      if (!model.end(command.buyer)) return expectRefusal(answered, 'nothing_to_release');
      assert.deepEqual(answered, { status: 200, errorCode: null, held: null });
      return;
    }
    case 'lapse':
      assert.equal(await lapse(stage, command.buyer), model.end(command.buyer));
      return;
    case 'grow old': {
      const cart = model.carts.get(cartName(command.buyer));
      if (!cart || cart.isOld) return;
      cart.isOld = true;
      return growOld(stage, command.buyer);
    }
    case 'sweep':
      return sweep(stage, command.most);
    case 'set capacity': {
      const type = model.types[command.type];
      assert.ok(type);
      const isPossible = command.capacity >= type.capacity - model.ownLeft(command.type);
      assert.equal(await changeEvent(stage, command), isPossible);
      if (isPossible) applyChange(model, command);
      return;
    }
    case 'set price':
    case 'set sale':
    case 'set promo dates':
      applyChange(model, command);
      assert.ok(await changeEvent(stage, command));
  }
}

export function applyChange(model: Model, command: Extract<Command, { kind: `set ${string}` }>): void {
  if (command.kind === 'set promo dates') {
    const promoCode = model.promoCodes[command.promo];
    assert.ok(promoCode);
    promoCode.dates = command.dates;
    return;
  }
  const type = model.types[command.type];
  assert.ok(type);
  if (command.kind === 'set price') type.priceMinor = command.priceMinor;
  else if (command.kind === 'set sale') type.sale = command.sale;
  // Of a further price there are no more than seats.
  else type.capacity = command.type === CHILD_TYPE ? Math.min(command.capacity, SEATS) : command.capacity;
}

function expectRefusal(answered: Answered, errorCode: string): void {
  assert.deepEqual(answered, { status: 400, errorCode, held: null });
}

function expectHeld(
  stage: Stage,
  answered: Answered,
  buyer: Buyer,
  expected: { isNew: boolean; cart: Cart },
): Held {
  const { status, errorCode, held } = answered;
  assert.deepEqual({ status, errorCode }, { status: expected.isNew ? 201 : 200, errorCode: null });
  assert.ok(held);
  if (typeof buyer.token === 'number') assert.equal(held.token, stage.tokens[buyer.token]);
  else expectMinted(stage, buyer, held.token, expected.isNew);
  expected.cart.quoteReference = held.quoteReference;
  const minutes = expected.cart.isOld ? MAX_MINUTES - OLD_MINUTES : HOLD_MINUTES;
  // oxlint-disable-next-line steady/no-time-limit -- as the buyer's clock has it, within a minute
  assert.ok(Math.abs(held.expiresAtMs - Date.now() - minutes * 60_000) < SLACK_MS, 'held for another time');
  return held;
}

/** The cart of an address keeps its token for as long as it is held; the next one has another. */
function expectMinted(stage: Stage, { address, token }: Buyer, given: string, isNew: boolean): void {
  const owner = typeof token === 'object' ? token.mintedFor : address;
  const known = stage.minted.get(owner);
  if (isNew && token === 'none') assert.notEqual(given, known);
  else assert.equal(given, known);
  stage.minted.set(owner, given);
}
