import { randomUUIDv7 } from 'node:crypto';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { errorMessage } from '../../log/error-message.ts';
import { MailRefused, type Mailer } from '../../mail/mailer.ts';
import { composePersonMail, type MailDeps } from './compose-person-mail.ts';
import { SEND_PERSON_MAIL } from './enqueue-person-mail.ts';
import type { PersonMail } from './person-mail.ts';

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
// Somebody waits for most of these: often at first, and for as long as a mail server may be down over night.
const RETRY_DELAYS_MS = [
  2_000,
  10_000,
  A_MINUTE_MS,
  5 * A_MINUTE_MS,
  30 * A_MINUTE_MS,
  2 * AN_HOUR_MS,
  8 * AN_HOUR_MS,
];

/**
 * Sends a mail to somebody who has to do with the dashboard. Every try makes its own link and ends the one before, under its own
 * Message-ID: where two mails arrive, the newer one has the link that works, and no mail program takes them for one.
 */
export function sendPersonMailJob(
  deps: MailDeps & { mailer: Mailer; logger: JobLogger },
): JobKind<PersonMail> {
  const { mailer, logger } = deps;
  return {
    kind: SEND_PERSON_MAIL,
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 2,
    async run(mail, { jobId, signal }) {
      const composed = await composePersonMail(deps, mail);
      if (!composed) return;
      signal.throwIfAborted();
      const messageId = `${randomUUIDv7()}@${mailer.domain}`;
      try {
        await mailer.send({ ...composed, messageId, attachments: [] });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        // Without the address: the log is no list of who has an account.
        logger.warn(
          { jobId, mail: mail.mail, error: errorMessage(error) },
          'mail refused for good: not sent',
        );
      }
    },
  };
}
