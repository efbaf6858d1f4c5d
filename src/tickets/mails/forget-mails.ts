import type { Database } from '../../db/database.ts';
import { firstIdAt } from '../../db/first-id-at.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Mailbox } from '../../mail/mailbox.ts';

// People ask before the event whether the tickets were sent, and few buy more than a year ahead. Longer than set-aside jobs are kept: one
// that is tried again finds here which mails were sent.
export const MAILS_KEPT_DAYS = 365;
// The mailbox is for trying the product out.
export const MAILBOX_KEPT_DAYS = 30;

const A_DAY_MS = 24 * 60 * 60_000;

/** The record of what was sent to whom; and the mails in the mailbox, where there is one. */
export function forgetMailsJob(
  database: Database,
  { mailbox }: { mailbox: Mailbox },
): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_mails',
    sql: `DELETE FROM mails WHERE id = ANY (ARRAY(
            SELECT id FROM mails WHERE id < ${firstIdAt(`now() - interval '${MAILS_KEPT_DAYS} days'`)}
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))`,
    // Files, whose names tell the time of the machine that wrote them.
    alsoDo: () => mailbox.forgetBefore(new Date(Date.now() - MAILBOX_KEPT_DAYS * A_DAY_MS)),
  });
}
