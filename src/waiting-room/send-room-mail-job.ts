import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import { errorMessage } from '../log/error-message.ts';
import { html } from '../mail/html.ts';
import { mailButton, mailHeading, mailKicker, mailLayout } from '../mail/mail-layout.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import { unlinked } from '../mail/unlinked.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { knownLanguage, type Language } from '../values/language.ts';
import { textsIn as roomMailTextsIn } from './texts/texts.ts';
import { createRoomTokens } from './room-tokens.ts';

export const SEND_ROOM_MAIL = 'send_room_mail';

/** The link by which somebody confirms the address that an entry was made with. It is made when it is sent. */
export type RoomMail = {
  eventId: string;
  entryId: string;
  email: string;
  language: string;
  expiresAtMs: number;
};

type Deps = {
  database: Database;
  mailer: Mailer;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  logger: JobLogger;
};

// Somebody waits for it, and after an hour it is worth nothing.
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000, 300_000, 900_000];

export function sendRoomMailJob(deps: Deps): JobKind<RoomMail> {
  const tokens = createRoomTokens(deps.secretKeys);
  return {
    kind: SEND_ROOM_MAIL,
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run(mail, { jobId, signal }) {
      const { mailer, logger } = deps;
      const language = knownLanguage(mail.language);
      const event = await readEvent(deps.database, { eventId: mail.eventId, language });
      if (!event) return;
      const token = tokens.writeConfirmation(mail.eventId, {
        entryId: mail.entryId,
        hashPart: tokens.hashPart(mail.eventId, mail.email),
        expiresAt: new Date(mail.expiresAtMs),
      });
      const url = `${deps.checkoutUrl}/${event.slug}/room/confirm/${token}?lang=${language}`;
      signal.throwIfAborted();
      try {
        await mailer.send({
          ...renderRoomMail(language, { ...event, url }),
          to: { name: '', address: mail.email },
          messageId: `${randomUUIDv7()}@${mailer.domain}`,
          attachments: [],
        });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        // Without the address: the log is no list of who is in line.
        logger.warn({ jobId, error: errorMessage(error) }, 'mail refused for good: not sent');
      }
    },
  };
}

type RoomEvent = { slug: string; name: string; host: string };

/** Only while its room is open. */
async function readEvent(
  database: Database,
  { eventId, language }: { eventId: string; language: Language },
): Promise<RoomEvent | undefined> {
  const { rows } = await database.query<RoomEvent>(
    `SELECT e.slug, coalesce(words.name, e.name) AS name, h.name AS host FROM waiting_rooms AS room
       JOIN events AS e ON e.id = room.event_id JOIN hosts AS h ON h.id = e.host_id
       LEFT JOIN event_translations AS words ON words.event_id = e.id AND words.language = $2
      WHERE room.event_id = $1 AND room.closed_at IS NULL`,
    [eventId, language],
  );
  return rows[0];
}

/** With nothing in it that whoever asked for it has written. */
function renderRoomMail(language: Language, { name, host, url }: RoomEvent & { url: string }) {
  const texts = roomMailTextsIn(language);
  const event = unlinked(name);
  const title = texts.title(event);
  const paragraphs = [texts.ask(event), texts.soon];
  return {
    subject: title,
    html: mailLayout({
      language,
      title,
      preview: texts.ask(event),
      header: html`${mailKicker(unlinked(host))} ${mailHeading(title)}`,
      body: html`${paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
      ${mailButton(texts.button, url)}`,
      footer: html`${texts.notYou}`,
    }),
    text: `${[...paragraphs.flatMap((text) => [text, '']), texts.link(url), '', texts.notYou].join('\n')}\n`,
  };
}
