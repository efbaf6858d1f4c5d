import { signal } from '@preact/signals';
import type { EntryState } from './contract.ts';
import type { Scanner } from './scanner.ts';

// Long enough for a rehearsal of one door. Then somebody has to say whether it goes on: practice is never left on unseen.
const PRACTICE_MS = 15 * 60_000;

/** Its time is over, and nobody has said yet what comes next: until then nothing is scanned. */
export const isPracticeOver = signal(false);

/** The tickets' states in practice: in memory, and nowhere else. */
const practised = new Map<string, EntryState>();

export const isPractising = ({ settings }: Scanner): boolean => settings.value.practiceUntilMs !== undefined;

/** On disk, so that a reloaded page goes on practising, and does not count what was meant as practice. */
export function startPractice(scanner: Scanner): void {
  change(scanner, { practiceUntilMs: Date.now() + PRACTICE_MS });
}

export function endPractice(scanner: Scanner): void {
  change(scanner, {});
}

function change({ settings, store, verdict }: Scanner, practice: { practiceUntilMs?: number }): void {
  const { practiceUntilMs: _before, ...others } = settings.value;
  settings.value = { ...others, ...practice };
  practised.clear();
  isPracticeOver.value = false;
  verdict.value = null;
  void store.put('settings', settings.value, 'now');
}

/** Tells when its time is over; ends the waiting for it. */
export function watchPractice({ settings }: Scanner): () => void {
  const { practiceUntilMs } = settings.value;
  if (practiceUntilMs === undefined) return () => undefined;
  const timer = setTimeout(() => (isPracticeOver.value = true), Math.max(0, practiceUntilMs - Date.now()));
  return () => clearTimeout(timer);
}

export const practisedState = (find: string | null): EntryState | undefined =>
  find === null ? undefined : practised.get(find);

export function notePractised(find: string | null, state: EntryState | null): void {
  if (find !== null && state !== null) practised.set(find, state);
}
