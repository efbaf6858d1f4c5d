import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import { errorMessage } from '../log/error-message.ts';
import { html } from '../mail/html.ts';
import { mailButton, mailHeading, mailKicker, mailLayout } from '../mail/mail-layout.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
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

// Somebody waits for it, and an offer is soon over.
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000, 300_000, 900_000];

export function sendListMailJob(deps: Deps): JobKind<ListMail> {
  const tokens = createListTokens(deps.secretKeys);
  return {
    kind: SEND_LIST_MAIL,
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run({ entryId, about }, { jobId, signal }) {
      const { mailer, logger } = deps;
      const entry = await readMailed(deps.database, entryId);
      if (!entry || (about === 'offer' && entry.state !== 'offered')) return;
      const language = knownLanguage(entry.language);
      const url = `${deps.checkoutUrl}/${entry.slug}/waiting-list/entries/${tokens.writeLink(entryId)}?lang=${language}`;
      signal.throwIfAborted();
      try {
        await mailer.send({
          ...renderListMail({ about, language, entry, url }),
          to: { name: '', address: entry.email },
          messageId: `${randomUUIDv7()}@${mailer.domain}`,
          attachments: [],
        });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        // Without the address: the log is no list of who waits.
        logger.warn({ jobId, error: errorMessage(error) }, 'mail refused for good: not sent');
      }
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

/** With nothing in it that whoever asked for it has written. */
function renderListMail(mail: { about: ListMail['about']; language: Language; entry: Mailed; url: string }) {
  const { language, entry, url } = mail;
  const texts = textsIn(language);
  const facts = { event: unlinked(entry.name), ticket: unlinked(entry.ticket) };
  const { title, paragraphs, button, link, footer } =
    mail.about === 'confirm'
      ? {
          title: texts.confirm.title(facts.event),
          paragraphs: [texts.confirm.ask(facts), texts.confirm.then],
          button: texts.confirm.button,
          link: texts.confirm.link(url),
          footer: texts.confirm.notYou,
        }
      : {
          title: texts.offer.title(facts.event),
          paragraphs: [texts.offer.text({ ...facts, ...offered(entry, language) }), texts.offer.then],
          button: texts.offer.button,
          link: texts.offer.link(url),
          footer: texts.offer.why,
        };
  return {
    subject: title,
    html: mailLayout({
      language,
      title,
      preview: paragraphs[0] ?? '',
      header: html`${mailKicker(unlinked(entry.host))} ${mailHeading(title)}`,
      body: html`${paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
      ${mailButton(button, url)}`,
      footer: html`${footer}`,
    }),
    text: `${[...paragraphs.flatMap((text) => [text, '']), link, '', footer].join('\n')}\n`,
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
