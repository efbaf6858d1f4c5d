import { Array, Boolean, Integer, Object as Body, Optional, String } from 'typebox';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';
import { Nullable } from '../../../values/body-schema.ts';
import { TRANSFER_LIMITS } from '../../../rules/bank-transfer.ts';

/** All settings, and the version the member saw. The limits are those of the database; blanks in numbers of accounts don't count. */
export const TransferSettingsBody = Body(
  {
    version: Integer({ minimum: 0, maximum: 2_147_483_646 }),
    isOn: Boolean(),
    currency: String({ minLength: 3, maxLength: 3, format: 'word' }),
    accountHolder: String({ maxLength: 70, format: 'line-or-empty' }),
    bankName: String({ maxLength: 100, format: 'line-or-empty' }),
    accountNumber: String({ maxLength: 60, format: 'line-or-empty' }),
    branchCode: String({ maxLength: 30, format: 'line-or-empty' }),
    bic: String({ maxLength: 15, format: 'line-or-empty' }),
    keepDays: Integer(TRANSFER_LIMITS.keepDays),
    endsBeforeDays: Integer(TRANSFER_LIMITS.endsBeforeDays),
    mostPerEmail: Integer(TRANSFER_LIMITS.mostPerEmail),
    mostPerAddress: Integer(TRANSFER_LIMITS.mostPerAddress),
    mostSharePercent: Integer(TRANSFER_LIMITS.mostSharePercent),
    eventsOff: Array(String({ format: 'uuid' }), { maxItems: 1_000 }),
  },
  { additionalProperties: false },
);

const Place = Optional(Nullable(Integer({ minimum: 0, maximum: 100 })));

/** A statement as the bank's file has it, and the columns that the member has chosen, by their places. */
const statement = {
  text: String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS }),
  columns: Body(
    { amount: Place, purpose: Place, date: Place, currency: Place, payer: Place },
    { additionalProperties: false },
  ),
};
export const CheckStatementBody = Body(statement, { additionalProperties: false });
export const ConfirmStatementBody = Body(
  { ...statement, lines: Array(Integer({ minimum: 1 }), { minItems: 1, maxItems: 5_000 }) },
  { additionalProperties: false },
);
