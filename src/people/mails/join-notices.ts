import type { Database, Queryable, Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { enqueuePersonMail } from './enqueue-person-mail.ts';
import type { PersonMail } from './person-mail.ts';

const JOIN_NOTICES = 'join_notices';
/** Repeats within this time go in one mail at its end. Soon enough to undo something, too rarely to fill a mailbox. */
export const JOINED_FOR_MINUTES = 30;
const JOINED_FOR_MS = JOINED_FOR_MINUTES * 60_000;
// Should the job be lost that tells them, the next one goes out at once again: a notice must never be kept back for good.
const LOST_AFTER_HOURS = 2;

/**
 * Tells somebody of a change at once, unless they were told of the same sort a moment ago: then it is joined with all that follow, and they get
 * one mail with the newest and how many there were. Otherwise whoever changes something back and forth could fill their mailbox.
 */
export async function enqueueJoinedMail(
  tx: Transaction,
  { key, mail }: { /** The recipient and the sort of change. */ key: string; mail: PersonMail },
): Promise<void> {
  const { rows } = await tx.query<{ times: number }>(
    `INSERT INTO joined_notices AS told (key) VALUES ($1)
     ON CONFLICT (key) DO UPDATE SET
       since = CASE WHEN told.since < now() - interval '${LOST_AFTER_HOURS} hours' THEN now() ELSE told.since END,
       times = CASE WHEN told.since < now() - interval '${LOST_AFTER_HOURS} hours' THEN 0 ELSE told.times + 1 END,
       last = $2
     RETURNING times`,
    [key, JSON.stringify(mail)],
  );
  if (rows[0]?.times !== 0) return;
  await enqueuePersonMail(tx, mail);
  await followLater(tx, key);
}

const followLater = (tx: Queryable, key: string): Promise<unknown> =>
  enqueueJob(tx, { kind: JOIN_NOTICES, payload: { key }, delayMs: JOINED_FOR_MS });

/** Tells of what happened again meanwhile, and goes on joining; or forgets about it, where nothing did. */
export function joinNoticesJob(database: Database): JobKind<{ key: string }> {
  return {
    kind: JOIN_NOTICES,
    retryDelaysMs: [5_000, 60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    run: ({ key }) =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ times: number; last: PersonMail | null }>(
          'SELECT times, last FROM joined_notices WHERE key = $1 FOR UPDATE',
          [key],
        );
        const [{ times, last } = { times: 0, last: null }] = rows;
        if (times === 0 || last === null) {
          await tx.query('DELETE FROM joined_notices WHERE key = $1', [key]);
          return;
        }
        await tx.query('UPDATE joined_notices SET since = now(), times = 0, last = NULL WHERE key = $1', [
          key,
        ]);
        await enqueuePersonMail(tx, last.mail === 'owner_notice' ? { ...last, times } : last);
        await followLater(tx, key);
      }),
  };
}
