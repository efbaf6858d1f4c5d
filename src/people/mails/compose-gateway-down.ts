import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { hostAddress } from './dashboard-addresses.ts';
import { findOwner } from './find-owner.ts';
import { formatMoment } from './format-moment.ts';
import type { GatewayDownMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { LANGUAGE, personMailTextsIn } from './texts/person-mail-texts-in.ts';

/** Tells which account does not answer, and what buyers are offered meanwhile. People who are no longer owners get nothing. */
export async function composeGatewayDown(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  mail: GatewayDownMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const told = await findOwner(database, mail);
  if (!told) return null;
  const { gateway_down: texts } = personMailTextsIn(LANGUAGE);
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: texts.subject(mail.account),
    title: texts.title,
    kicker: unlinked(told.hostName),
    preview: texts.news(mail.account),
    paragraphs: [texts.news(mail.account), texts.todo],
    facts: [
      [texts.facts.account, mail.account],
      [texts.facts.since, formatMoment(mail.since, told.country)],
    ],
    button: {
      label: texts.button,
      url: `${hostAddress(dashboardUrl, mail.hostId)}/payment-accounts`,
    },
    after: [texts.once],
    footer: texts.footer(unlinked(told.hostName)),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}
