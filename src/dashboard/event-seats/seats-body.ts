import { Array, Integer, Object as Body, String } from 'typebox';
import { MAX_PLAN_CHARACTERS } from '../../seating-plans/limits.ts';
import { MAX_LIST_CHARACTERS } from '../../values/list-text.ts';

// The limits are those of the database.
const Text = String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS });
export const MAX_PRICE_MINOR = 10_000_000_000;

/** A list as a spreadsheet saves it. */
export const SeatListBody = Body({ text: Text }, { additionalProperties: false });

/** A seating plan as a file has it: our own, or one of pretix. */
export const PlanFileBody = Body(
  { text: String({ minLength: 1, maxLength: MAX_PLAN_CHARACTERS }) },
  { additionalProperties: false },
);

/** A list, to be taken in; prices for the ticket types that it names and that there are none of yet. */
export const ReplaceSeatsBody = Body(
  {
    text: Text,
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    newTypes: Array(
      Body(
        {
          name: String({ minLength: 1, maxLength: 200, format: 'line' }),
          priceMinor: Integer({ minimum: 0, maximum: MAX_PRICE_MINOR }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 50 },
    ),
  },
  { additionalProperties: false },
);
