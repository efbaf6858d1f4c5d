import { Array, Integer, Object as Body, Optional, String } from 'typebox';
import { Nullable, OneOf, WallTimeText } from '../../../values/body-schema.ts';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';
import {
  MAX_CODES_AT_ONCE,
  MAX_DISCOUNT_MINOR,
  MAX_RANDOM_LETTERS,
  MAX_USES,
} from '../../../rules/promo-code.ts';

// The limits are those of the database.
const Version = Integer({ minimum: 1, maximum: 2_147_483_646 });
const Code = String({ minLength: 1, maxLength: 50, format: 'letters' });

const TERMS = {
  discount: OneOf(['percent', 'amount']),
  percentBasisPoints: Nullable(Integer({ minimum: 1, maximum: 10_000 })),
  amountMinor: Nullable(Integer({ minimum: 1, maximum: MAX_DISCOUNT_MINOR })),
  ticketTypeIds: Array(String({ format: 'uuid' }), { maxItems: 200 }),
  startsAt: Nullable(WallTimeText()),
  endsAt: Nullable(WallTimeText()),
  maximumUses: Nullable(Integer({ minimum: 1, maximum: MAX_USES })),
};

/** A code, as it is typed. */
export const PromoCodeBody = Body({ code: Code, ...TERMS }, { additionalProperties: false });

/** The fields of a code that change, and the version the member saw. */
export const ChangePromoCodeBody = Body(
  {
    version: Version,
    code: Optional(Code),
    discount: Optional(TERMS.discount),
    percentBasisPoints: Optional(TERMS.percentBasisPoints),
    amountMinor: Optional(TERMS.amountMinor),
    ticketTypeIds: Optional(TERMS.ticketTypeIds),
    startsAt: Optional(TERMS.startsAt),
    endsAt: Optional(TERMS.endsAt),
    maximumUses: Optional(TERMS.maximumUses),
  },
  { additionalProperties: false, minProperties: 2 },
);

/** Many codes with the same terms. */
export const MakePromoCodesBody = Body(
  {
    prefix: String({ maxLength: 20, format: 'letters' }),
    letters: Integer({ minimum: 4, maximum: MAX_RANDOM_LETTERS }),
    number: Integer({ minimum: 1, maximum: MAX_CODES_AT_ONCE }),
    ...TERMS,
  },
  { additionalProperties: false },
);

export const VersionBody = Body({ version: Version }, { additionalProperties: false });

/** A list as a spreadsheet saves it. */
export const PromoListBody = Body(
  { text: String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS }) },
  { additionalProperties: false },
);
