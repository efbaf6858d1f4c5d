import assert from 'node:assert/strict';
import { commaOf } from '../../values/comma.ts';
import type { Queryable } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { localeOf } from '../../money/countries.ts';
import { calendarFile } from '../calendar-file.ts';
import { eventWhen } from '../describe-event.ts';
import { isForBuyer } from '../list-order-tickets.ts';
import type { FoundOrder, OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { isPaidToHost, type Person } from '../read-order.ts';
import { plainMail } from './plain-mail.ts';
import { formatSum } from './render-money-mails.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

type Reader = {
  person: Person;
  isBuyer: boolean;
  /** The buyer's; guests may not open the order. */
  receiptUrl: string | null;
  termsUrl: string;
  /** With the reference, for the calendar: it opens nothing. */
  orderUrl: string;
};

/** The affected tickets, and the mail for each holder. */
export type ToldHolders = { tickets: OrderTicket[]; render(reader: Reader): MailContent };

type Deps = { database: Queryable };

type CancelledOrder = {
  createdAt: Date;
  reason: string;
  /** The refund of the order's own payment, and of the payments for better seats. */
  ownMinor: number;
  differencesMinor: number;
};

/** The event does not take place: what becomes of the tickets and of the money. */
export async function describeCancelled(
  { database }: Deps,
  { orderId, cancellationId }: { orderId: string; cancellationId: string },
  { order, event, ...found }: FoundOrder,
): Promise<ToldHolders> {
  const { rows } = await database.query<CancelledOrder>(
    `SELECT c.created_at AS "createdAt", c.reason, coalesce(mine.amount_minor, 0) AS "ownMinor",
            (SELECT coalesce(sum(paid.amount_minor), 0)::bigint FROM seat_exchanges AS x JOIN event_cancellation_orders AS paid
                ON paid.order_id = x.difference_order_id AND paid.cancellation_id = c.id WHERE x.order_id = mine.order_id) AS "differencesMinor"
       FROM event_cancellations AS c JOIN event_cancellation_orders AS mine ON mine.cancellation_id = c.id
      WHERE c.id = $1 AND mine.order_id = $2`,
    [cancellationId, orderId],
  );
  const [cancellation] = rows;
  assert(cancellation, 'a mail about a cancellation that is not there');
  const { createdAt, reason, ownMinor, differencesMinor } = cancellation;
  const amountMinor = ownMinor + differencesMinor;
  // Better seats were paid through a gateway, even if the order was not.
  const byHandMinor = isPaidToHost(order) ? ownMinor : 0;
  const { cancelled, refunded, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const { date, time } = eventWhen(event, order.language);
  const write = (sum: number): string =>
    formatSum({ amountMinor: sum, currency: order.currency }, { order, event });
  return {
    // Those that were void before had been settled before.
    tickets: found.tickets.filter(({ voidedAt }) => voidedAt !== null && voidedAt >= createdAt),
    render({ person, isBuyer, ...urls }) {
      const name = unlinked(person.firstName);
      const buyer = unlinked(order.buyer.firstName);
      const paragraphs = [cancelled.news({ name, host, event: event.name, date })];
      if (!isBuyer) paragraphs.push(cancelled.guest(buyer));
      else if (amountMinor === 0) paragraphs.push(order.totalMinor > 0 ? cancelled.wentBack : cancelled.free);
      if (isBuyer && byHandMinor > 0)
        paragraphs.push(cancelled.hostGivesBack({ amount: write(byHandMinor), host }), refunded.askHow(host));
      if (isBuyer && amountMinor > byHandMinor)
        paragraphs.push(cancelled.goesBack(write(amountMinor - byHandMinor)), money.wait);
      return plainMail({
        about: { order, event },
        title: cancelled.title(event.name),
        kicker: newsOf(host),
        paragraphs,
        quote: quoteOf(host, reason, order.language),
        facts: [
          [cancelled.wasOn, `${date}${commaOf(order.language)}${time}`],
          ...(isBuyer && amountMinor > 0
            ? [[money.refund, write(amountMinor)] satisfies [string, string]]
            : []),
          [money.order, order.reference],
        ],
        ...urls,
        footer: money.footer(host),
        attachments: [calendarOf({ order, event }, isBuyer ? urls.orderUrl : null)],
      });
    },
  };
}

/** The event is on another day: the tickets stay good, and may be given back where the host offers it. */
export async function describePostponed(
  { database }: Deps,
  { postponementId }: { postponementId: string },
  { order, event, ...found }: FoundOrder,
): Promise<ToldHolders> {
  const { rows } = await database.query<{
    oldStartsAt: Date;
    newStartsAt: Date;
    message: string;
    refundUntil: Date | null;
  }>(
    `SELECT m.old_starts_at AS "oldStartsAt", m.new_starts_at AS "newStartsAt", m.message,
            CASE WHEN m.refund_until > clock_timestamp() THEN m.refund_until END AS "refundUntil"
       FROM event_postponements AS m WHERE m.id = $1`,
    [postponementId],
  );
  const [move] = rows;
  assert(move, 'a mail about a postponement that is not there');
  const { postponed, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const comma = commaOf(order.language);
  const before = eventWhen({ ...event, startsAt: move.oldStartsAt }, order.language);
  const after = eventWhen({ ...event, startsAt: move.newStartsAt }, order.language);
  const tickets = found.tickets.filter(({ voidedAt }) => voidedAt === null);
  // An order of which somebody else has a ticket is not given back by its buyer: cancelling/give-tickets-back.ts.
  const isPassedOn = tickets.some((ticket) => !isForBuyer(ticket, order.buyer));
  return {
    tickets,
    render({ person, isBuyer, ...urls }) {
      const name = unlinked(person.firstName);
      const paragraphs = [
        postponed.news({ name, host, event: event.name, date: after.date }),
        postponed.stayGood,
      ];
      if (move.refundUntil !== null && isPassedOn) paragraphs.push(postponed.askHost(host));
      else if (move.refundUntil !== null && isBuyer) {
        const until = writeMoment(move.refundUntil, { order, event });
        paragraphs.push(order.totalMinor > 0 ? postponed.offer(until) : postponed.offerFree(until));
      } else if (move.refundUntil !== null) paragraphs.push(postponed.guest(unlinked(order.buyer.firstName)));
      return plainMail({
        about: { order, event },
        title: postponed.title(event.name),
        kicker: newsOf(host),
        paragraphs,
        quote: quoteOf(host, move.message, order.language),
        facts: [
          [postponed.now, after.date + comma + after.time],
          [postponed.before, before.date + comma + before.time],
          [money.order, order.reference],
        ],
        ...urls,
        footer: money.footer(host),
        attachments: [calendarOf({ order, event }, isBuyer ? urls.orderUrl : null)],
      });
    },
  };
}

const quoteOf = (host: string, words: string, language: FoundOrder['order']['language']) =>
  words === '' ? null : { intro: mailTextsIn(language).writes(host), words };

/** Replaces the entry that came with the tickets: calendars know it by its id, and take the one that was changed last. */
const calendarOf = (
  { order, event }: Pick<OrderTickets, 'order' | 'event'>,
  orderUrl: string | null,
): MailContent['attachments'][number] => ({
  filename: `${event.slug}.ics`,
  content: calendarFile(event, {
    reference: order.reference,
    language: order.language,
    ...(orderUrl !== null && { orderUrl }),
  }),
  contentType: 'text/calendar; charset=utf-8',
});

function writeMoment(at: Date, { order, event }: Pick<OrderTickets, 'order' | 'event'>): string {
  return new Intl.DateTimeFormat(localeOf(order.language, event.country), {
    timeZone: event.timezone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at);
}
