import type { BegunAttempt } from './begin-attempts.ts';
import type { Posted, ReceiverConnections } from './receiver-connections.ts';
import type { EndedAttempt } from './record-attempts.ts';
import { attemptLimitMs, withoutRetries, retryDelayMs, type DeliverySchedule } from './schedule.ts';

const USER_AGENT = 'Tessera-Webhooks/1';

/** Makes one attempt of a delivery, if there is time left for one, and says what becomes of the delivery. Never throws. */
export async function makeAttempt(
  deps: { connections: ReceiverConnections; schedule: DeliverySchedule; now: () => number },
  begun: BegunAttempt,
  url: URL,
  /** When the first attempt of this delivery began, by the clock of `now`. */
  firstStartMs: number,
): Promise<EndedAttempt> {
  const schedule = begun.eventType === 'WEBHOOK_TEST' ? withoutRetries(deps.schedule) : deps.schedule;
  const { deliveryId, subscriptionId, attempt } = begun;
  const startedAtMs = deps.now();
  const limitMs = attemptLimitMs(schedule, { attempt, elapsedMs: startedAtMs - firstStartMs });
  const posted = await post(deps.connections, { begun, url, limitMs });
  const endedAtMs = deps.now();
  const isDelivered = posted.statusCode !== null && posted.statusCode >= 200 && posted.statusCode <= 399;
  const delayMs =
    limitMs === null ? null : retryDelayMs(schedule, { attempt, elapsedMs: endedAtMs - firstStartMs });
  return {
    deliveryId,
    subscriptionId,
    attempt,
    isMade: limitMs !== null,
    startedAtMs,
    durationMs: endedAtMs - startedAtMs,
    ...posted,
    becomes: isDelivered
      ? { status: 'delivered' }
      : delayMs !== null
        ? { status: 'pending', delayMs }
        : { status: 'failed', failure: describeEnd(limitMs === null ? attempt - 1 : attempt, posted) },
  };
}

async function post(
  connections: ReceiverConnections,
  { begun, url, limitMs }: { begun: BegunAttempt; url: URL; limitMs: number | null },
): Promise<Posted> {
  const { message } = begun;
  if (limitMs === null)
    return failed(begun.isTakenOver ? 'Its process was killed, and its time was up.' : 'Its time was up.');
  if ('error' in message) return failed(message.error);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Signature': message.signature,
    'X-Service-Delivery': begun.deliveryId,
    'X-Service-Attempt': String(begun.attempt),
  };
  return connections.post(url, { headers, body: message.body, limitMs });
}

const failed = (error: string): Posted => ({ statusCode: null, answer: null, error });

function describeEnd(attempts: number, { statusCode, error }: Posted): string {
  const last = statusCode === null ? error : `The receiver answered ${statusCode}.`;
  return `Given up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. ${last}`.slice(0, 500);
}
