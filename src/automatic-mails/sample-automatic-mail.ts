import type { Queryable } from '../db/database.ts';
import { STREET_SQL } from '../events/event-summary.ts';
import type { MailContent } from '../mail/compose-mail.ts';
import { Refusal } from '../refusal.ts';
import type { AutomaticMail } from '../rules/automatic-mails.ts';
import { receiptAddress } from '../tickets/receipt-address.ts';
import { translateOrder } from '../tickets/translate-order.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import type { Language } from '../values/language.ts';
import { composeCartMail } from './compose-cart-mail.ts';
import { composeAutomaticMail, type ToldEvent } from './compose-automatic-mail.ts';

// They open nothing.
const SAMPLE_REFERENCE = 'TSR-0000-0000-0000-0000';
const SAMPLE_NAME = 'Ada';

export type Sample = {
  hostId: string;
  eventId: string;
  kind: AutomaticMail;
  note: string;
  language: Language;
};

/** An automatic mail as its buyer gets it, about a sample order of two tickets. */
export async function sampleAutomaticMail(
  database: Queryable,
  { checkoutUrl, unsubscribing }: { checkoutUrl: string; unsubscribing: Unsubscribing },
  { hostId, eventId, kind, note, language }: Sample,
): Promise<MailContent & { host: ToldEvent['host'] }> {
  type Row = ToldEvent & { id: string; hostMessage: string | null; typeId: string | null; typeName: string };
  const { rows } = await database.query<Row>(
    `SELECT e.id, e.slug, e.name, e.starts_at AS "startsAt", e.closes_at AS "closesAt",
            e.starts_at - e.doors_minutes * interval '1 minute' AS "doorsAt", e.timezone, e.country, e.is_online AS "isOnline",
            e.state, e.lga, ${STREET_SQL('e')} AS street, e.directions, e.host_message AS "hostMessage",
            type.id AS "typeId", coalesce(type.name, '') AS "typeName",
            json_build_object('id', h.id, 'name', h.name, 'contactEmail', h.contact_email,
                              'hasTerms', h.terms <> '', 'hasRefundPolicy', h.refund_policy <> '') AS host
       FROM events AS e JOIN hosts AS h ON h.id = e.host_id
       LEFT JOIN LATERAL (SELECT id, name FROM ticket_types WHERE event_id = e.id ORDER BY position, id LIMIT 1) AS type ON true
      WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  const ticket = { sku: row.typeId ?? '', typeName: row.typeName };
  const { event, tickets } = await translateOrder(
    database,
    { order: { items: [] }, event: row, tickets: row.typeId === null ? [] : [ticket, ticket] },
    language,
  );
  const receiptUrl = receiptAddress(checkoutUrl, SAMPLE_REFERENCE);
  if (kind === 'cart') {
    const items = tickets.slice(0, 1).map(({ sku, typeName: name }) => ({ sku, name, quantity: 2 }));
    const { host, slug, name: eventName } = event;
    const mail = composeCartMail({
      language,
      host,
      slug,
      eventName,
      isSeated: false,
      note,
      items,
      checkoutUrl,
      unsubscribeUrl: unsubscribing.sampleLink,
    });
    return { ...mail, host };
  }
  const mail = composeAutomaticMail(kind, {
    language,
    reference: SAMPLE_REFERENCE,
    event,
    note,
    firstName: SAMPLE_NAME,
    tickets: tickets.map(({ typeName }) => typeName),
    receiptUrl,
    termsUrl: `${receiptUrl}#terms`,
    unsubscribeUrl: unsubscribing.sampleLink,
  });
  return { ...mail, host: event.host };
}
