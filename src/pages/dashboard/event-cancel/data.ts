import type { GivenByHand } from '../../../cancelling/list-by-hand.ts';
import type { CancellationPlan } from '../../../cancelling/read-plan.ts';
import type { Cancellation } from '../../../cancelling/read-cancellation.ts';
import type { Postponement } from '../../../cancelling/read-postponements.ts';
import type { GatewayName } from '../../../payments/gateway.ts';
import type { ShownEvent } from '../event-layout/data.ts';

type Written<Of, Moments extends keyof Of> = Omit<Of, Moments> & {
  [Name in Moments]: Of[Name] extends Date ? string : string | null;
};

/** Everything that cancelling or postponing an event would do, and has done. Dates are in ISO 8601. */
export type EventCancelView = {
  event: ShownEvent;
  version: number;
  /** Null if it is cancelled. */
  plan: CancellationPlan | null;
  unusable: GatewayName[];
  cancellation: Written<Cancellation, 'createdAt' | 'finishedAt'> | null;
  postponements: Written<
    Postponement,
    'createdAt' | 'oldStartsAt' | 'newStartsAt' | 'refundUntil' | 'finishedAt'
  >[];
  /** The first refunds that the host has to pay itself. */
  byHand: GivenByHand[];
  saleEnds: { name: string; endsAt: string }[];
};
