import { commaOf } from '../../values/comma.ts';
import { mapLink } from '../../values/map-link.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { formatMoney } from '../../money/format-money.ts';
import { eventHours, eventPlace } from '../describe-event.ts';
import type { OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { nameTicket } from '../../rules/seat-name.ts';
import { tellPayment } from '../tell-payment.ts';
import { textsIn as ticketTextsIn } from '../texts/texts.ts';
import { hostLinesText } from './host-lines.ts';
import { passLinksText, type PassLinks } from './pass-links.ts';
import { taxLines } from './tax-lines.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** A mail with tickets, for programs that show no HTML. */
export function renderTicketText(
  { order, event, tickets }: OrderTickets,
  {
    receiptUrl,
    termsUrl,
    notice,
    returns,
    hasQuestions,
    guestNote,
    passLinks,
  }: {
    receiptUrl: string | null;
    termsUrl: string;
    notice: string | null;
    returns: string | null;
    hasQuestions: boolean;
    guestNote: string | null;
    passLinks: Record<number, PassLinks>;
  },
): string {
  const { language } = order;
  const texts = mailTextsIn(language);
  const comma = commaOf(language);
  const { plain } = texts;
  const { calendar, payment } = ticketTextsIn(language);
  const paidWith = tellPayment(order);
  const { date, times } = eventHours(event, language);
  const map = mapLink(event);
  const ticketLine = ({ position, typeName, seat, recipient, shortCode }: OrderTicket): string =>
    plain.ticket({
      number: position,
      what: nameTicket({ typeName, seat }, language),
      name: unlinked(`${recipient.firstName} ${recipient.lastName}`),
      shortCode,
    });
  const lines = [
    event.name,
    plain.by(event.host.name),
    '',
    ...(guestNote === null ? [] : [texts.writes(event.host.name), guestNote, '']),
    plain.when(date + comma + times),
    plain.where(eventPlace(event, language).join(comma)),
    ...(map === null ? [] : [calendar.map(map)]),
    ...(event.directions === null ? [] : [event.directions]),
    ...(event.hostMessage === null ? [] : ['', event.hostMessage]),
    '',
    ...tickets.flatMap((ticket) => [
      ticketLine(ticket),
      ...passLinksText(passLinks[ticket.position], order.language),
    ]),
    '',
    ...(event.isOnline ? [] : [plain.codes]),
    ...(notice === null ? [] : [notice]),
    ...(hasQuestions && receiptUrl !== null ? [plain.asks(receiptUrl)] : []),
    ...(receiptUrl === null ? [] : [texts.yourOrder(receiptUrl)]),
    ...(returns === null ? [] : [returns]),
    ...(receiptUrl === null || order.totalMinor === 0
      ? []
      : [
          plain.total(formatMoney(order.totalMinor, event.country, language)),
          ...taxLines({ order, event }).map(([name, amount]) => texts.taxes.line({ name, amount })),
          ...(paidWith === null ? [] : [texts.taxes.line({ name: payment.label, amount: paidWith })]),
        ]),
    plain.order(order.reference),
    '',
    ...hostLinesText({ order, event }, { termsUrl }),
  ];
  return `${lines.join('\n')}\n`;
}
