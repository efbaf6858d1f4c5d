import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { PlannedMail } from '../tickets/mails/plan-mails.ts';
import { replyToOf } from '../tickets/mails/reply-to.ts';
import {
  MAIL_RETRY_DELAYS_MS,
  sendPlannedMail,
  type SendingParts,
} from '../tickets/mails/send-planned-mail.ts';
import { composeMessage, readMessageEvent, type MessageEvent } from './compose-message.ts';
import { enqueueRun, SEND_MESSAGE, type MessageRun } from './enqueue-run.ts';
import type { StoppedFor } from './message-fields.ts';
import { createPace, type Pace } from './pace.ts';
import { findReader } from './find-reader.ts';

type Parts = SendingParts & { checkoutUrl: string; messageMailsPerSecond: number };

// Then another message has its turn, and the attempts of the job are counted anew.
const MAILS_PER_RUN = 200;
// So many different people can't all be unreachable: it is the mail server, which gets a rest.
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Sends a message, mail by mail, at a pace that all messages of the process share. Tickets come first: while somebody waits for
 * theirs, no message is sent. It may be killed anywhere, and goes on where it was; see send-planned-mail.ts for the one doubt.
 */
export function sendMessageJob(parts: Parts): JobKind<MessageRun> {
  const pace = createPace(parts.messageMailsPerSecond);
  return {
    kind: SEND_MESSAGE,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run(payload, { signal, attempt, jobId }) {
      await waitForEarlierRun(parts.database, { pace, signal, jobId, messageId: payload.messageId });
      // What could not be sent before is tried again, wherever it is.
      const after = attempt === 1 ? payload.after : null;
      await sendSome(parts, { ...payload, after }, { pace, signal });
    },
  };
}

async function sendSome(
  parts: Parts,
  run: MessageRun,
  { pace, signal }: { pace: Pace; signal: AbortSignal },
): Promise<void> {
  const { database } = parts;
  let { after } = run;
  let event: MessageEvent | null = null;
  let failures: string[] = [];
  for (let sent = 0; sent < MAILS_PER_RUN;) {
    await pace.turn(signal);
    signal.throwIfAborted();
    const message = await readRun(database, run);
    if (!message) return;
    if (message.isHeldUp) continue;
    const planned = await findNextMail(database, { ...run, after });
    if (!planned) return endPass(database, run, failures[0] ?? null);
    event ??= await readMessageEvent(database, message);
    const failure = await sendOne(parts, { planned, message, event });
    failures = failure === null ? [] : [...failures, failure];
    if (failures.length >= MAX_FAILURES_IN_A_ROW)
      throw new Error(`${failures.length} in a row were not sent: ${failure ?? ''}`);
    after = planned.id;
    sent += 1;
  }
  await goOn(database, { ...run, after });
}

type RunningMessage = { hostId: string; eventId: string; subject: string; text: string; isHeldUp: boolean };

/** The message as it is now; null where this run has nothing more to send. */
async function readRun(database: Database, { messageId, run }: MessageRun): Promise<RunningMessage | null> {
  const { rows } = await database.query<RunningMessage & { stopsFor: StoppedFor | null }>(
    `SELECT s.host_id AS "hostId", s.event_id AS "eventId", s.subject, s.text,
            CASE WHEN h.suspended_at IS NOT NULL THEN 'suspended'
                 WHEN s.released_by IS NOT NULL
                      AND NOT EXISTS (SELECT FROM members AS m WHERE m.host_id = s.host_id AND m.person_id = s.released_by)
                 THEN 'sender_gone' END AS "stopsFor",
            EXISTS (SELECT FROM jobs AS j WHERE j.kind = 'send_mail' AND j.set_aside_at IS NULL AND j.run_at <= now()
                       AND j.leased_until IS NULL) AS "isHeldUp"
       FROM messages AS s JOIN hosts AS h ON h.id = s.host_id
      WHERE s.id = $1 AND s.run = $2 AND s.stopped_at IS NULL AND s.finished_at IS NULL`,
    [messageId, run],
  );
  const [message] = rows;
  if (!message || message.stopsFor === null) return message ?? null;
  await database.query(
    `UPDATE messages SET stopped_at = clock_timestamp(), stopped_for = $3
      WHERE id = $1 AND run = $2 AND stopped_at IS NULL AND finished_at IS NULL`,
    [messageId, run, message.stopsFor],
  );
  return null;
}

type NextMail = PlannedMail & { orderId: string };

async function findNextMail(database: Database, { messageId, after }: MessageRun): Promise<NextMail | null> {
  const { rows } = await database.query<NextMail>(
    `SELECT id, recipient, order_id AS "orderId" FROM mails
      WHERE kind = 'message' AND occasion = $1 AND sent_at IS NULL AND refused_at IS NULL
        AND ($2::uuid IS NULL OR id > $2)
      ORDER BY id LIMIT 1`,
    [messageId, after],
  );
  return rows[0] ?? null;
}

async function sendOne(
  parts: Parts,
  {
    planned,
    message,
    event,
  }: { planned: NextMail; message: { subject: string; text: string }; event: MessageEvent },
): Promise<string | null> {
  const { checkoutUrl } = parts;
  return sendPlannedMail(parts, planned, {
    replyTo: replyToOf(event.host),
    async render() {
      const reader = await findReader(parts.database, planned);
      return reader && { ...composeMessage(message, { event, reader, checkoutUrl }), name: reader.name };
    },
  });
}

/** Everybody had their turn: it is done, or some are to be tried again. */
async function endPass(
  database: Database,
  { messageId, run }: MessageRun,
  failure: string | null,
): Promise<void> {
  await countTried(database, { messageId, run, after: LAST_ID });
  const { rows } = await database.query<{ left: number }>(
    `WITH unreached AS (
       SELECT count(refused_at) AS refused, count(*) - count(refused_at) AS left FROM mails
        WHERE kind = 'message' AND occasion = $1 AND sent_at IS NULL AND (last_error IS NOT NULL OR refused_at IS NOT NULL)
     ), ended AS (
       UPDATE messages SET finished_at = clock_timestamp(), sent = tried - unreached.refused, refused = unreached.refused
         FROM unreached
        WHERE id = $1::uuid AND run = $2 AND stopped_at IS NULL AND finished_at IS NULL AND unreached.left = 0
     )
     SELECT unreached.left FROM unreached`,
    [messageId, run],
  );
  const left = rows[0]?.left ?? 0;
  if (left > 0) throw new Error(`${left} not sent${failure === null ? '' : `: ${failure}`}`);
}

// Behind every mail.
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** All mails up to one have been tried: how many these are is kept, so that whoever looks at the message counts only the later ones. */
async function countTried(tx: Queryable, { messageId, run, after }: MessageRun): Promise<void> {
  await tx.query(
    `UPDATE messages AS s SET tried = s.tried + passed.mails, tried_to = coalesce(passed.last_id, s.tried_to)
       FROM (SELECT count(*) AS mails, (array_agg(m.id ORDER BY m.id DESC))[1] AS last_id
               FROM messages AS of JOIN mails AS m ON m.kind = 'message' AND m.occasion = of.id::text
                AND (of.tried_to IS NULL OR m.id > of.tried_to) AND m.id <= $3
              WHERE of.id = $1) AS passed
      WHERE s.id = $1 AND s.run = $2`,
    [messageId, run, after],
  );
}

async function goOn(database: Database, { messageId, run, after }: MessageRun): Promise<void> {
  await database.transaction(async (tx) => {
    await countTried(tx, { messageId, run, after });
    const { rowCount } = await tx.query(
      'UPDATE messages SET run = run + 1 WHERE id = $1 AND run = $2 AND stopped_at IS NULL',
      [messageId, run],
    );
    if (rowCount === 1) await enqueueRun(tx, { messageId, run: run + 1, after });
  });
}

/** The job of an earlier run may have a mail on its way, which it alone knows of. It ends with that one, or with its lease. */
async function waitForEarlierRun(
  database: Database,
  { pace, signal, jobId, messageId }: { pace: Pace; signal: AbortSignal; jobId: string; messageId: string },
): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `SELECT FROM jobs WHERE kind = '${SEND_MESSAGE}' AND unique_key LIKE $1 || ' %' AND id <> $2 AND leased_until > now()`,
      [messageId, jobId],
    );
    if (rowCount === 0) return;
    await pace.turn(signal);
    signal.throwIfAborted();
  }
}
