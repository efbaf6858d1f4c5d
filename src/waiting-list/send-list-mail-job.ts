import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import type { Mailer } from '../mail/mailer.ts';
import { LINK_MAIL_RETRY_DELAYS_MS, sendLinkMail, type LinkMail } from '../mail/send-link-mail.ts';
import { unlinked } from '../mail/unlinked.ts';
import { localeOf, type Country } from '../money/countries.ts';
import { formatPrice } from '../money/format-money.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { withGmt } from '../values/greenwich-time.ts';
import { knownLanguage, type Language } from '../values/language.ts';
import { createListTokens } from './list-tokens.ts';
import { textsIn } from './texts/texts.ts';

export const SEND_LIST_MAIL = 'send_waiting_list_mail';

/** `confirm`: the link that confirms an address; `offer`: tickets are held for it. `offer_waiting_tickets()` writes the latter. */
export type ListMail = { entryId: string; about: 'confirm' | 'offer' };

type Deps = {
  database: Database;
  mailer: Mailer;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  logger: JobLogger;
};

export function sendListMailJob(deps: Deps): JobKind<ListMail> {
  const tokens = createListTokens(deps.secretKeys);
  return {
    kind: SEND_LIST_MAIL,
    retryDelaysMs: LINK_MAIL_RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run({ entryId, about }, context) {
      const entry = await readMailed(deps.database, entryId);
      if (!entry || (about === 'offer' && entry.state !== 'offered')) return;
      const language = knownLanguage(entry.language);
      const url = `${deps.checkoutUrl}/${entry.slug}/waiting-list/entries/${tokens.writeLink(entryId)}?lang=${language}`;
      const words =
        about === 'confirm' ? askToConfirm(entry, language, url) : tellOffer(entry, language, url);
      await sendLinkMail(deps, { ...words, to: entry.email, language, host: entry.host, url }, context);
    },
  };
}

type Mailed = {
  email: string;
  language: string;
  state: string;
  slug: string;
  name: string;
  host: string;
  ticket: string;
  country: Country;
  timezone: string;
  offeredQuantity: number | null;
  offeredUntil: Date | null;
  priceMinor: number | null;
};

/** Only while it is on the list, or asks to be, of an event that is on sale. */
async function readMailed(database: Database, entryId: string): Promise<Mailed | undefined> {
  const { rows } = await database.query<Mailed>(
    `SELECT e.email, e.language, e.state, event.slug, event.country, event.timezone, h.name AS host,
            coalesce(words.name, event.name) AS name, coalesce(words.ticket_types -> t.id::text ->> 'name', t.name) AS ticket,
            e.offered_quantity AS "offeredQuantity", e.offered_until AS "offeredUntil", e.price_minor AS "priceMinor"
       FROM waiting_list_entries AS e JOIN events AS event ON event.id = e.event_id JOIN hosts AS h ON h.id = event.host_id
       JOIN ticket_types AS t ON t.id = e.ticket_type_id
       LEFT JOIN event_translations AS words ON words.event_id = e.event_id AND words.language = e.language
      WHERE e.id = $1 AND e.ended_at IS NULL AND (e.offered_until > now()) IS NOT FALSE AND event.status = 'LIVE'`,
    [entryId],
  );
  return rows[0];
}

type Words = Omit<LinkMail, 'to' | 'language' | 'host' | 'url'>;

const factsOf = ({ name, ticket }: Mailed): { event: string; ticket: string } => ({
  event: unlinked(name),
  ticket: unlinked(ticket),
});

function askToConfirm(entry: Mailed, language: Language, url: string): Words {
  const { confirm: texts } = textsIn(language);
  const facts = factsOf(entry);
  return {
    title: texts.title(facts.event),
    paragraphs: [texts.ask(facts), texts.then],
    button: texts.button,
    link: texts.link(url),
    footer: texts.notYou,
  };
}

function tellOffer(entry: Mailed, language: Language, url: string): Words {
  const { offer: texts } = textsIn(language);
  const facts = factsOf(entry);
  return {
    title: texts.title(facts.event),
    paragraphs: [texts.text({ ...facts, ...offered(entry, language) }), texts.then],
    button: texts.button,
    link: texts.link(url),
    footer: texts.why,
  };
}

function offered(
  { offeredQuantity, offeredUntil, priceMinor, country, timezone }: Mailed,
  language: Language,
) {
  const until = new Intl.DateTimeFormat(localeOf(language, country), {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(offeredUntil ?? new Date());
  return {
    count: offeredQuantity ?? 0,
    until: withGmt(until),
    price: formatPrice(priceMinor ?? 0, country, textsIn(language).free, language),
  };
}
