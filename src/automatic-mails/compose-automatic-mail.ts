import { unlinked } from '../mail/unlinked.ts';
import type { MailContent } from '../mail/compose-mail.ts';
import type { MailOfOrders } from '../rules/automatic-mails.ts';
import { eventHours, eventPlace } from '../tickets/describe-event.ts';
import { plainMail } from '../tickets/mails/plain-mail.ts';
import { textsIn as mailTextsIn } from '../tickets/mails/texts/texts.ts';
import type { TicketedEvent } from '../tickets/read-order.ts';
import { commaOf } from '../values/comma.ts';
import type { Language } from '../values/language.ts';
import { textsIn } from './texts/texts.ts';

export type ToldEvent = Pick<
  TicketedEvent,
  | 'name'
  | 'slug'
  | 'host'
  | 'startsAt'
  | 'closesAt'
  | 'doorsAt'
  | 'timezone'
  | 'country'
  | 'isOnline'
  | 'street'
  | 'lga'
  | 'state'
  | 'directions'
>;

/** The reader, and what they are told. */
export type Told = {
  language: Language;
  reference: string;
  event: ToldEvent;
  /** In the host's own words; empty: none. */
  note: string;
  firstName: string;
  /** The ticket type of each of their tickets. */
  tickets: readonly string[];
  /** Null: they may not open the order. */
  receiptUrl: string | null;
  termsUrl: string;
  unsubscribeUrl: string;
};

/** The reminder before an event, or the thanks after it. */
export function composeAutomaticMail(kind: MailOfOrders, told: Told): MailContent {
  const { language, event, note, reference } = told;
  const mailTexts = mailTextsIn(language);
  const texts = textsIn(language);
  const { name: host } = event.host;
  const { date } = eventHours(event, language);
  const said = { name: unlinked(told.firstName), event: event.name, date };
  const isReminder = kind === 'reminder';
  return plainMail({
    about: { order: { language, reference }, event },
    title: texts[kind].title(event.name),
    kicker: mailTexts.newsOf(host),
    paragraphs: isReminder
      ? [
          texts.reminder.news(said),
          told.receiptUrl === null ? texts.reminder.toGuest : texts.reminder.toBuyer,
        ]
      : [texts.thanks.news(said)],
    quote: note === '' ? null : { intro: mailTexts.writes(host), words: note },
    facts: isReminder ? reminderFacts(told) : [[mailTexts.message.event, event.name]],
    receiptUrl: isReminder ? told.receiptUrl : null,
    button: mailTexts.seeTickets,
    termsUrl: told.termsUrl,
    footer: texts.footer({ event: event.name, host }),
    unsubscribeUrl: told.unsubscribeUrl,
  });
}

function reminderFacts({ language, event, tickets, reference }: Told): [string, string][] {
  const { tickets: texts, message, money } = mailTextsIn(language);
  const comma = commaOf(language);
  const { date, times } = eventHours(event, language);
  const counts = new Map<string, number>();
  for (const name of tickets) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [
    [message.event, event.name],
    [texts.when, `${date}${comma}${times}`],
    [texts.where, eventPlace(event, language).join(comma)],
    ...(event.directions
      ? [[event.isOnline ? texts.join : texts.directions, event.directions] satisfies [string, string]]
      : []),
    [textsIn(language).tickets, [...counts].map(([name, count]) => `${count} × ${name}`).join(comma)],
    [money.order, reference],
  ];
}
