import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { compare, isNothing, type Edit } from '../../../../seating-plans/edits.ts';
import type { SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import { CallFailed } from '../../../shared/call-server.ts';
import { mintId } from '../../../shared/mint-id.ts';
import type { PlanCalls } from './plan-calls.ts';

/** The state of saving. */
export type SaveState =
  | { state: 'saved' | 'waiting' | 'saving' | 'offline' }
  /** Somebody else has saved meanwhile: nothing is sent until the person has decided. */
  | { state: 'conflict' }
  | { state: 'refused'; error: unknown };

export type Saver = {
  state: ReadonlySignal<SaveState>;
  /** The last known version of the draft on the server. */
  version(): number;
  isDirty(): boolean;
  /** Saves pending changes; returns false if that failed. */
  flush(): Promise<boolean>;
  /** Another plan was loaded. */
  restart(plan: SeatingPlan, version: number): void;
  stop(): void;
};

// Long enough for several strokes, short enough to lose little.
const DEBOUNCE_MS = 900;
const RETRY_MS = 5_000;

function stateAfter(error: unknown): SaveState {
  if (!(error instanceof CallFailed)) return { state: 'refused', error };
  // A server that is busy, or is just being replaced, is away too.
  if (error.reason !== 'refused' || (error.refusal?.status ?? 0) >= 500) return { state: 'offline' };
  return error.code === 'changed_meanwhile' ? { state: 'conflict' } : { state: 'refused', error };
}

// Missing sign-in and too many requests are refused before the save is read.
const NOT_LOOKED_AT: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether the server read and refused the save, so that it was surely not made. */
function isDecided(error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.reason !== 'refused') return false;
  const status = error.refusal?.status ?? 500;
  return status < 500 && !NOT_LOOKED_AT.has(status);
}

/** Sends the changes since the last save, one call at a time, as one edit. */
export function keepSaved(
  plan: ReadonlySignal<SeatingPlan>,
  { calls, version: first }: { calls: PlanCalls; version: number },
): Saver {
  const state = signal<SaveState>({ state: 'saved' });
  let saved = plan.peek();
  let version = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | null = null;
  // The unanswered save. It may have been made, so it is sent again unchanged, before later changes.
  let unheard: { key: string; edit: Edit; next: SeatingPlan } | null = null;
  const isStopped = (): boolean => state.peek().state === 'conflict';
  const isDirty = (): boolean =>
    unheard !== null || (plan.peek() !== saved && !isNothing(compare(saved, plan.peek())));

  function wait(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  async function send(): Promise<boolean> {
    const now = plan.peek();
    const save = unheard ?? { key: mintId(), edit: compare(saved, now), next: now };
    if (isNothing(save.edit)) {
      saved = now;
      state.value = { state: 'saved' };
      return true;
    }
    state.value = { state: 'saving' };
    unheard = save;
    try {
      version = (await calls.save(version, save)).version;
    } catch (error) {
      state.value = stateAfter(error);
      if (state.value.state === 'offline') wait(RETRY_MS);
      if (isDecided(error)) unheard = null;
      return false;
    }
    [saved, unheard] = [save.next, null];
    if (isDirty()) {
      state.value = { state: 'waiting' };
      wait(DEBOUNCE_MS);
    } else state.value = { state: 'saved' };
    return true;
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (sending) {
      await sending;
      // The first of several waiting calls sends; the others wait for it.
      return flush();
    }
    if (isStopped()) return false;
    sending = send();
    const isDone = await sending;
    sending = null;
    return isDone && (isDirty() ? flush() : true);
  }

  const stopFollowing = effect(() => {
    if (plan.value === saved || isStopped()) return;
    if (!sending) state.value = { state: 'waiting' };
    wait(DEBOUNCE_MS);
  });
  const onOnline = (): void => void flush();
  addEventListener('online', onOnline);
  return {
    state,
    version: () => version,
    isDirty,
    flush,
    restart(next, newVersion) {
      clearTimeout(timer);
      saved = next;
      unheard = null;
      version = newVersion;
      state.value = { state: 'saved' };
    },
    stop() {
      clearTimeout(timer);
      stopFollowing();
      removeEventListener('online', onOnline);
    },
  };
}
