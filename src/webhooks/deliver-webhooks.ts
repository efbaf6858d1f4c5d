import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import { createAlarm } from '../jobs/alarm.ts';
import { errorMessage } from '../jobs/error-message.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { beginAttempts, type BegunAttempt } from './begin-attempts.ts';
import { findSenders, findWaiting, type KnownSender } from './find-waiting.ts';
import { createGuard } from './guard.ts';
import { makeAttempt } from './make-attempt.ts';
import { createPlaces } from './places.ts';
import { createReceiverConnections } from './receiver-connections.ts';
import { extendLeases, giveAttemptsBack, type EndedAttempt } from './record-attempts.ts';
import { PURCHASE_SCHEDULE, type DeliverySchedule } from './schedule.ts';

export type WebhookDeliverer = {
  start(): Promise<void>;
  /** Begins no more attempts, waits for those under way for a while, and gives back what is not done by then. */
  stop(): Promise<void>;
};

type UnderWay = { begun: BegunAttempt; ended: Promise<void> };

// How long a killed process keeps others from its deliveries, with the poll on top. Extended while an attempt lasts.
const LEASE_MS = 5_000;
const EXTEND_EVERY_MS = 1_500;
// For what NOTIFY does not tell: the deliveries of a killed process, and notifications lost with a connection.
const POLL_MS = 2_000;
const AFTER_ERROR_PAUSE_MS = 1_000;
const STOP_PATIENCE_MS = 1_500;
// Taken from the database ahead of their turn, so that nobody waits for it. Of one subscription few at first, and twice as many
// each time that they are sent faster than new ones come.
const MOST_READY = 4_096;
const FEWEST_AHEAD = 64;
const MOST_AHEAD = 2_048;
const MOST_KNOWN_SENDERS = 100_000;
// Many small look-ups by key, planned once, as in the hold engine.
const SESSION_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_material: 'off',
};
const RECORD_SETTINGS = {
  ...SESSION_SETTINGS,
  // An update with a join: planned once while the table was empty, it would go through all of it for ever after.
  plan_cache_mode: 'force_custom_plan',
  // Should the database's machine lose what it was told in the last moments, a receiver hears something twice, as it must be
  // ready to anyway. In return buyers don't wait for the disk behind every answer of every receiver.
  synchronous_commit: 'off',
};

/** Sends webhooks. To be created before `changes` is started, which is when it asks for its channel. */
export function createWebhookDeliverer(options: {
  database: Database;
  changes: Changes;
  secretKey: Buffer;
  allow: readonly string[];
  processId: string;
  logger: JobLogger;
  /** Milliseconds that only go up. */
  now?: () => number;
  schedule?: DeliverySchedule;
  nameServers?: string[];
}): WebhookDeliverer {
  const { secretKey, logger, now = () => performance.now(), schedule = PURCHASE_SCHEDULE } = options;
  const leasedBy = `${options.processId}/${randomUUID()}`;
  const pool = options.database.dedicatedPool({ size: 1, settings: SESSION_SETTINGS });
  const recordPool = options.database.dedicatedPool({ size: 1, settings: RECORD_SETTINGS });
  const connections = createReceiverConnections({
    guard: createGuard(options),
    connectLimitMs: schedule.attemptLimitMs,
  });
  const recorder = createAttemptRecorder({ pool: recordPool, leasedBy, logger, now, onRecorded });
  const places = createPlaces();
  const alarm = createAlarm();
  const stopping = new AbortController();
  // Subscriptions that may have something due, the longest waiting first.
  const due = new Set<string>();
  // Of these too, but they have all the places that they may have.
  const full = new Set<string>();
  const senders = new Map<string, KnownSender>();
  // Ours to make, and waiting for a place.
  const ready = new Map<string, BegunAttempt[]>();
  // How many of a subscription to have ready; where it is not here, the fewest.
  const ahead = new Map<string, number>();
  const underWay = new Map<string, UnderWay>();
  // When the first attempt of a delivery began here: the budget is kept by a clock that nobody sets.
  const firstStarts = new Map<string, number>();
  const retryTimers = new Set<NodeJS.Timeout>();
  let isStartDue = false;
  let mostAtOnce = MOST_READY;
  let nextPollMs = 0;
  let loop: Promise<void> | null = null;
  let extending: NodeJS.Timeout | undefined;

  options.changes.listen('webhooks_due', {
    onChange: (subscriptionId) => markDue(subscriptionId),
    onGap: () => {
      nextPollMs = 0;
      alarm.ring();
    },
  });

  function markDue(subscriptionId: string): void {
    due.add(subscriptionId);
    alarm.ring();
  }

  async function deliverUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (now() >= nextPollMs) {
          nextPollMs = now() + POLL_MS;
          for (const subscriptionId of await findWaiting(pool)) due.add(subscriptionId);
          forgetOldStarts();
        }
        if (!(await takeDue())) await alarm.sleep(Math.max(0, nextPollMs - now()));
      } catch (error) {
        logger.error({ error: errorMessage(error) }, 'webhooks could not be taken');
        await delay(AFTER_ERROR_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Takes from the database what can be sent soon. False where that is nothing. */
  async function takeDue(): Promise<boolean> {
    const wanted = await shareOfReady();
    if (wanted.length === 0) return false;
    // Before they are read: a notification that comes meanwhile may be of something that is not seen yet.
    for (const { subscriptionId } of wanted) due.delete(subscriptionId);
    let taken: BegunAttempt[];
    try {
      taken = await beginAttempts(pool, { wanted, secretKey, leasedBy, leaseMs: LEASE_MS, held: heldIds() });
      mostAtOnce = Math.min(MOST_READY, mostAtOnce * 2);
    } catch (error) {
      // Should one of them be the cause, it is found by taking them one by one.
      for (const { subscriptionId } of wanted) due.add(subscriptionId);
      mostAtOnce = 1;
      throw error;
    }
    const bySubscription = Map.groupBy(taken, ({ subscriptionId }) => subscriptionId);
    for (const { subscriptionId, places: asked } of wanted) {
      const its = bySubscription.get(subscriptionId) ?? [];
      if (its.length === asked) due.add(subscriptionId);
      else ahead.delete(subscriptionId);
      if (its.length > 0) ready.set(subscriptionId, [...(ready.get(subscriptionId) ?? []), ...its]);
    }
    startReady();
    return true;
  }

  /** How much of each is taken now: those in trouble no more than they may send, the others in equal shares. */
  async function shareOfReady(): Promise<{ subscriptionId: string; places: number }[]> {
    await learnSenders();
    const readyCount = [...ready.values()].reduce((sum, queue) => sum + queue.length, 0);
    let left = MOST_READY - readyCount - recorder.unrecorded().size;
    const equalShare = Math.max(1, Math.floor(left / due.size));
    const wanted: { subscriptionId: string; places: number }[] = [];
    for (const subscriptionId of due) {
      const free = places.freeFor(subscriptionId);
      const waiting = ready.get(subscriptionId)?.length ?? 0;
      if (free - waiting <= 0) {
        due.delete(subscriptionId);
        full.add(subscriptionId);
        continue;
      }
      const most = Math.min(equalShare, ahead.get(subscriptionId) ?? FEWEST_AHEAD);
      // A few at a time cost as much as many: whoever has half of its share waits.
      if (waiting > most / 2) continue;
      if (left <= 0 || wanted.length === mostAtOnce) break;
      if (waiting < most / 4) ahead.set(subscriptionId, Math.min(MOST_AHEAD, 2 * most));
      const asked = Math.min(most - waiting, free, left);
      left -= asked;
      wanted.push({ subscriptionId, places: asked });
    }
    return wanted;
  }

  async function learnSenders(): Promise<void> {
    const unknown = [...due].filter((id) => !senders.has(id));
    if (unknown.length === 0) return;
    if (senders.size > MOST_KNOWN_SENDERS) senders.clear();
    for (const sender of await findSenders(pool, unknown)) senders.set(sender.subscriptionId, sender);
    for (const id of unknown) if (!senders.has(id)) due.delete(id);
  }

  /** Starts what is ready and has a place. */
  function startReady(): void {
    isStartDue = false;
    if (stopping.signal.aborted) return;
    const waiting = [...ready.keys()].flatMap((id) => senders.get(id) ?? []);
    for (const { places: free, ...sender } of places.share(waiting, now())) {
      const queue = ready.get(sender.subscriptionId) ?? [];
      // Behind the others next time.
      ready.delete(sender.subscriptionId);
      if (queue.length > free) ready.set(sender.subscriptionId, queue.slice(free));
      for (const begun of queue.slice(0, free)) start(begun, sender);
    }
  }

  function start(begun: BegunAttempt, sender: KnownSender): void {
    const { deliveryId, subscriptionId } = begun;
    const place = places.take(sender, now());
    const firstStartMs = firstStarts.get(deliveryId) ?? now() - begun.elapsedMs;
    firstStarts.set(deliveryId, firstStartMs);
    const ended = makeAttempt({ connections, schedule, now }, begun, sender.url, firstStartMs).then(
      (result) => {
        places.giveBack(place, now());
        // Where it is not there any more it was given back to another process, which sends it anew.
        if (underWay.delete(deliveryId)) recorder.add(result);
        if (full.delete(subscriptionId)) due.add(subscriptionId);
        if (isStartDue) return;
        isStartDue = true;
        setImmediate(onPlacesFree);
      },
    );
    underWay.set(deliveryId, { begun, ended });
  }

  function onPlacesFree(): void {
    startReady();
    alarm.ring();
  }

  function onRecorded({ deliveryId, subscriptionId, attempt, becomes, error }: EndedAttempt): void {
    if (becomes.status !== 'pending') firstStarts.delete(deliveryId);
    if (becomes.status === 'failed')
      logger.warn({ deliveryId, subscriptionId, attempt, error }, 'webhook given up');
    if (becomes.status !== 'pending' || stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      retryTimers.delete(timer);
      markDue(subscriptionId);
    }, becomes.delayMs);
    retryTimers.add(timer);
  }

  /** Of deliveries that came to their end elsewhere. */
  function forgetOldStarts(): void {
    for (const [deliveryId, startedAtMs] of firstStarts) {
      if (now() - startedAtMs < 2 * schedule.budgetMs) return;
      firstStarts.delete(deliveryId);
    }
  }

  async function keepLeases(): Promise<void> {
    try {
      // What waits behind a receiver that has come into trouble is better off in the database.
      const stuck = [...ready].filter(([subscriptionId]) => places.freeFor(subscriptionId) <= 0);
      for (const [subscriptionId] of stuck) ready.delete(subscriptionId);
      for (const subscriptionId of ready.keys()) ahead.delete(subscriptionId);
      await giveBack(
        stuck.flatMap(([, queue]) => queue),
        { isSent: false },
      );
      const deliveryIds = heldIds();
      if (deliveryIds.length === 0) return;
      await extendLeases(recordPool, { deliveryIds, leasedBy, leaseMs: LEASE_MS });
      startReady();
    } catch (error) {
      logger.warn({ error: errorMessage(error) }, 'leases of webhooks could not be extended');
    }
  }

  /** All that is ours: waiting, being sent, being written down. */
  function heldIds(): string[] {
    const waiting = [...ready.values()].flat().map(({ deliveryId }) => deliveryId);
    return [...waiting, ...underWay.keys(), ...recorder.unrecorded()];
  }

  async function giveBack(begun: BegunAttempt[], { isSent }: { isSent: boolean }): Promise<void> {
    if (begun.length === 0) return;
    const deliveryIds = begun.map(({ deliveryId }) => deliveryId);
    await giveAttemptsBack(recordPool, { deliveryIds, leasedBy, isSent });
  }

  return {
    async start() {
      assert(loop === null, 'a deliverer is started once');
      extending = setInterval(() => void keepLeases(), EXTEND_EVERY_MS);
      loop = deliverUntilStopped();
    },
    async stop() {
      stopping.abort();
      alarm.ring();
      await loop;
      clearInterval(extending);
      for (const timer of retryTimers) clearTimeout(timer);
      const left = [...underWay.values()];
      await settleWithin(
        left.map(({ ended }) => ended),
        STOP_PATIENCE_MS,
      );
      // A test is never sent twice: it ends here, with the connection.
      const cut = [...underWay.values()].filter(({ begun }) => begun.eventType !== 'WEBHOOK_TEST');
      for (const { begun } of cut) underWay.delete(begun.deliveryId);
      await connections.close();
      await Promise.all(left.map(({ ended }) => ended));
      try {
        await giveBack([...ready.values()].flat(), { isSent: false });
        await giveBack(
          cut.map(({ begun }) => begun),
          { isSent: true },
        );
      } catch (error) {
        logger.error({ error: errorMessage(error) }, 'webhooks could not be given back');
      }
      await recorder.close();
      await Promise.all([pool.end(), recordPool.end()]);
    },
  };
}

async function settleWithin(work: Promise<void>[], patienceMs: number): Promise<void> {
  const waited = new AbortController();
  const patience = delay(patienceMs, undefined, { signal: waited.signal });
  await Promise.race([Promise.all(work).then(() => waited.abort()), patience.catch(() => {})]);
}
