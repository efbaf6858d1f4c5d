import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { eventAddress } from './dashboard-addresses.ts';
import { findOwner } from './find-owner.ts';
import { formatMoment } from './format-moment.ts';
import type { SaleStopMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { LANGUAGE, personMailTextsIn } from './texts/person-mail-texts-in.ts';

/** Tells the event, the operator's reason, and what it means for tickets and payments. People who are no longer owners get nothing. */
export async function composeSaleStop(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  mail: SaleStopMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const told = await findOwner(database, mail);
  if (!told) return null;
  const { sale_stop: texts } = personMailTextsIn(LANGUAGE);
  const { subject, news, more } = texts[mail.what];
  const named = { event: unlinked(mail.eventName), host: unlinked(told.hostName) };
  const why: [string, string][] = mail.reason === null ? [] : [[texts.facts.reason, unlinked(mail.reason)]];
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: subject(named.event),
    kicker: named.host,
    preview: news(named),
    paragraphs: [news(named), ...more],
    facts: [[texts.facts.event, named.event], ...why, [texts.facts.at, formatMoment(mail.at, told.country)]],
    button: { label: texts.button, url: eventAddress(dashboardUrl, mail) },
    footer: texts.footer(named.host),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}
