import type { EmbedError } from './embed-error-schema.ts';
import { errorBody } from '../../../../http/errors.ts';
import { CorrectionRefused } from '../../../../orders/correct-email.ts';
import { TransferRefused } from '../../../../orders/bank-transfer/transfer-refused.ts';
import type { Refusal } from '../../../../refusal.ts';
import { AnswersRefused } from '../../../../questions/answers-refused.ts';
import { JoinRefused } from '../../waiting-room/server/join-refused.ts';
import { LeavesSingleSeats, PromoCodeRefused, SeatsTaken } from '../../../../reservations/hold-refusals.ts';

/** A refusal as the page gets it: the API's three fields, and which field the buyer has to correct. */
export function describeRefusal(refusal: Refusal): EmbedError {
  return {
    ...errorBody(refusal),
    ...(refusal.field !== null && { field: refusal.field }),
    ...(refusal instanceof SeatsTaken && { takenSeats: refusal.takenSeats }),
    ...(refusal instanceof LeavesSingleSeats && { singleSeats: refusal.singleSeats }),
    ...(refusal instanceof PromoCodeRefused && { promoProblem: refusal.promoProblem }),
    ...(refusal instanceof AnswersRefused && { questions: refusal.questions }),
    ...(refusal instanceof CorrectionRefused && { emailProblem: refusal.emailProblem }),
    ...(refusal instanceof TransferRefused && { transferProblem: refusal.transferProblem }),
    ...(refusal instanceof JoinRefused && { joinProblem: refusal.joinProblem }),
  };
}
