import assert from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { errorMessage } from '../../log/error-message.ts';
import { MailRefused, type Mailer } from '../../mail/mailer.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { loadOrderTickets } from '../load-order-tickets.ts';
import { composeMails, type ComposedMails, type MailParts, type SendMailPayload } from './compose-mails.ts';
import { listUnsentMails, planMails, type MailName, type PlannedMail } from './plan-mails.ts';

type Parts = MailParts & { mailer: Mailer; secretKeys: SecretKeys; logger: JobLogger };

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
// A mail server that is down for a day delays the mail, and not the tickets: those are on the receipt page all along.
const RETRY_DELAYS_MS = [
  10_000,
  A_MINUTE_MS,
  5 * A_MINUTE_MS,
  30 * A_MINUTE_MS,
  2 * AN_HOUR_MS,
  6 * AN_HOUR_MS,
  12 * AN_HOUR_MS,
];
const LEASE_MS = 15_000;
const CONCURRENCY = 4;
const LAST_ERROR_MAX_CHARS = 500;

/**
 * Sends what an order's buyer and guests are to hear of it. Every mail to every recipient is a row, and a row that is
 * marked as sent is not sent again, however often the job is run.
 *
 * One doubt remains: a process that is killed, or cut off from the database, between the server's "250 accepted" and our
 * commit leaves a mail that went out and looks unsent. It goes out again under the same Message-ID, which is made of the
 * row's id, and most mail programs show the two as one.
 */
export function sendMailJobs(parts: Parts): JobKind<SendMailPayload>[] {
  // What all holders of an event hear at once has a queue of its own: nobody waits behind it for tickets just bought.
  return ['send_mail', 'send_event_mail'].map((kind) => sendMailJob(parts, kind));
}

export function sendMailJob(parts: Parts, kind = 'send_mail'): JobKind<SendMailPayload> {
  return {
    kind,
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: LEASE_MS,
    concurrency: CONCURRENCY,
    async run(payload, { signal }) {
      const { database, secretKeys } = parts;
      const found = await loadOrderTickets(database, secretKeys, { orderId: payload.orderId });
      assert(found, 'a mail about an order that is not there');
      const mail: MailName = { orderId: payload.orderId, kind: payload.mail, occasion: occasionOf(payload) };
      const composed = await composeMails(parts, payload, found);
      await planMails(database, mail, composed.recipients);
      const failures: string[] = [];
      for (const planned of await listUnsentMails(database, mail)) {
        signal.throwIfAborted();
        const failure = await sendOne(parts, planned, composed);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new Error(`${failures.length} not sent: ${failures[0]}`);
    },
  };
}

function occasionOf(payload: SendMailPayload): string {
  if (payload.mail === 'tickets') return payload.resendKey ?? '';
  if (payload.mail === 'passed_on') return payload.passedOn;
  if (payload.mail === 'event_cancelled') return payload.cancellationId;
  if (payload.mail === 'event_postponed') return payload.postponementId;
  return payload.mail === 'refunded' ? payload.refundId : payload.paymentId;
}

/** Answers why it could not be sent this time; null where there is nothing left to do. */
async function sendOne(
  parts: Parts,
  planned: PlannedMail,
  { render, replyTo }: ComposedMails,
): Promise<string | null> {
  const { database, mailer, logger } = parts;
  const messageId = `${planned.id}@${mailer.domain}`;
  try {
    const rendered = await render(planned.recipient);
    if (!rendered)
      throw new MailRefused('There is nothing left to send: the tickets are void, or went to others.');
    const { name, ...mail } = rendered;
    await mailer.send({
      ...mail,
      to: { name, address: planned.recipient },
      ...(replyTo && { replyTo }),
      messageId,
    });
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
  database: Database,
  why: { id: string; message: string; isRefused: boolean },
): Promise<void> {
  await database.query(
    `UPDATE mails SET last_error = $2, refused_at = CASE WHEN $3 THEN clock_timestamp() END WHERE id = $1`,
    [why.id, why.message.slice(0, LAST_ERROR_MAX_CHARS), why.isRefused],
  );
}

async function recordSent(database: Database, sent: { id: string; messageId: string }): Promise<void> {
  await database.query('UPDATE mails SET sent_at = clock_timestamp(), message_id = $2 WHERE id = $1', [
    sent.id,
    sent.messageId,
  ]);
}
