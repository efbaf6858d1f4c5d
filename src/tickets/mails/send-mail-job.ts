import assert from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { loadOrderTickets } from '../load-order-tickets.ts';
import { composeMails, isTransferMail, type MailDeps, type SendMailPayload } from './compose-mails.ts';
import { countMailsToSend } from './count-mails.ts';
import { listUnsentMails, planMails, type MailName } from './plan-mails.ts';
import { MAIL_RETRY_DELAYS_MS, sendPlannedMail, type SendingDeps } from './send-planned-mail.ts';

type Deps = MailDeps & SendingDeps & { database: Database; secretKeys: SecretKeys; hostMailsPerDay: number };

const LEASE_MS = 15_000;
const CONCURRENCY = 4;

/** Mails about single tickets: passed on, moved or void. They have a queue of their own and don't wait behind a rush of new tickets. */
export const SEND_HOLDER_MAIL = 'send_holder_mail';

/** Mails over the host's day, which wait for the next. A queue of its own: however many wait, nobody's tickets wait behind them. */
export const SEND_WAITING_MAIL = 'send_waiting_mail';

/** Sends what an order's buyer and guests are to hear of it. Every mail to every recipient is a row: see send-planned-mail.ts. */
export function sendMailJobs(deps: Deps): JobKind<SendMailPayload>[] {
  // News for all holders of an event has a queue of its own: nobody waits behind it for tickets just bought.
  return ['send_mail', 'send_event_mail', SEND_HOLDER_MAIL, SEND_WAITING_MAIL].map((kind) =>
    sendMailJob(deps, kind),
  );
}

export function sendMailJob(given: Deps, kind = 'send_mail'): JobKind<SendMailPayload> {
  const deps = { ...given, database: given.database.prepared };
  return {
    kind,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    leaseMs: LEASE_MS,
    concurrency: CONCURRENCY,
    async run(payload, { signal }) {
      const { database, secretKeys } = deps;
      const found = await loadOrderTickets(database, secretKeys, { orderId: payload.orderId });
      assert(found, 'a mail about an order that is not there');
      const mail: MailName = { orderId: payload.orderId, kind: payload.mail, occasion: occasionOf(payload) };
      const composed = await composeMails(deps, payload, found);
      await planMails(database, mail, composed.recipients);
      const waitSeconds = await countMailsToSend(given.database, { mail, perDay: deps.hostMailsPerDay });
      if (waitSeconds !== null) {
        await enqueueJob(database, { kind: SEND_WAITING_MAIL, payload, delayMs: waitSeconds * 1_000 });
        return;
      }
      const failures: string[] = [];
      for (const planned of await listUnsentMails(database, mail)) {
        signal.throwIfAborted();
        const failure = await sendPlannedMail(deps, planned, composed);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new Error(`${failures.length} not sent: ${failures[0]}`);
    },
  };
}

function occasionOf(payload: SendMailPayload): string {
  if (isTransferMail(payload)) return '';
  if (payload.mail === 'tickets') return payload.resendKey ?? '';
  if (payload.mail === 'passed_on') return payload.passedOn;
  if (payload.mail === 'address_changed') return payload.movedKey;
  if (payload.mail === 'voided') return payload.voidKey;
  if (payload.mail === 'seat_change_due') return payload.again ?? '';
  if ('returnId' in payload) return payload.returnId;
  if (payload.mail === 'event_cancelled') return payload.cancellationId;
  if (payload.mail === 'event_postponed') return payload.postponementId;
  return payload.mail === 'refunded' ? payload.refundId : payload.paymentId;
}
