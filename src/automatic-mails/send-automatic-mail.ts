import assert from 'node:assert/strict';
import type { Database, Queryable } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { isForBuyer } from '../tickets/list-order-tickets.ts';
import {
  loadOrderTickets,
  type FoundOrder,
  type OrderTicket,
  type OrderTickets,
} from '../tickets/load-order-tickets.ts';
import type { ComposedMails } from '../tickets/mails/compose-mails.ts';
import { countMailsToSend } from '../tickets/mails/count-mails.ts';
import { listUnsentMails, planMails, type MailName } from '../tickets/mails/plan-mails.ts';
import { replyToOf } from '../tickets/mails/reply-to.ts';
import { ticketPdf } from '../tickets/mails/render-ticket-mail.ts';
import {
  MAIL_RETRY_DELAYS_MS,
  sendPlannedMail,
  type SendingDeps,
} from '../tickets/mails/send-planned-mail.ts';
import { receiptAddress } from '../tickets/receipt-address.ts';
import type { TicketPrinter } from '../tickets/ticket-printer.ts';
import { termsAddress } from '../tickets/terms-address.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { isSameAddress } from '../values/email-address.ts';
import { composeAutomaticMail } from './compose-automatic-mail.ts';
import { SEND_AUTOMATIC_MAIL, type PlannedOrder } from './plan-automatic-mail.ts';
import { MAY_GO_SQL, TAKES_PLACE_SQL, WORTH_UNTIL_SQL } from './when-due.ts';

type Deps = SendingDeps & {
  database: Database;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  hostMailsPerDay: number;
  unsubscribing: Unsubscribing;
  printer: Pick<TicketPrinter, 'print'>;
};

/**
 * Sends an automatic mail about one order, in a queue of its own: nobody waits behind it for tickets just bought. Every mail is a row of
 * `mails`, named by the order, the kind and the start of the event, so that it goes once, and after a crash under the same Message-ID.
 */
export function sendAutomaticMailJob(given: Deps): JobKind<PlannedOrder> {
  const deps = { ...given, database: given.database.prepared };
  return {
    kind: SEND_AUTOMATIC_MAIL,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 2,
    async run(planned, { signal }) {
      const { database } = deps;
      const state = await readState(given.database, planned);
      if (!state) return;
      const again = async (seconds: number): Promise<void> => {
        const delayMs = seconds * 1_000;
        await enqueueJob(database, { kind: SEND_AUTOMATIC_MAIL, payload: planned, delayMs });
      };
      if (state.waitSeconds > 0) {
        await again(state.waitSeconds);
        return;
      }
      const found = await loadOrderTickets(database, deps.secretKeys, { orderId: planned.orderId });
      assert(found, 'a mail about an order that is not there');
      const mail: MailName = {
        orderId: planned.orderId,
        kind: planned.kind,
        occasion: planned.begunFor,
      };
      const { recipients, ...composed } = await composeForOrder(deps, planned, { found, note: state.note });
      await planMails(database, mail, recipients);
      const waitSeconds = await countMailsToSend(given.database, { mail, perDay: deps.hostMailsPerDay });
      if (waitSeconds !== null) {
        await again(waitSeconds);
        return;
      }
      const failures: string[] = [];
      for (const one of await listUnsentMails(database, mail)) {
        signal.throwIfAborted();
        const failure = await sendPlannedMail(deps, one, composed);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new Error(`${failures.length} not sent: ${failures[0]}`);
    },
  };
}

/** Null where it is not to be sent any more: switched off, moved, cancelled, refunded, too late. */
async function readState(
  database: Database,
  { eventId, kind, begunFor, orderId }: PlannedOrder,
): Promise<{ note: string; waitSeconds: number } | null> {
  const { rows } = await database.query<{ note: string; waitSeconds: number }>(
    `SELECT a.note, ceil(extract(epoch FROM ${MAY_GO_SQL} - clock_timestamp()))::integer AS "waitSeconds"
       FROM automatic_mails AS a JOIN events AS e ON e.id = a.event_id JOIN hosts AS h ON h.id = e.host_id
       JOIN orders AS o ON o.id = $4 AND o.event_id = e.id AND o.status IN ('confirmed', 'partially_refunded')
      WHERE a.event_id = $1 AND a.kind = $2 AND a.is_on AND a.begun_for = $3 AND e.starts_at = $3
        AND ${TAKES_PLACE_SQL} AND ${WORTH_UNTIL_SQL} > clock_timestamp()`,
    [eventId, kind, begunFor, orderId],
  );
  return rows[0] ?? null;
}

/**
 * The buyer gets it for all tickets but those that were passed on; guests get it for their own. People who have unsubscribed get none. A reminder
 * carries the tickets, as they are now.
 */
async function composeForOrder(
  {
    database,
    checkoutUrl,
    unsubscribing,
    printer,
  }: Pick<Deps, 'checkoutUrl' | 'unsubscribing' | 'printer'> & { database: Queryable },
  { kind }: PlannedOrder,
  { found, note }: { found: FoundOrder; note: string },
): Promise<ComposedMails> {
  const { order, event, receiptToken } = found;
  const { buyer, language, reference } = order;
  const good = found.tickets.filter(({ voidedAt }) => voidedAt === null);
  // Thanks are for who came, where it is known who did.
  const came = good.filter(({ usedAt }) => usedAt !== null);
  const tickets = kind === 'thanks' && came.length > 0 ? came : good;
  const ofBuyer = tickets.filter((ticket) => isForBuyer(ticket, buyer));
  const people = [
    ...(ofBuyer.length > 0 ? [buyer.email] : []),
    ...tickets.map(({ recipient }) => recipient.email),
  ];
  const links = new Map<string, string>();
  for (const email of new Set(people.map((one) => one.toLowerCase()))) {
    const mail = { hostId: event.host.id, kind, email, language };
    const link = await unsubscribing.linkFor(database, mail);
    if (link !== null) links.set(email, link);
  }
  return {
    recipients: people.filter((email) => links.has(email.toLowerCase())),
    replyTo: replyToOf(event.host),
    async render(recipient) {
      const isBuyer = isSameAddress(recipient, buyer.email);
      const theirs: OrderTicket[] = isBuyer
        ? ofBuyer
        : tickets.filter((ticket) => isSameAddress(ticket.recipient.email, recipient));
      const [first] = theirs;
      const unsubscribeUrl = links.get(recipient.toLowerCase());
      if (!first || unsubscribeUrl === undefined) return null;
      const person = isBuyer ? buyer : first.recipient;
      const receiptUrl = isBuyer ? receiptAddress(checkoutUrl, receiptToken) : null;
      const mail = composeAutomaticMail(kind, {
        language,
        reference,
        event,
        note,
        firstName: person.firstName,
        tickets: theirs.map(({ typeName }) => typeName),
        receiptUrl,
        termsUrl:
          receiptUrl === null
            ? termsAddress(checkoutUrl, { slug: event.slug, language })
            : `${receiptUrl}#terms`,
        unsubscribeUrl,
      });
      const print = (printed: OrderTickets): Promise<Buffer> => printer.print(printed, { queue: 'mail' });
      return {
        ...mail,
        attachments: kind === 'reminder' ? [await ticketPdf({ order, event, tickets: theirs }, print)] : [],
        name: `${person.firstName} ${person.lastName}`,
      };
    },
  };
}
