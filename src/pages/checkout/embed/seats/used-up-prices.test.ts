import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effect } from '@preact/signals';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { createCheckout } from '../checkout-state.ts';
import { makePageData, makeTicket } from '../page-data.fixture.ts';
import { textsIn } from '../texts/texts.ts';
import { createSeatPricing, type KeptPrices } from './seat-pricing.ts';
import type { SeatTypes } from './seat-plan.ts';
import { seatTextsIn } from './seat-texts.ts';

const adult = makeTicket({ kind: 'SEATED', id: 'adult', name: 'Adult', quantityLeft: 4 });
const left = (name: string, quantityLeft: number): Ticket => ({
  ...adult,
  id: name.toLowerCase(),
  name,
  status: quantityLeft > 0 ? 'AVAILABLE' : 'SOLD_OUT',
  quantityLeft,
});
const ended: Ticket = { ...adult, status: 'SALE_ENDED' };

/** Four seats with three prices. As in the picker, seats without a price are removed. */
function choose(tickets: Ticket[], chosen: string[], types: SeatTypes) {
  const { sections, seats } = makeSeats(['aaaa']);
  const seatMap = { sections, seats, ticketTypeIds: ['adult'], furtherPrices: [['regular', 'child']] };
  const checkout = createCheckout(makePageData({ tickets }), textsIn('en'));
  checkout.chosenSeats.value = chosen;
  checkout.seatTypes.value = types;
  const props = { checkout, seatMap, texts: seatTextsIn('en'), onOtherMap: () => undefined };
  const pricing = createSeatPricing(props, arrangeSeating(seatMap));
  const told: KeptPrices[] = [];
  const stop = effect(() => {
    const kept = pricing.keepPrices();
    if (kept.changed.length + kept.gone.length > 0) told.push(kept);
    const gone = new Set(kept.gone.map((index) => seatMap.seats[index]?.id));
    if (gone.size > 0) checkout.chosenSeats.value = checkout.chosenSeats.peek().filter((id) => !gone.has(id));
  });
  stop();
  const boughtAs = checkout.chosenSeats
    .peek()
    .map((id) => `${id} ${pricing.ticketOf(seatMap.seats.findIndex((seat) => seat.id === id))?.name}`);
  return {
    boughtAs,
    changed: told.flatMap(({ changed }) =>
      changed.map(({ was, now, indexes }) => `${was.name}: ${indexes.join()} ${now.name}`),
    ),
    gone: told.flatMap(({ gone }) => gone),
  };
}

test('a further price that is used up becomes the own one', () => {
  assert.deepEqual(
    choose([adult, left('Regular', 1), left('Child', 0)], ['0A1', '0A2'], { '0A2': 'child' }),
    {
      boughtAs: ['0A1 Adult', '0A2 Adult'],
      changed: ['Child: 1 Adult'],
      gone: [],
    },
  );
});

test('if the own price is not on sale and the others are used up, the seats are removed', () => {
  assert.deepEqual(
    choose([ended, left('Regular', 0), left('Child', 0)], ['0A1', '0A2'], { '0A2': 'child' }),
    {
      boughtAs: [],
      changed: [],
      gone: [0, 1],
    },
  );
});

test('if the own price is not on sale, another one is taken as far as it is left, and not from a seat that has it', () => {
  const tickets = [ended, left('Regular', 1), left('Child', 0)];
  assert.deepEqual(choose(tickets, ['0A1', '0A2'], { '0A1': 'child', '0A2': 'child' }), {
    boughtAs: ['0A1 Regular'],
    changed: ['Child: 0 Regular'],
    gone: [1],
  });
  assert.deepEqual(choose(tickets, ['0A1', '0A2'], { '0A1': 'child', '0A2': 'regular' }), {
    boughtAs: ['0A2 Regular'],
    changed: [],
    gone: [0],
  });
});

test('seats of one price may come to several others, and each is told', () => {
  const tickets = [ended, left('Regular', 2), left('Child', 1)];
  assert.deepEqual(choose(tickets, ['0A1', '0A2', '0A3', '0A4'], {}), {
    boughtAs: ['0A1 Regular', '0A2 Regular', '0A3 Child'],
    changed: ['Regular: 2 Child'],
    gone: [3],
  });
});
