import { Type, type Static } from 'typebox';
import { Exactly, Id, OneOf } from '../../../../http/schema.ts';
import { TRANSFER_PROBLEMS } from '../../../../orders/bank-transfer/transfer-refused.ts';
import { QuestionSchema } from './question-schemas.ts';
import { REFUSALS, type RefusalCode } from '../../../../refusal.ts';

/** The API's three fields, and what the page needs to show the buyer where to mend it. */
export const EmbedErrorSchema = Exactly({
  message: Type.String(),
  status: Type.Integer(),
  error_code: OneOf(Object.keys(REFUSALS) as RefusalCode[]),
  field: Type.Optional(
    Type.String({ description: 'The field that is wrong, such as `phone` or `recipients[2].email`.' }),
  ),
  takenSeats: Type.Optional(
    Type.Array(Id(), { description: 'Of a hold that was refused: the seats that others have.' }),
  ),
  singleSeats: Type.Optional(
    Type.Array(Id(), { description: 'Of a hold that was refused: the seats that it would leave alone.' }),
  ),
  promoProblem: Type.Optional(
    OneOf(['unknown', 'other_tickets', 'not_now'], { description: 'Why a promo code is not taken.' }),
  ),
  questions: Type.Optional(
    Type.Array(QuestionSchema, {
      description:
        'Of answers that were refused: what is asked now. The host may have changed it since the page was loaded.',
    }),
  ),
  emailProblem: Type.Optional(
    OneOf(['used', 'too_late', 'too_often'], { description: 'Why an address can’t be corrected.' }),
  ),
  transferProblem: Type.Optional(
    OneOf(TRANSFER_PROBLEMS, { description: 'Why an order may not wait for a bank transfer.' }),
  ),
  joinProblem: Type.Optional(
    OneOf(['email_wrong', 'full'], {
      description: 'Why somebody can’t be put in line in the waiting room.',
    }),
  ),
});
export type EmbedError = Static<typeof EmbedErrorSchema>;
