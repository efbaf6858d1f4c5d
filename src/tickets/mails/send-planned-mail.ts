import type { Queryable } from '../../db/database.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { errorMessage } from '../../log/error-message.ts';
import { MailRefused, type Mailer } from '../../mail/mailer.ts';
import type { ComposedMails } from './compose-mails.ts';
import type { PlannedMail } from './plan-mails.ts';

export type SendingDeps = { database: Queryable; mailer: Mailer; logger: JobLogger };

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
// A mail server that is down for a day delays the mail, and not the tickets: those are on the receipt page all along.
export const MAIL_RETRY_DELAYS_MS = [
  10_000,
  A_MINUTE_MS,
  5 * A_MINUTE_MS,
  30 * A_MINUTE_MS,
  2 * AN_HOUR_MS,
  6 * AN_HOUR_MS,
  12 * AN_HOUR_MS,
];
const LAST_ERROR_MAX_CHARS = 500;

/**
 * Sends a mail that is planned, and writes down how it went: a row that is marked as sent is not sent again, however often its job
 * is run. Answers why it could not be sent this time; null where there is nothing left to do.
 *
 * One doubt remains: a process that is killed, or cut off from the database, between the server's "250 accepted" and our
 * commit leaves a mail that went out and looks unsent. It goes out again under the same Message-ID, which is made of the
 * row's id, and most mail programs show the two as one.
 */
export async function sendPlannedMail(
  deps: SendingDeps,
  planned: PlannedMail,
  { render, replyTo }: Pick<ComposedMails, 'render' | 'replyTo'>,
): Promise<string | null> {
  const { database, mailer, logger } = deps;
  const messageId = `${planned.id}@${mailer.domain}`;
  try {
    const rendered = await render(planned.recipient);
    if (!rendered)
      throw new MailRefused('There is nothing left to send: the tickets are void or were passed on.');
    const { name, ...mail } = rendered;
    const to = { name, address: planned.recipient };
    const head = { to, ...(replyTo && { replyTo }), messageId };
    if ('write' in mail) await mailer.sendComposed(await mail.write(mailer.from, head), to);
    else await mailer.send({ ...mail, ...head });
  } catch (error) {
    const why = { id: planned.id, message: errorMessage(error), isRefused: error instanceof MailRefused };
    await recordFailure(database, why);
    if (!why.isRefused) return why.message;
    logger.warn({ mailId: why.id, error: why.message }, 'mail refused for good: set aside');
    return null;
  }
  await recordSent(database, { id: planned.id, messageId });
  return null;
}

async function recordFailure(
  database: Queryable,
  why: { id: string; message: string; isRefused: boolean },
): Promise<void> {
  await database.query(
    `UPDATE mails SET last_error = $2, refused_at = CASE WHEN $3 THEN clock_timestamp() END WHERE id = $1`,
    [why.id, why.message.slice(0, LAST_ERROR_MAX_CHARS), why.isRefused],
  );
}

async function recordSent(database: Queryable, sent: { id: string; messageId: string }): Promise<void> {
  await database.query('UPDATE mails SET sent_at = clock_timestamp(), message_id = $2 WHERE id = $1', [
    sent.id,
    sent.messageId,
  ]);
}
