import type { Database, Queryable } from '../../../db/database.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import type { ComposedMails } from '../compose-mails.ts';
import type { PlannedMail } from '../plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../send-mail-job.ts';
import { MAIL_RETRY_DELAYS_MS, sendPlannedMail, type SendingDeps } from '../send-planned-mail.ts';
import { enqueueRun, type Mailing, type MailingRun, type MailingStoppedFor } from './mailing.ts';
import type { Pace } from './pace.ts';

export type NextMail = PlannedMail & { orderId: string };

type Deps = SendingDeps & {
  database: Database;
  /** One for all mailings of the process. */
  pace: Pace;
  /** The text of each mail of a mailing. Asked for once in a run. */
  open(mailingId: string): Promise<(mail: NextMail) => Promise<Pick<ComposedMails, 'render' | 'replyTo'>>>;
};

// Then another mailing has its turn, and the attempts of the job are counted anew.
const MAILS_PER_RUN = 200;
// So many different people can't all be unreachable: it is the mail server, which gets a rest.
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Sends a mailing, mail by mail, at a pace that all mailings of the process share. Tickets come first: while somebody waits for
 * theirs, nothing is sent. It may be killed anywhere, and goes on where it was; see send-planned-mail.ts for the one doubt.
 */
export function sendMailingJob(mailing: Mailing, deps: Deps): JobKind<MailingRun> {
  return {
    kind: mailing.job,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run(payload, { signal, attempt, jobId }) {
      await waitForEarlierRun(deps, mailing, { signal, jobId, mailingId: payload.messageId });
      // Mails that failed before are tried again, at any position.
      const after = attempt === 1 ? payload.after : null;
      await sendSome(deps, mailing, { ...payload, after, signal });
    },
  };
}

async function sendSome(
  deps: Deps,
  mailing: Mailing,
  { signal, ...run }: MailingRun & { signal: AbortSignal },
): Promise<void> {
  const { database, pace } = deps;
  let { after } = run;
  let compose: Awaited<ReturnType<Deps['open']>> | null = null;
  let failures: string[] = [];
  for (let sent = 0; sent < MAILS_PER_RUN;) {
    await pace.turn(signal);
    signal.throwIfAborted();
    const state = await readRun(database, mailing, run);
    if (state === 'over') return;
    if (state === 'held up') continue;
    const planned = await findNextMail(database, mailing, { ...run, after });
    if (!planned) return endPass(database, mailing, { ...run, failure: failures[0] ?? null });
    compose ??= await deps.open(run.messageId);
    const failure = await sendPlannedMail(deps, planned, await compose(planned));
    failures = failure === null ? [] : [...failures, failure];
    if (failures.length >= MAX_FAILURES_IN_A_ROW)
      throw new Error(`${failures.length} in a row were not sent: ${failure ?? ''}`);
    after = planned.id;
    sent += 1;
  }
  await goOn(database, mailing, { ...run, after });
}

/** Whether this run may send: not while tickets wait, and not at all once the mailing was stopped or another run has taken it up. */
async function readRun(
  database: Database,
  { table }: Mailing,
  { messageId, run }: MailingRun,
): Promise<'on' | 'held up' | 'over'> {
  const { rows } = await database.query<{ stopsFor: MailingStoppedFor | null; isHeldUp: boolean }>(
    `SELECT CASE WHEN h.suspended_at IS NOT NULL THEN 'suspended'
                 WHEN s.released_by IS NOT NULL
                      AND NOT EXISTS (SELECT FROM members AS m WHERE m.host_id = s.host_id AND m.person_id = s.released_by)
                 THEN 'sender_gone' END AS "stopsFor",
            EXISTS (SELECT FROM jobs AS j WHERE j.kind IN ('send_mail', '${SEND_HOLDER_MAIL}') AND j.set_aside_at IS NULL AND j.run_at <= now()
                       AND j.leased_until IS NULL) AS "isHeldUp"
       FROM ${table} AS s JOIN hosts AS h ON h.id = s.host_id
      WHERE s.id = $1 AND s.run = $2 AND s.stopped_at IS NULL AND s.finished_at IS NULL`,
    [messageId, run],
  );
  const [found] = rows;
  if (!found) return 'over';
  if (found.stopsFor === null) return found.isHeldUp ? 'held up' : 'on';
  await database.query(
    `UPDATE ${table} SET stopped_at = clock_timestamp(), stopped_for = $3
      WHERE id = $1 AND run = $2 AND stopped_at IS NULL AND finished_at IS NULL`,
    [messageId, run, found.stopsFor],
  );
  return 'over';
}

async function findNextMail(
  database: Database,
  { mailsSql }: Mailing,
  { messageId, after }: MailingRun,
): Promise<NextMail | null> {
  const { rows } = await database.query<NextMail>(
    `SELECT id, recipient, order_id AS "orderId" FROM mails
      WHERE ${mailsSql} AND sent_at IS NULL AND refused_at IS NULL AND ($2::uuid IS NULL OR id > $2)
      ORDER BY id LIMIT 1`,
    [messageId, after],
  );
  return rows[0] ?? null;
}

/** Everybody had their turn: it is done, or some are to be tried again. */
async function endPass(
  database: Database,
  mailing: Mailing,
  { failure, ...run }: MailingRun & { failure: string | null },
): Promise<void> {
  const { table, mailsSql } = mailing;
  await countTried(database, mailing, { ...run, after: LAST_ID });
  const { rows } = await database.query<{ left: number }>(
    `WITH unreached AS (
       SELECT count(refused_at) AS refused, count(*) - count(refused_at) AS left FROM mails
        WHERE ${mailsSql} AND sent_at IS NULL AND (last_error IS NOT NULL OR refused_at IS NOT NULL)
     ), ended AS (
       UPDATE ${table} SET finished_at = clock_timestamp(), sent = tried - unreached.refused, refused = unreached.refused
         FROM unreached
        WHERE id = $1::uuid AND run = $2 AND stopped_at IS NULL AND finished_at IS NULL AND unreached.left = 0
     )
     SELECT unreached.left FROM unreached`,
    [run.messageId, run.run],
  );
  const left = rows[0]?.left ?? 0;
  if (left > 0) throw new Error(`${left} not sent${failure === null ? '' : `: ${failure}`}`);
}

// Behind every mail.
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** All mails up to one have been tried: how many these are is kept, so that whoever looks at the mailing counts only the later ones. */
async function countTried(
  tx: Queryable,
  { table, mailsSql }: Mailing,
  { messageId, run, after }: MailingRun,
): Promise<void> {
  await tx.query(
    `UPDATE ${table} AS s SET tried = s.tried + passed.mails, tried_to = coalesce(passed.last_id, s.tried_to)
       FROM (SELECT count(*) AS mails, (array_agg(id ORDER BY id DESC))[1] AS last_id FROM mails
              WHERE ${mailsSql} AND id > coalesce((SELECT tried_to FROM ${table} WHERE id = $1::uuid), '${FIRST_ID}') AND id <= $3) AS passed
      WHERE s.id = $1::uuid AND s.run = $2`,
    [messageId, run, after],
  );
}

// Before every mail.
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

async function goOn(
  database: Database,
  mailing: Mailing,
  { messageId, run, after }: MailingRun,
): Promise<void> {
  await database.transaction(async (tx) => {
    await countTried(tx, mailing, { messageId, run, after });
    const { rowCount } = await tx.query(
      `UPDATE ${mailing.table} SET run = run + 1 WHERE id = $1 AND run = $2 AND stopped_at IS NULL`,
      [messageId, run],
    );
    if (rowCount === 1) await enqueueRun(tx, mailing, { messageId, run: run + 1, after });
  });
}

/** The job of an earlier run may have a mail on its way, which it alone knows of. It ends with that one, or with its lease. */
async function waitForEarlierRun(
  { database, pace }: Deps,
  { job }: Mailing,
  { signal, jobId, mailingId }: { signal: AbortSignal; jobId: string; mailingId: string },
): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `SELECT FROM jobs WHERE kind = $3 AND unique_key LIKE $1 || ' %' AND id <> $2 AND leased_until > now()`,
      [mailingId, jobId, job],
    );
    if (rowCount === 0) return;
    await pace.turn(signal);
    signal.throwIfAborted();
  }
}
