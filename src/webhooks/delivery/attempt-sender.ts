import { setTimeout as delay } from 'node:timers/promises';
import type { BegunAttempt } from './begin-attempts.ts';
import type { KnownSender } from './find-waiting.ts';
import type { KnownSenders } from './known-senders.ts';
import { makeAttempt } from './make-attempt.ts';
import type { ReceiverConnections } from './receiver-connections.ts';
import type { EndedAttempt } from './record-attempts.ts';
import type { DeliverySchedule } from './schedule.ts';
import type { Slots } from './slots.ts';
import type { WaitingDeliveries } from './waiting-deliveries.ts';

type UnderWay = { begun: BegunAttempt; ended: Promise<void> };

const STOP_PATIENCE_MS = 1_500;

/** Makes the attempts of waiting deliveries as soon as there is a slot for them. */
export function createAttemptSender(options: {
  connections: ReceiverConnections;
  schedule: DeliverySchedule;
  now: () => number;
  slots: Slots;
  waiting: WaitingDeliveries;
  senders: KnownSenders;
  /** Once it is aborted, no attempt is begun. */
  stopping: AbortSignal;
  onEnded: (ended: EndedAttempt) => void;
  /** Slots have become free, and those who waited for them have got them. */
  onSlotsFree: () => void;
}) {
  const { connections, schedule, now, slots, waiting, senders, stopping } = options;
  const underWay = new Map<string, UnderWay>();
  // When the first attempt of a delivery began here. The budget is measured by a clock that nobody can set.
  const firstStarts = new Map<string, number>();
  let isSendDue = false;

  function sendReady(): void {
    isSendDue = false;
    if (stopping.aborted) return;
    for (const { begun, sender } of waiting.takeReady(senders)) send(begun, sender);
  }

  function send(begun: BegunAttempt, sender: KnownSender): void {
    const { deliveryId } = begun;
    const slot = slots.take(sender, now());
    const firstStartMs = firstStarts.get(deliveryId) ?? now() - begun.elapsedMs;
    firstStarts.set(deliveryId, firstStartMs);
    const attempt = makeAttempt({ connections, schedule, now }, begun, sender.url, firstStartMs);
    const ended = attempt.then((result) => {
      slots.giveBack(slot, now());
      finish(result);
    });
    underWay.set(deliveryId, { begun, ended });
  }

  function finish(ended: EndedAttempt): void {
    // If it is no longer under way, it was given back to another process, which sends it anew.
    if (underWay.delete(ended.deliveryId)) options.onEnded(ended);
    waiting.onEnded(ended.subscriptionId);
    if (isSendDue) return;
    isSendDue = true;
    // One turn of the event loop later: attempts that end in the same tick free their slots together.
    setImmediate(() => {
      sendReady();
      options.onSlotsFree();
    });
  }

  return {
    sendReady,
    underWay: (): Iterable<string> => underWay.keys(),
    forgetFirstStart: (deliveryId: string): void => void firstStarts.delete(deliveryId),
    /** Of deliveries that came to their end in another process. */
    forgetOldFirstStarts(): void {
      for (const [deliveryId, startedAtMs] of firstStarts) {
        if (now() - startedAtMs < 2 * schedule.budgetMs) return;
        firstStarts.delete(deliveryId);
      }
    },
    /** Waits a while for the attempts under way, then cuts the others off. Answers those that another process should make. */
    async stop(): Promise<BegunAttempt[]> {
      const left = [...underWay.values()].map(({ ended }) => ended);
      await allWithin(left, STOP_PATIENCE_MS);
      // A test is never sent twice: it ends here, with the connection.
      const isSentAgain = ({ begun }: UnderWay): boolean => begun.eventType !== 'WEBHOOK_TEST';
      const cutOff = [...underWay.values()].filter(isSentAgain).map(({ begun }) => begun);
      for (const { deliveryId } of cutOff) underWay.delete(deliveryId);
      await connections.close();
      await Promise.all(left);
      return cutOff;
    },
  };
}

async function allWithin(work: Promise<void>[], patienceMs: number): Promise<void> {
  const waited = new AbortController();
  const patience = delay(patienceMs, undefined, { signal: waited.signal });
  await Promise.race([Promise.all(work).then(() => waited.abort()), patience.catch(() => {})]);
}
