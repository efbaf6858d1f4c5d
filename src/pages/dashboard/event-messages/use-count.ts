import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RecipientCount } from './data.ts';
import type { CallDashboard } from '../shell/call-dashboard.ts';
import { useDashboard } from '../dashboard.ts';

export type Chosen = { audience: string; attendance: string; ticketTypeIds: readonly string[] | '' };

export type Count = { people: number; typedByHost: number; isDone: boolean };

const NOTHING_YET: Count = { people: 0, typedByHost: 0, isDone: false };

/**
 * Counts the people whom a choice reaches. The server counts some thousand tickets at a time; `onPart` gets the progress, and answers
 * whether to go on. The address has all of the choice, empty values too: the server wants each of them named.
 */
export async function countPeople(
  call: CallDashboard,
  { path, chosen, onPart }: { path: string; chosen: Chosen; onPart: (count: Count) => boolean },
): Promise<Count> {
  let count = NOTHING_YET;
  let after = '';
  while (!count.isDone && onPart(count)) {
    const query = new URLSearchParams({
      audience: chosen.audience,
      attendance: chosen.attendance,
      types: chosen.ticketTypeIds.toString(),
      after,
    });
    const part = await call<RecipientCount>(`${path}/recipients?${query.toString()}`);
    count = {
      people: count.people + part.people,
      typedByHost: count.typedByHost + part.typedByHost,
      isDone: part.next === null,
    };
    after = part.next ?? '';
  }
  return count;
}

/** The same, counted again with every choice, with its progress. */
export function useCount(path: string, chosen: Chosen): Count {
  const { call } = useDashboard();
  const found = useSignal(NOTHING_YET);
  const { audience, attendance, ticketTypeIds } = chosen;
  useEffect(() => {
    let isLatest = true;
    const onPart = (count: Count): boolean => {
      if (isLatest) found.value = count;
      return isLatest;
    };
    countPeople(call, { path, chosen: { audience, attendance, ticketTypeIds }, onPart }).then(
      onPart,
      // It is counted once more before it is sent; a failure is shown then.
      () => {},
    );
    return () => void (isLatest = false);
  }, [path, audience, attendance, ticketTypeIds.toString()]);
  return found.value;
}
