import { TesseraError, type WaitingRoomError } from './errors.ts';
import { isPassing, wait } from './retry.ts';

// For an answer that does not say how long.
const USUAL_SECONDS = 30;
// Those who were refused together don't come back together.
const JITTER = 0.2;

/**
 * Holds as soon as the event's waiting room lets the visitor in, and asks until then as often as it is told to. Where nobody
 * wants to hear of the room, its refusal is thrown like any other. Once in line, a network that is lost for a while ends nothing:
 * the place is kept by the visitor's token.
 */
export async function waitInLine<Held>(
  hold: () => Promise<Held>,
  onWaitingRoom: ((refusal: WaitingRoomError) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Held> {
  let seconds = 0;
  for (;;) {
    try {
      return await hold();
    } catch (error) {
      if (!onWaitingRoom || !(error instanceof TesseraError)) throw error;
      if (error.error_code === 'waiting_room') {
        seconds = error.retryAfterSeconds ?? USUAL_SECONDS;
        onWaitingRoom(error);
      } else if (!seconds || !isPassing(error)) throw error;
    }
    await wait(seconds * 1_000 * (1 + Math.random() * JITTER), signal);
  }
}
