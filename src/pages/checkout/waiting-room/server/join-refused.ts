import type { JoinProblem } from '../contract.ts';
import { Refusal, type RefusalCode } from '../../../../refusal.ts';

// Others of the network leave, or are let in.
const RETRY_AFTER_SECONDS = 60;

const PROBLEMS: Record<JoinProblem, { code: RefusalCode; message: string }> = {
  email_wrong: { code: 'validation_failed', message: 'email must be an address that mail can be sent to.' },
  full: { code: 'rate_limited', message: 'Too many of this network are in line: try again in a minute.' },
};

/** Somebody can't be put in line, and can do something about it. */
export class JoinRefused extends Refusal {
  readonly joinProblem: JoinProblem;
  constructor(joinProblem: JoinProblem) {
    const { code, message } = PROBLEMS[joinProblem];
    super(code, message, {
      field: joinProblem === 'full' ? null : 'email',
      ...(joinProblem === 'full' && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
    });
    this.joinProblem = joinProblem;
  }
}
