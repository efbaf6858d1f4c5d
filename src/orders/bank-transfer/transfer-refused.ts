import { Refusal } from '../../refusal.ts';

export const TRANSFER_PROBLEMS = ['transfer_not_offered', 'transfers_unpaid', 'transfers_full'] as const;
export type TransferProblem = (typeof TRANSFER_PROBLEMS)[number];

/** An order that may not wait for a bank transfer. The cart stays held: its buyer may pay in another way. */
export class TransferRefused extends Refusal {
  readonly transferProblem: TransferProblem;

  constructor(transferProblem: TransferProblem, message: string) {
    super(transferProblem === 'transfer_not_offered' ? 'wrong_state' : 'too_many_held', message);
    this.transferProblem = transferProblem;
  }
}
