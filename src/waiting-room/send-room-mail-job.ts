import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import type { Mailer } from '../mail/mailer.ts';
import { LINK_MAIL_RETRY_DELAYS_MS, sendLinkMail } from '../mail/send-link-mail.ts';
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

export function sendRoomMailJob(deps: Deps): JobKind<RoomMail> {
  const tokens = createRoomTokens(deps.secretKeys);
  return {
    kind: SEND_ROOM_MAIL,
    retryDelaysMs: LINK_MAIL_RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 4,
    async run(mail, context) {
      const language = knownLanguage(mail.language);
      const event = await readEvent(deps.database, { eventId: mail.eventId, language });
      if (!event) return;
      const token = tokens.writeConfirmation(mail.eventId, {
        entryId: mail.entryId,
        hashPart: tokens.hashPart(mail.eventId, mail.email),
        expiresAt: new Date(mail.expiresAtMs),
      });
      const url = `${deps.checkoutUrl}/${event.slug}/room/confirm/${token}?lang=${language}`;
      const texts = roomMailTextsIn(language);
      const name = unlinked(event.name);
      const words = {
        title: texts.title(name),
        paragraphs: [texts.ask(name), texts.soon],
        button: texts.button,
        link: texts.link(url),
        footer: texts.notYou,
      };
      await sendLinkMail(deps, { ...words, to: mail.email, language, host: event.host, url }, context);
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
