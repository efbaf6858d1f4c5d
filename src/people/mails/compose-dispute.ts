import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { localeOf, type Country } from '../../money/countries.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../../rules/gateway-accounts.ts';
import { moneyFormatter } from '../../values/money-formatter.ts';
import { orderAddress } from './dashboard-addresses.ts';
import { formatMoment } from './format-moment.ts';
import { MAY_HEAR_OF_DISPUTES } from './enqueue-dispute-mail.ts';
import type { DisputeMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { LANGUAGE, personMailTextsIn } from './texts/person-mail-texts-in.ts';

type Told = { email: string; name: string; hostName: string; hostCountry: Country; country: Country };

/** Tells the order, the sum and the deadline. People who may not refund the order any more get nothing. */
export async function composeDispute(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  mail: DisputeMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const { rows } = await database.query<Told>(
    `SELECT p.email, p.name, h.name AS "hostName", h.country AS "hostCountry", e.country
       FROM orders AS o JOIN events AS e ON e.id = o.event_id JOIN hosts AS h ON h.id = o.host_id
       JOIN members AS m ON m.host_id = h.id JOIN people AS p ON p.id = m.person_id
      WHERE o.id = $1 AND p.id = $2 AND h.id = $3 AND ${MAY_HEAR_OF_DISPUTES}`,
    [mail.orderId, mail.personId, mail.hostId],
  );
  const [told] = rows;
  if (!told) return null;
  const { dispute: texts } = personMailTextsIn(LANGUAGE);
  const { subject, news, more } = texts[mail.what];
  const { facts } = texts;
  const isDue = (mail.what === 'open' || mail.what === 'asked') && mail.dueAt !== null;
  const writeAmount = moneyFormatter(localeOf(LANGUAGE, told.country), mail.currency);
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: subject(mail.reference),
    kicker: unlinked(told.hostName),
    preview: news(mail.reference),
    paragraphs: [news(mail.reference), ...more],
    facts: [
      [facts.order, mail.reference],
      [facts.amount, writeAmount(mail.amountMinor)],
      [
        facts.gateway,
        mail.gateway === 'sandbox' ? 'Sandbox' : GATEWAY_TITLES[mail.gateway as AccountGateway],
      ],
      ...(isDue
        ? [[facts.due, formatMoment(mail.dueAt ?? '', told.hostCountry)] satisfies [string, string]]
        : []),
    ],
    button: { label: texts.button, url: orderAddress(dashboardUrl, mail) },
    footer: texts.footer(unlinked(told.hostName)),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}
