import assert from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { loadOrderTickets } from '../../tickets/load-order-tickets.ts';
import { composeMails, type MailDeps } from '../../tickets/mails/compose-mails.ts';
import { RESENDINGS, resendingOccasion, type MailingRun } from '../../tickets/mails/mailings/mailing.ts';
import type { Pace } from '../../tickets/mails/mailings/pace.ts';
import { sendMailingJob } from '../../tickets/mails/mailings/send-mailing-job.ts';
import type { SendingDeps } from '../../tickets/mails/send-planned-mail.ts';

/** Sends the tickets of many orders again, as each order is when its turn comes. */
export function sendResendingJob(
  deps: MailDeps & SendingDeps & { database: Database; secretKeys: SecretKeys; pace: Pace },
): JobKind<MailingRun> {
  const { database, secretKeys } = deps;
  return sendMailingJob(RESENDINGS, {
    ...deps,
    open: async (resendingId) => {
      const resendKey = resendingOccasion(resendingId);
      return async ({ orderId }) => {
        const found = await loadOrderTickets(database, secretKeys, { orderId });
        assert(found, 'a mail about an order that is not there');
        return composeMails(deps, { mail: 'tickets', orderId, resendKey }, found);
      };
    },
  });
}
