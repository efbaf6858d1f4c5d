import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RecipientCount } from '../../../../src/dashboard/event-messages/event-messages-view.ts';
import type { CallDashboard } from '../../call-dashboard.ts';
import { useDashboard } from '../../dashboard.ts';

export type Chosen = { audience: string; attendance: string; ticketTypeIds: readonly string[] | '' };

/** How many people a choice reaches. An address that has it all, empty values too: the server wants each of them named. */
export const countPeople = (call: CallDashboard, path: string, chosen: Chosen): Promise<RecipientCount> => {
  const query = new URLSearchParams({
    audience: chosen.audience,
    attendance: chosen.attendance,
    types: chosen.ticketTypeIds.toString(),
  });
  return call<RecipientCount>(`${path}/recipients?${query.toString()}`);
};

/** The same, counted anew with every choice; null while it is being counted. */
export function useCount(path: string, chosen: Chosen): RecipientCount | null {
  const { call } = useDashboard();
  const found = useSignal<RecipientCount | null>(null);
  const { audience, attendance, ticketTypeIds } = chosen;
  useEffect(() => {
    let isLatest = true;
    found.value = null;
    countPeople(call, path, { audience, attendance, ticketTypeIds }).then(
      (count) => isLatest && (found.value = count),
      // It is counted once more before it is sent, and then said if it can't be.
      () => {},
    );
    return () => void (isLatest = false);
  }, [path, audience, attendance, ticketTypeIds.toString()]);
  return found.value;
}
