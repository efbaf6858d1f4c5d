import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import { createAlarm } from '../../jobs/alarm.ts';
import { errorMessage } from '../../log/error-message.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { beginAttempts, type BegunAttempt } from './begin-attempts.ts';
import { findSenders, findWaiting, type KnownSender } from './find-waiting.ts';
import { createGuard } from './guard.ts';
import { makeAttempt } from './make-attempt.ts';
import { createSlots, SLOT_LIMITS } from './slots.ts';
import { createReceiverConnections } from './receiver-connections.ts';
import { extendLeases, giveAttemptsBack, type EndedAttempt } from './record-attempts.ts';
import { PURCHASE_SCHEDULE, type DeliverySchedule } from './schedule.ts';
import { createWaitingDeliveries } from './waiting-deliveries.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

export type WebhookDeliverer = {
  start(): Promise<void>;
  /** Begins no more attempts, waits for those under way for a while, and gives back what is not done by then. */
  stop(): Promise<void>;
};

type UnderWay = { begun: BegunAttempt; ended: Promise<void> };

// How long a killed process keeps others from its deliveries, with the poll on top. Extended while an attempt lasts.
const LEASE_MS = 5_000;
const EXTEND_EVERY_MS = 1_500;
// Attempts become slow without telling, and whoever waits behind them should not wait much longer than that.
const LOOK_FOR_SLOTS_EVERY_MS = SLOT_LIMITS.slowAfterMs / 2;
// For what NOTIFY does not tell: the deliveries of a killed process, and notifications lost with a connection.
const POLL_MS = 2_000;
const AFTER_ERROR_PAUSE_MS = 1_000;
const STOP_PATIENCE_MS = 1_500;
const MAX_SUBSCRIPTIONS_AT_ONCE = 1_024;
const MAX_KNOWN_SENDERS = 100_000;
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
  secretKeys: SecretKeys;
  allow: readonly string[];
  processId: string;
  logger: JobLogger;
  /** Milliseconds that only go up. */
  now?: () => number;
  schedule?: DeliverySchedule;
  nameServers?: string[];
}): WebhookDeliverer {
  const { secretKeys, logger, now = () => performance.now(), schedule = PURCHASE_SCHEDULE } = options;
  const leasedBy = `${options.processId}/${randomUUID()}`;
  const pool = options.database.dedicatedPool({ size: 1, settings: SESSION_SETTINGS });
  const recordPool = options.database.dedicatedPool({ size: 1, settings: RECORD_SETTINGS });
  const connections = createReceiverConnections({
    guard: createGuard(options),
    connectLimitMs: schedule.attemptLimitMs,
  });
  const recorder = createAttemptRecorder({ pool: recordPool, leasedBy, logger, now, onRecorded });
  const slots = createSlots();
  const room = createWaitingDeliveries({ slots, now });
  const alarm = createAlarm();
  const stopping = new AbortController();
  const senders = new Map<string, KnownSender>();
  const underWay = new Map<string, UnderWay>();
  // When the first attempt of a delivery began here: the budget is kept by a clock that nobody sets.
  const firstStarts = new Map<string, number>();
  const retryTimers = new Set<NodeJS.Timeout>();
  let isStartDue = false;
  let mostSubscriptions = MAX_SUBSCRIPTIONS_AT_ONCE;
  let nextPollMs = 0;
  let leasesKeptAtMs = 0;
  let isKeeping = false;
  let loop: Promise<void> | null = null;
  let extending: NodeJS.Timeout | undefined;
  let lookingForPlaces: NodeJS.Timeout | undefined;

  options.changes.listen('webhooks_due', {
    onChange: (subscriptionId) => markDue(subscriptionId),
    onGap: () => {
      nextPollMs = 0;
      alarm.ring();
    },
  });

  function markDue(subscriptionId: string): void {
    room.markDue(subscriptionId);
    alarm.ring();
  }

  async function deliverUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (now() >= nextPollMs) {
          nextPollMs = now() + POLL_MS;
          for (const subscriptionId of await findWaiting(pool)) room.markDue(subscriptionId);
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
    await learnSenders();
    const wanted = room.choose({ mostSubscriptions, unrecorded: recorder.unrecorded().size });
    if (wanted.length === 0) return false;
    const held = isLate() ? heldIds() : [];
    try {
      const taken = await beginAttempts(pool, { wanted, secretKeys, leasedBy, leaseMs: LEASE_MS, held });
      room.admit(wanted, taken);
      mostSubscriptions = Math.min(MAX_SUBSCRIPTIONS_AT_ONCE, 2 * mostSubscriptions);
    } catch (error) {
      // Should one of them be the cause, it is found by taking them one by one.
      for (const { subscriptionId } of wanted) room.markDue(subscriptionId);
      mostSubscriptions = 1;
      throw error;
    }
    startReady();
    return true;
  }

  async function learnSenders(): Promise<void> {
    const unknown = room.due().filter((id) => !senders.has(id));
    if (unknown.length === 0) return;
    if (senders.size > MAX_KNOWN_SENDERS) senders.clear();
    for (const sender of await findSenders(pool, unknown)) senders.set(sender.subscriptionId, sender);
    for (const id of unknown) if (!senders.has(id)) room.unmark(id);
  }

  function startReady(): void {
    isStartDue = false;
    if (stopping.signal.aborted) return;
    for (const { begun, sender } of room.call(senders)) start(begun, sender);
  }

  function start(begun: BegunAttempt, sender: KnownSender): void {
    const { deliveryId, subscriptionId } = begun;
    const slot = slots.take(sender, now());
    const firstStartMs = firstStarts.get(deliveryId) ?? now() - begun.elapsedMs;
    firstStarts.set(deliveryId, firstStartMs);
    const attempt = makeAttempt({ connections, schedule, now }, begun, sender.url, firstStartMs);
    const ended = attempt.then((result) => {
      slots.giveBack(slot, now());
      // Where it is not there any more it was given back to another process, which sends it anew.
      if (underWay.delete(deliveryId)) recorder.add(result);
      room.onEnded(subscriptionId);
      if (isStartDue) return;
      isStartDue = true;
      // A turn later: attempts that end in the same tick make room together.
      setImmediate(() => {
        startReady();
        alarm.ring();
      });
    });
    underWay.set(deliveryId, { begun, ended });
  }

  function onRecorded({ deliveryId, subscriptionId, attempt, becomes, error }: EndedAttempt): void {
    alarm.ring();
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
    if (isKeeping) return;
    isKeeping = true;
    try {
      const startedAtMs = now();
      await giveBack(room.removeStuck(), { isSent: false });
      const deliveryIds = heldIds();
      if (deliveryIds.length > 0)
        await extendLeases(recordPool, { deliveryIds, leasedBy, leaseMs: LEASE_MS });
      leasesKeptAtMs = startedAtMs;
    } catch (error) {
      logger.warn({ error: errorMessage(error) }, 'leases of webhooks could not be extended');
    } finally {
      isKeeping = false;
    }
  }

  /** Whether leases of ours may have run out: they are extended at three times that pace. */
  const isLate = (): boolean => now() - leasesKeptAtMs > LEASE_MS / 2;

  /** All that is ours: waiting, being sent, being written down. */
  function heldIds(): string[] {
    const waiting = room.all().map(({ deliveryId }) => deliveryId);
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
      leasesKeptAtMs = now();
      extending = setInterval(() => {
        room.takeLessNextTime();
        void keepLeases();
      }, EXTEND_EVERY_MS);
      lookingForPlaces = setInterval(startReady, LOOK_FOR_SLOTS_EVERY_MS);
      loop = deliverUntilStopped();
    },
    async stop() {
      stopping.abort();
      alarm.ring();
      await loop;
      clearInterval(extending);
      clearInterval(lookingForPlaces);
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
        await giveBack(room.all(), { isSent: false });
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
