import assert from 'node:assert/strict';
import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { MailRefused } from '../mail/mailer.ts';
import { MESSAGES, type MailingRun } from '../tickets/mails/mailings/mailing.ts';
import type { Pace } from '../tickets/mails/mailings/pace.ts';
import { sendMailingJob } from '../tickets/mails/mailings/send-mailing-job.ts';
import { replyToOf } from '../tickets/mails/reply-to.ts';
import type { SendingDeps } from '../tickets/mails/send-planned-mail.ts';
import { UNSUBSCRIBED, type Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { composeMessage, readMessageEvent } from './compose-message.ts';
import { findReader } from './find-reader.ts';

/** Sends what a host wrote to ticket holders, in their language and about their order. */
export function sendMessageJob(
  deps: SendingDeps & { database: Database; checkoutUrl: string; pace: Pace; unsubscribing: Unsubscribing },
): JobKind<MailingRun> {
  const { database, checkoutUrl, unsubscribing } = deps;
  return sendMailingJob(MESSAGES, {
    ...deps,
    async open(messageId) {
      const { rows } = await database.query<{
        hostId: string;
        eventId: string;
        subject: string;
        text: string;
      }>(`SELECT host_id AS "hostId", event_id AS "eventId", subject, text FROM messages WHERE id = $1`, [
        messageId,
      ]);
      const [message] = rows;
      assert(message, 'a mail of a message that is not there');
      const event = await readMessageEvent(database, message);
      return async (planned) => ({
        replyTo: replyToOf(event.host),
        async render() {
          const reader = await findReader(database, planned);
          if (!reader) return null;
          const { language, name } = reader;
          const unsubscribeUrl = await unsubscribing.linkFor(database, {
            hostId: message.hostId,
            kind: 'message',
            email: planned.recipient,
            language,
          });
          if (unsubscribeUrl === null) throw new MailRefused(UNSUBSCRIBED);
          return { ...composeMessage(message, { event, reader, checkoutUrl, unsubscribeUrl }), name };
        },
      });
    },
  });
}
