import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { eventWhen } from '../tickets/describe-event.ts';
import type { TicketedEvent } from '../tickets/read-order.ts';
import { plainMail } from '../tickets/mails/plain-mail.ts';
import type { MailContent } from '../mail/compose-mail.ts';
import { textsIn as mailTextsIn } from '../tickets/mails/texts/texts.ts';
import { receiptAddress } from '../tickets/receipt-address.ts';
import { termsAddress } from '../tickets/terms-address.ts';
import type { Language } from '../values/language.ts';
import { writeParagraphs } from './write-paragraphs.ts';

/** The facts of event and host in the layout of a message. */
export type MessageEvent = Pick<
  TicketedEvent,
  'name' | 'slug' | 'host' | 'startsAt' | 'timezone' | 'country'
> & {
  /** In the languages that the host has translated it into. */
  names: Partial<Record<Language, string | null>>;
};

export type Reader = {
  language: Language;
  reference: string;
  /** Opens the order; null for guests, who may not. */
  receiptToken: string | null;
};

// The preview's reference in place of a real order's: it opens nothing.
const SAMPLE_REFERENCE = 'TSR-0000-0000-0000-0000';
export const sampleReader = (language: Language): Reader => ({
  language,
  reference: SAMPLE_REFERENCE,
  receiptToken: SAMPLE_REFERENCE,
});

/** A message as one person gets it: the host's words, and around them, in the person's language, who writes and why. */
export function composeMessage(
  { subject, text }: { subject: string; text: string },
  {
    event: { names, ...told },
    reader,
    checkoutUrl,
    unsubscribeUrl,
  }: { event: MessageEvent; reader: Reader; checkoutUrl: string; unsubscribeUrl: string },
): MailContent {
  const { language, reference, receiptToken } = reader;
  const event = { ...told, name: names[language] ?? told.name };
  const texts = mailTextsIn(language);
  const { date, time } = eventWhen(event, language);
  const about = { host: event.host.name, event: event.name };
  const receiptUrl = receiptToken === null ? null : receiptAddress(checkoutUrl, receiptToken);
  return plainMail({
    about: { order: { language, reference }, event },
    title: subject,
    kicker: texts.message.kicker(event.host.name),
    paragraphs: writeParagraphs(text),
    facts: [
      [texts.message.event, event.name],
      [texts.message.when, `${date}, ${time}`],
      [texts.money.order, reference],
    ],
    receiptUrl,
    termsUrl:
      receiptUrl === null ? termsAddress(checkoutUrl, { slug: event.slug, language }) : `${receiptUrl}#terms`,
    footer: receiptUrl === null ? texts.message.toGuest(about) : texts.message.toBuyer(about),
    unsubscribeUrl,
  });
}

/** Another host's event is not there. */
export async function readMessageEvent(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<MessageEvent> {
  const { rows } = await tx.query<MessageEvent>(
    `SELECT e.name, coalesce((SELECT json_object_agg(language, name) FROM event_translations WHERE event_id = e.id), '{}') AS names, e.slug, e.starts_at AS "startsAt", e.timezone, e.country,
            json_build_object('id', h.id, 'name', h.name, 'contactEmail', h.contact_email,
                              'hasTerms', h.terms <> '', 'hasRefundPolicy', h.refund_policy <> '') AS host
       FROM events AS e JOIN hosts AS h ON h.id = e.host_id WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event;
}
