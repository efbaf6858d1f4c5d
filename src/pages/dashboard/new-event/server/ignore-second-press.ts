import { EventMadeAlready } from '../../../../events/create-draft.ts';

/** Answers both presses of a button with the event that the first one made. */
export function ignoreSecondPress(error: unknown): void {
  if (!(error instanceof EventMadeAlready)) throw error;
}
