import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { integrationsAddress } from './dashboard-addresses.ts';
import { findOwner } from './find-owner.ts';
import { formatMoment } from './format-moment.ts';
import type { ReceiverFailingMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { LANGUAGE, personMailTextsIn } from './texts/person-mail-texts-in.ts';

/** Tells the receiver, its event, since when it fails, and where to see why. People who are no longer owners get nothing. */
export async function composeReceiverFailing(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  mail: ReceiverFailingMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const told = await findOwner(database, mail);
  if (!told) return null;
  const { receiver_failing: texts } = personMailTextsIn(LANGUAGE);
  const named = { event: unlinked(mail.eventName), receiver: unlinked(mail.receiver) };
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: texts.subject(named),
    title: texts.title,
    kicker: unlinked(told.hostName),
    preview: texts.news(named),
    paragraphs: [texts.news(named), texts.todo],
    facts: [
      [texts.facts.event, named.event],
      [texts.facts.receiver, named.receiver],
      [texts.facts.since, formatMoment(mail.since, told.country)],
      [texts.facts.givenUp, String(mail.givenUp)],
    ],
    button: { label: texts.button, url: integrationsAddress(dashboardUrl, mail) },
    after: [texts.once],
    footer: texts.footer(unlinked(told.hostName)),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}
