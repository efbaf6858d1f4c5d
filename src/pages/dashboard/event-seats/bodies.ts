import { Array, Integer, Object as Body, Optional, String } from 'typebox';
import {
  LONGEST,
  MAX_CATEGORIES,
  MAX_COLOR,
  MAX_PLAN_CHARACTERS,
  MAX_SEATS,
} from '../../../seating-plans/limits.ts';
import { OneOf } from '../../../values/body-schema.ts';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';
import { MAX_PRICE_MINOR } from '../../../rules/price.ts';

// The limits are those of the database.
const Text = String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS });

/** A list as a spreadsheet saves it. */
export const SeatListBody = Body({ text: Text }, { additionalProperties: false });

/** A hall to start from: a template by its id, or the file of a seating plan, our own or pretix's. */
export const StartPlanBody = Body(
  {
    name: String({ minLength: 1, maxLength: LONGEST.plan, format: 'line' }),
    from: OneOf(['template', 'file']),
    id: Optional(String({ minLength: 1, maxLength: 100, format: 'word' })),
    text: Optional(String({ minLength: 1, maxLength: MAX_PLAN_CHARACTERS })),
  },
  { additionalProperties: false },
);

const NewType = Body(
  {
    name: String({ minLength: 1, maxLength: 200, format: 'line' }),
    priceMinor: Integer({ minimum: 0, maximum: MAX_PRICE_MINOR }),
  },
  { additionalProperties: false },
);
const Version = Integer({ minimum: 1, maximum: 2_147_483_646 });

/** The version of a plan, and for each category a ticket type of the event, or a new one. */
const USE = {
  planId: String({ format: 'uuid' }),
  number: Version,
  categories: Array(
    Body(
      {
        categoryId: String({ minLength: 1, maxLength: LONGEST.id, format: 'word' }),
        kind: OneOf(['SEATED', 'GENERAL']),
        ticketTypeId: Optional(String({ format: 'uuid' })),
        newType: Optional(NewType),
      },
      { additionalProperties: false },
    ),
    { maxItems: 2 * MAX_CATEGORIES },
  ),
};
export const CheckPlanBody = Body(USE, { additionalProperties: false });
export const UsePlanBody = Body({ ...USE, version: Version }, { additionalProperties: false });

/** Up to all seats of a hall; the change applies to all of them or to none. */
const SeatIds = Array(String({ format: 'uuid' }), { minItems: 1, maxItems: MAX_SEATS });

/** House seats: not for sale, and why. */
export const BlockSeatsBody = Body(
  {
    seatIds: SeatIds,
    reason: String({ maxLength: LONGEST.reason, format: 'text' }),
    color: Integer({ minimum: 0, maximum: MAX_COLOR }),
  },
  { additionalProperties: false },
);
export const SeatIdsBody = Body({ seatIds: SeatIds }, { additionalProperties: false });
/** The answers to choices that leave a single seat. */
export const SINGLE_SEATS = ['off', 'advise', 'refuse'] as const;
export const SeatSettingsBody = Body({ singleSeats: OneOf(SINGLE_SEATS) }, { additionalProperties: false });

/** A list to import, with prices for the new ticket types that it names. */
export const ReplaceSeatsBody = Body(
  {
    text: Text,
    version: Version,
    newTypes: Array(NewType, { maxItems: 50 }),
  },
  { additionalProperties: false },
);
