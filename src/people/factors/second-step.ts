import { Refusal } from '../../refusal.ts';
import type { Session } from '../sessions/sessions.ts';

/** The person has a second factor, and this session has not passed it: it opens nothing but the question for it. */
export const owesSecondStep = (session: Session): boolean => session.hasFactor && !session.hasPassedFactor;

export const secondStepRequired = (): Refusal =>
  new Refusal('second_step_required', 'Confirm with your second factor to continue.');
