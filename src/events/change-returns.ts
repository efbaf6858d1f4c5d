import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField } from '../refusal.ts';
import { MIN_RESALE_HOURS, type ReturnTerms } from '../rules/returns.ts';
import { changeEvent } from './change-event.ts';
import type { StoredEvent } from './event-fields.ts';

/** Sets what buyers may do with their tickets. Orders keep the terms they were made under. */
export const changeReturns = (
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    actor: Actor;
    version: number;
    returnTerms: ReturnTerms | null;
    buyersPassOn: boolean;
  },
): Promise<StoredEvent> => {
  const { returnTerms, buyersPassOn, ...which } = input;
  if (returnTerms?.isResold && returnTerms.hours < MIN_RESALE_HOURS)
    throw invalidField(
      'hours',
      `must be at least ${MIN_RESALE_HOURS}: doors load their lists before the start.`,
    );
  return changeEvent(tx, {
    ...which,
    action: 'event.change_returns',
    changes: { returnTerms, buyersPassOn },
  });
};
