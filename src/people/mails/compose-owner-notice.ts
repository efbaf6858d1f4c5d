import { unlinked } from '../../mail/unlinked.ts';
import type { Country } from '../../money/countries.ts';
import type { Database } from '../../db/database.ts';
import { formatMoment } from './format-moment.ts';
import type { OwnerNoticeMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { personMailTextsIn, LANGUAGE } from './texts/person-mail-texts-in.ts';

type Told = { email: string; name: string; hostName: string | null; country: Country | null };

/** Tells the change, its author, time and address, and what to do if it was none of the owners. */
export async function composeOwnerNotice(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  notice: OwnerNoticeMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const { rows } = await database.query<Told>(
    `SELECT p.email, p.name, h.name AS "hostName", h.country FROM people AS p LEFT JOIN hosts AS h ON h.id = $2 WHERE p.id = $1`,
    [notice.personId, notice.hostId],
  );
  const [told] = rows;
  if (!told) return null;
  const { what, subject, by, address, times = 1 } = notice;
  const { owner_notice: texts } = personMailTextsIn(LANGUAGE);
  const host = told.hostName === null ? texts.account : unlinked(told.hostName);
  const who = by.kind === 'member' ? unlinked(by.email) : texts[by.kind];
  const facts: [string, string][] = [
    [texts.facts.what, texts.title(what)],
    ...(times > 1 ? [[texts.facts.times, texts.times(times)] satisfies [string, string]] : []),
    ...(subject === '' ? [] : [[texts.facts.subject, unlinked(subject)] satisfies [string, string]]),
    [texts.facts.by, who],
    [texts.facts.at, formatMoment(notice.at, told.country)],
    ...(address === null ? [] : [[texts.facts.address, address] satisfies [string, string]]),
  ];
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: texts.subject({ what, host }),
    title: texts.title(what),
    kicker: host,
    preview: texts.news(host),
    paragraphs: [texts.news(host)],
    facts,
    button: { label: texts.button, url: dashboardUrl },
    after: texts.notYou,
    footer: texts.footer(host),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}
