import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Changes } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import { createAlarm } from '../../jobs/alarm.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { errorMessage } from '../../log/error-message.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { createAttemptSender } from './attempt-sender.ts';
import type { BegunAttempt } from './begin-attempts.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { findWaiting } from './find-waiting.ts';
import { createGuard } from './guard.ts';
import { createKnownSenders } from './known-senders.ts';
import { createLeaseKeeper, EXTEND_EVERY_MS } from './lease-keeper.ts';
import { createReceiverConnections } from './receiver-connections.ts';
import type { EndedAttempt } from './record-attempts.ts';
import { createRetryTimers } from './retry-timers.ts';
import { PURCHASE_SCHEDULE, type DeliverySchedule } from './schedule.ts';
import { createSlots, SLOT_LIMITS } from './slots.ts';
import { createDueTaker } from './take-due.ts';
import { createWaitingDeliveries } from './waiting-deliveries.ts';

export type WebhookDeliverer = {
  start(): Promise<void>;
  /** Begins no more attempts, waits for those under way for a while, and gives back what is not done by then. */
  stop(): Promise<void>;
};

/** The outcome of an attempt. */
export type DeliveryOutcome = 'delivered' | 'retried' | 'given_up';

type DelivererOptions = {
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
  /** Hears what followed from attempts, for whoever counts them. */
  onOutcome?: (outcome: DeliveryOutcome) => void;
};

type DelivererSetup = DelivererOptions & { now: () => number; schedule: DeliverySchedule; leasedBy: string };

// Nothing tells us that an attempt has become slow, which lets others begin: they should not wait much longer than that.
const LOOK_FOR_SLOTS_EVERY_MS = SLOT_LIMITS.slowAfterMs / 2;
// Many small look-ups by key, planned once, as in the hold engine.
const TAKE_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_material: 'off',
};
const RECORD_SETTINGS = {
  ...TAKE_SETTINGS,
  // An update with a join: planned once while the table was empty, it would read the whole table ever after.
  plan_cache_mode: 'force_custom_plan',
  // If the database's machine loses the last moments, a receiver hears something twice, which it must be ready for anyway. In
  // return buyers don't wait for the disk behind every answer of every receiver.
  synchronous_commit: 'off',
};

/** Sends webhooks. To be created before `changes` is started, which is when it asks for its channel. */
export function createWebhookDeliverer(options: DelivererOptions): WebhookDeliverer {
  const setup: DelivererSetup = {
    now: () => performance.now(),
    schedule: PURCHASE_SCHEDULE,
    ...options,
    leasedBy: `${options.processId}/${randomUUID()}`,
  };
  const deps = createParts(setup);
  const { pools, alarm, stopping, waiting, attempts, recorder, leases, retries } = deps;
  const loop = createLoop(deps, setup);
  options.changes.listen('webhooks_due', { onChange: deps.markDue, onGap: loop.pollNow });
  let timers: NodeJS.Timeout[] = [];
  let running: Promise<void> | null = null;

  /** For other processes to send at once. */
  async function giveBack(cutOff: BegunAttempt[]): Promise<void> {
    try {
      await leases.giveBack(waiting.all(), { isSent: false });
      await leases.giveBack(cutOff, { isSent: true });
    } catch (error) {
      options.logger.error({ error: errorMessage(error) }, 'webhooks could not be given back');
    }
  }

  return {
    async start() {
      assert(running === null, 'a deliverer is started once');
      const extend = (): void => {
        waiting.takeLessOfSlow();
        void leases.extend();
      };
      timers = [
        setInterval(extend, EXTEND_EVERY_MS),
        setInterval(attempts.sendReady, LOOK_FOR_SLOTS_EVERY_MS),
      ];
      running = loop.runUntilStopped();
    },
    async stop() {
      stopping.abort();
      alarm.ring();
      await running;
      for (const timer of timers) clearInterval(timer);
      retries.clear();
      await giveBack(await attempts.stop());
      await recorder.close();
      await Promise.all([pools.take.end(), pools.record.end()]);
    },
  };
}

const OUTCOMES = { delivered: 'delivered', pending: 'retried', failed: 'given_up' } as const;

/** The queues of waiting, sending and recording. */
function createParts(options: DelivererSetup) {
  const { database, leasedBy, logger, now, schedule } = options;
  const pools = {
    take: database.dedicatedPool({ name: 'webhooks_take', size: 1, settings: TAKE_SETTINGS }),
    record: database.dedicatedPool({ name: 'webhooks_record', size: 1, settings: RECORD_SETTINGS }),
  };
  const connections = createReceiverConnections({
    guard: createGuard(options),
    connectLimitMs: schedule.attemptLimitMs,
  });
  const stopping = new AbortController();
  const alarm = createAlarm();
  const slots = createSlots();
  const waiting = createWaitingDeliveries({ slots, now });
  const senders = createKnownSenders(pools.take);
  const retries = createRetryTimers(markDue);
  const recorder = createAttemptRecorder({ pool: pools.record, leasedBy, logger, now, onRecorded });
  const attempts = createAttemptSender({
    connections,
    schedule,
    now,
    slots,
    waiting,
    senders,
    stopping: stopping.signal,
    onEnded: recorder.add,
    onSlotsFree: alarm.ring,
  });
  const leases = createLeaseKeeper({
    pool: pools.record,
    leasedBy,
    logger,
    now,
    heldIds: () => [...waiting.ids(), ...attempts.underWay(), ...recorder.unrecorded()],
    removeStuck: waiting.removeStuck,
  });

  function markDue(subscriptionId: string): void {
    waiting.markDue(subscriptionId);
    alarm.ring();
  }

  function onRecorded({ deliveryId, subscriptionId, attempt, becomes, error }: EndedAttempt): void {
    alarm.ring();
    options.onOutcome?.(OUTCOMES[becomes.status]);
    if (becomes.status === 'pending') {
      if (!stopping.signal.aborted) retries.set(subscriptionId, becomes.delayMs);
      return;
    }
    attempts.forgetFirstStart(deliveryId);
    if (becomes.status === 'failed')
      logger.warn({ deliveryId, subscriptionId, attempt, error }, 'webhook given up');
  }

  return { pools, alarm, stopping, waiting, senders, attempts, recorder, leases, retries, markDue };
}

/** Moves deliveries from the database to those that wait here, and from there to their receivers. */
function createLoop(
  { pools, alarm, stopping, waiting, senders, attempts, recorder, leases }: ReturnType<typeof createParts>,
  { secretKeys, leasedBy, logger, now }: DelivererSetup,
) {
  return createDeliveryLoop({
    async poll() {
      for (const subscriptionId of await findWaiting(pools.take)) waiting.markDue(subscriptionId);
      attempts.forgetOldFirstStarts();
    },
    takeDue: createDueTaker({
      pool: pools.take,
      secretKeys,
      leasedBy,
      leases,
      senders,
      waiting,
      unrecorded: recorder.unrecorded,
    }),
    sendReady: attempts.sendReady,
    alarm,
    logger,
    now,
    stopping: stopping.signal,
  });
}
