import { createPromoCode, type NewPromoCode } from '../../src/reservations/create-promo-code.ts';
import type { FrameLocator } from 'playwright-core';
import { makeEvent } from '../harness/make-catalog.ts';
import { button, choose, fillIn, type Shop } from './embed.fixture.ts';

export const makeConcert = (shop: Shop, ticketType: { priceMinor?: number; capacity?: number } = {}) =>
  makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular', ...ticketType }] });

/** So many tickets for the concert are held, and the buyer has said who they are. */
export async function chooseAndFillIn(frame: FrameLocator, count: number): Promise<void> {
  await choose(frame, 'Regular', count);
  await button(frame, 'Continue').click();
  await fillIn(frame);
}

/** Half the price of every ticket, unless told otherwise. */
export const makeCode = (
  shop: Shop,
  eventId: string,
  code: string,
  options: Partial<NewPromoCode> = {},
): Promise<unknown> =>
  shop.on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code,
      discount: { percentBasisPoints: 5_000 },
      maximumUses: null,
      ticketTypeIds: [],
      ...options,
    }),
  );
