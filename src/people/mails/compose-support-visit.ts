import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import type { Country } from '../../money/countries.ts';
import { hostAddress } from './dashboard-addresses.ts';
import { formatMoment } from './format-moment.ts';
import type { SupportVisitMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { LANGUAGE, personMailTextsIn } from './texts/person-mail-texts-in.ts';

type Told = {
  email: string;
  name: string;
  hostId: string;
  hostName: string;
  country: Country;
  supporter: string;
  reason: string;
  askedAt: Date;
  allowedAt: Date | null;
  allowedBy: string | null;
  endsAt: Date;
  endedAt: Date | null;
  endedHow: string | null;
  endedBy: string | null;
};

/** Says who looks, why and until when. An ask that was answered or withdrawn meanwhile, and people who are no longer owners, get nothing. */
export async function composeSupportVisit(
  { database, dashboardUrl }: { database: Database; dashboardUrl: string },
  { personId, visitId, what }: SupportVisitMail,
): Promise<(RenderedPersonMail & { to: { name: string; address: string } }) | null> {
  const { rows } = await database.query<Told>(
    `SELECT p.email, p.name, h.id AS "hostId", h.name AS "hostName", h.country, s.email AS supporter, v.reason,
            v.asked_at AS "askedAt", v.allowed_at AS "allowedAt", a.email AS "allowedBy", v.ends_at AS "endsAt",
            v.ended_at AS "endedAt", v.ended_how AS "endedHow", e.email AS "endedBy"
       FROM support_visits AS v JOIN hosts AS h ON h.id = v.host_id JOIN people AS s ON s.id = v.person_id
       JOIN people AS p ON p.id = $2
       LEFT JOIN people AS a ON a.id = v.allowed_by LEFT JOIN people AS e ON e.id = v.ended_by
      WHERE v.id = $1
        AND (v.person_id = $2 OR EXISTS (SELECT 1 FROM members WHERE host_id = h.id AND person_id = $2 AND role = 'owner'))`,
    [visitId, personId],
  );
  const [told] = rows;
  if (!told || (what === 'asked' && (told.allowedAt || told.endedAt))) return null;
  const { support_visit: texts } = personMailTextsIn(LANGUAGE);
  const host = unlinked(told.hostName);
  const moment = (at: Date): string => formatMoment(at.toISOString(), told.country);
  const [news = '', ...more] = texts.news({ what, host, until: moment(told.endsAt) });
  const isToOwner = what !== 'allowed_to_you' && what !== 'refused_to_you';
  const at = hostAddress(dashboardUrl, told.hostId);
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(told.name),
    subject: texts.subject({ what, host }),
    kicker: host,
    preview: news,
    paragraphs: [news, ...more],
    facts: factsOf(what, told, moment),
    ...(what !== 'refused_to_you' && {
      button: { label: texts.buttons[what], url: isToOwner ? `${at}/support` : at },
    }),
    ...(what === 'asked' && { after: [texts.notYou] }),
    ...(isToOwner && { footer: texts.footer(host) }),
  });
  return { ...rendered, to: { name: told.name, address: told.email } };
}

function factsOf(
  what: SupportVisitMail['what'],
  told: Told,
  moment: (at: Date) => string,
): [string, string][] {
  const { facts, endedHow } = personMailTextsIn(LANGUAGE).support_visit;
  const who: [string, string][] = [
    [facts.supporter, unlinked(told.supporter)],
    [facts.reason, unlinked(told.reason)],
  ];
  if (what === 'asked')
    return [...who, [facts.asked, moment(told.askedAt)], [facts.lapses, moment(told.endsAt)]];
  if (what === 'refused_to_you' || !told.allowedAt) return who;
  const allowed: [string, string][] = [
    ...who,
    [facts.allowedBy, told.allowedBy === null ? endedHow.gone : unlinked(told.allowedBy)],
    [facts.allowed, moment(told.allowedAt)],
  ];
  if (what !== 'ended' || !told.endedAt) return [...allowed, [facts.until, moment(told.endsAt)]];
  const by =
    told.endedHow === 'operator' || told.endedHow === 'time'
      ? endedHow[told.endedHow]
      : unlinked(told.endedBy ?? endedHow.gone);
  return [...allowed, [facts.ended, moment(told.endedAt)], [facts.endedBy, by]];
}
