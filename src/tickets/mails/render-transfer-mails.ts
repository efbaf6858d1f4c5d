import type { MailContent } from '../../mail/compose-mail.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { localeOf } from '../../money/countries.ts';
import { showAccountNumber, startsLikeIban, type TransferInstructions } from '../../rules/bank-transfer.ts';
import { textsIn } from '../../rules/texts/bank-transfer/texts.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import { formatSum } from './render-money-mails.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

type Urls = { receiptUrl: string; termsUrl: string };

/** To a buyer who pays by bank transfer: how much, where to, with which reference and until when; at once, and once more before the end. */
export function renderTransferMail(
  { order, event }: OrderTickets,
  { mail, pay, ...urls }: Urls & { mail: 'transfer_due' | 'transfer_reminder'; pay: TransferInstructions },
): MailContent {
  const texts = textsIn(order.language);
  const { mails } = texts;
  const { money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const amount = formatSum(pay, { order, event });
  const deadline = formatDeadline(pay.payBy, { order, event });
  const name = unlinked(order.buyer.firstName);
  const isFirst = mail === 'transfer_due';
  const facts: [string, string][] = [
    [texts.amount, amount],
    [texts.reference, pay.reference],
    [texts.holder, pay.accountHolder],
    [startsLikeIban(pay.accountNumber) ? texts.iban : texts.account, showAccountNumber(pay.accountNumber)],
    [texts.branch, pay.branchCode],
    [texts.bic, pay.bic],
    [texts.bank, pay.bankName],
    [texts.payBy, deadline],
  ];
  return plainMail({
    about: { order, event },
    title: isFirst ? mails.dueTitle(event.name) : mails.reminderTitle({ amount, event: event.name }),
    kicker: newsOf(host),
    paragraphs: [
      isFirst
        ? mails.dueText({ name, event: event.name, deadline, amount })
        : mails.reminderText({ name, event: event.name, deadline, amount }),
      texts.exactly,
    ],
    facts: facts.filter(([, value]) => value !== ''),
    ...urls,
    footer: money.footer(host),
  });
}

/** The time is over, and the tickets are for sale again. */
export function renderTransferLapsedMail({ order, event }: OrderTickets, urls: Urls): MailContent {
  const { mails } = textsIn(order.language);
  const { money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  return plainMail({
    about: { order, event },
    title: mails.lapsedTitle(event.name),
    kicker: newsOf(host),
    paragraphs: [
      mails.lapsedText({ name: unlinked(order.buyer.firstName), event: event.name }),
      mails.lapsedLate(host),
    ],
    facts: [[money.order, order.reference]],
    ...urls,
    footer: money.footer(host),
  });
}

/** On the clock of the event's place. */
const formatDeadline = (payBy: string, { order, event }: Pick<OrderTickets, 'order' | 'event'>): string =>
  new Intl.DateTimeFormat(localeOf(order.language, event.country), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: event.timezone,
  }).format(new Date(payBy));
