import { setTimeout as delay } from 'node:timers/promises';
import type { Alarm } from '../../jobs/alarm.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { errorMessage } from '../../log/error-message.ts';

// For what NOTIFY does not tell: the deliveries of a killed process, and notifications lost with a connection.
const POLL_MS = 2_000;
const AFTER_ERROR_PAUSE_MS = 1_000;

/** Takes and sends deliveries until there are none, then sleeps until the alarm rings or it is time to poll. */
export function createDeliveryLoop(options: {
  poll: () => Promise<void>;
  /** False where there was nothing to take. */
  takeDue: () => Promise<boolean>;
  sendReady: () => void;
  alarm: Alarm;
  logger: JobLogger;
  now: () => number;
  stopping: AbortSignal;
}) {
  const { poll, takeDue, sendReady, alarm, logger, now, stopping } = options;
  let nextPollMs = 0;

  async function takeAndSend(): Promise<void> {
    if (now() >= nextPollMs) {
      nextPollMs = now() + POLL_MS;
      await poll();
    }
    if (await takeDue()) sendReady();
    else await alarm.sleep(Math.max(0, nextPollMs - now()));
  }

  return {
    async runUntilStopped(): Promise<void> {
      while (!stopping.aborted) {
        try {
          await takeAndSend();
        } catch (error) {
          logger.error({ error: errorMessage(error) }, 'webhooks could not be taken');
          await delay(AFTER_ERROR_PAUSE_MS, undefined, { signal: stopping }).catch(() => {});
        }
      }
    },
    pollNow(): void {
      nextPollMs = 0;
      alarm.ring();
    },
  };
}
