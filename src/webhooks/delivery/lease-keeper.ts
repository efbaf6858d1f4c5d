import type pg from 'pg';
import { errorMessage } from '../../log/error-message.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import type { BegunAttempt } from './begin-attempts.ts';
import { extendLeases, giveAttemptsBack } from './record-attempts.ts';

// How long a killed process keeps others from its deliveries, with the poll on top. Extended while an attempt lasts.
export const LEASE_MS = 5_000;
export const EXTEND_EVERY_MS = 1_500;

/** Extends the leases of all deliveries that this process has, and gives deliveries back before their lease ends. */
export function createLeaseKeeper(options: {
  pool: pg.Pool;
  leasedBy: string;
  logger: JobLogger;
  now: () => number;
  /** The ids of all deliveries that are ours: waiting, being sent, being recorded. */
  heldIds: () => string[];
  /** Takes away from what waits here what should not wait here. */
  removeStuck: () => BegunAttempt[];
}) {
  const { pool, leasedBy, logger, now, heldIds } = options;
  let extendedAtMs = now();
  let isExtending = false;

  async function giveBack(begun: BegunAttempt[], { isSent }: { isSent: boolean }): Promise<void> {
    if (begun.length === 0) return;
    const deliveryIds = begun.map(({ deliveryId }) => deliveryId);
    await giveAttemptsBack(pool, { deliveryIds, leasedBy, isSent });
  }

  return {
    giveBack,

    async extend(): Promise<void> {
      if (isExtending) return;
      isExtending = true;
      try {
        const startedAtMs = now();
        await giveBack(options.removeStuck(), { isSent: false });
        const deliveryIds = heldIds();
        if (deliveryIds.length > 0) await extendLeases(pool, { deliveryIds, leasedBy, leaseMs: LEASE_MS });
        extendedAtMs = startedAtMs;
      } catch (error) {
        logger.warn({ error: errorMessage(error) }, 'leases of webhooks could not be extended');
      } finally {
        isExtending = false;
      }
    },

    /** The deliveries of ours whose leases may have run out. None while leases are extended in time. */
    lateIds: (): string[] => (now() - extendedAtMs > LEASE_MS / 2 ? heldIds() : []),
  };
}

export type LeaseKeeper = ReturnType<typeof createLeaseKeeper>;
