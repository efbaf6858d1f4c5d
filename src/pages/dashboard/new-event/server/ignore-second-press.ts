import { EventMadeAlready } from '../../../../events/create-draft.ts';

/** The answer to both presses of a button is the event that the first one made. */
export function ignoreSecondPress(error: unknown): void {
  if (!(error instanceof EventMadeAlready)) throw error;
}
