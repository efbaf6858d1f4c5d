import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { Attendance, Audience, MessageState, StoppedFor } from './message-fields.ts';

export type Message = {
  messageId: string;
  createdAt: Date;
  /** The author's name; null if they were forgotten. */
  by: string | null;
  subject: string;
  text: string;
  audience: Audience;
  attendance: Attendance;
  /** Empty: tickets of all types. */
  ticketTypes: { id: string; name: string }[];
  state: MessageState;
  stoppedAt: Date | null;
  stoppedFor: StoppedFor | null;
  stoppedBy: string | null;
  finishedAt: Date | null;
  people: number;
  sent: number;
  refused: number;
  /** Tried, and to be tried again. */
  waiting: number;
};

type Of = { hostId: string; eventId: string };

const NAME_SQL = (id: string): string =>
  `(SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p WHERE p.id = ${id})`;

// Mails that are tried behind the ones that the row has counted: what a run sends, several times over where it was killed.
const MAX_UNCOUNTED = 1_000;

// While it is sent, whom it did not reach is counted, who are few, and what the run that is under way has sent: the row has how many were
// tried before. Afterwards the row has all of it, and outlives the mails.
const MESSAGE_SQL = `
  SELECT s.id AS "messageId", s.created_at AS "createdAt", ${NAME_SQL('s.person_id')} AS by, s.subject, s.text, s.audience, s.attendance,
         coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.position, t.id)
                     FROM ticket_types AS t WHERE t.id = ANY (s.ticket_type_ids)), '[]') AS "ticketTypes",
         CASE WHEN s.finished_at IS NOT NULL THEN 'sent' WHEN s.stopped_at IS NOT NULL THEN 'stopped'
              WHEN s.gathered_type IS NOT NULL THEN 'gathering' ELSE 'sending' END AS state,
         s.stopped_at AS "stoppedAt", s.stopped_for AS "stoppedFor", ${NAME_SQL('s.stopped_by')} AS "stoppedBy",
         s.finished_at AS "finishedAt", s.recipients AS people,
         coalesce(s.sent, s.tried - unreached.before + later.sent)::integer AS sent,
         coalesce(s.refused, unreached.refused)::integer AS refused, coalesce(unreached.waiting, 0)::integer AS waiting
    FROM messages AS s
    LEFT JOIN LATERAL (
      SELECT count(m.refused_at) AS refused, count(*) - count(m.refused_at) AS waiting,
             count(*) FILTER (WHERE m.id <= s.tried_to) AS before
        FROM mails AS m WHERE m.kind = 'message' AND m.occasion = s.id::text AND m.sent_at IS NULL
         AND (m.last_error IS NOT NULL OR m.refused_at IS NOT NULL)
    ) AS unreached ON s.finished_at IS NULL
    LEFT JOIN LATERAL (
      SELECT count(m.sent_at) AS sent
        FROM (SELECT sent_at FROM mails WHERE kind = 'message' AND occasion = s.id::text AND (s.tried_to IS NULL OR id > s.tried_to)
               ORDER BY id LIMIT ${MAX_UNCOUNTED}) AS m
    ) AS later ON s.finished_at IS NULL
   WHERE s.event_id = $1 AND s.host_id = $2`;

/** The messages of an event, the newest first. */
export async function listMessages(
  tx: Queryable,
  { hostId, eventId, limit, cursor }: Of & { limit: number; cursor: string | null },
): Promise<{ messages: Message[]; nextCursor: string | null }> {
  const { rows } = await tx.query<Message>(
    `${MESSAGE_SQL} AND ($3::uuid IS NULL OR s.id < $3) ORDER BY s.id DESC LIMIT $4`,
    [eventId, hostId, cursor, limit + 1],
  );
  const messages = rows.slice(0, limit);
  return { messages, nextCursor: rows.length > limit ? (messages.at(-1)?.messageId ?? null) : null };
}

/** Another event's message is not there. */
export async function findMessage(
  tx: Queryable,
  { hostId, eventId, messageId }: Of & { messageId: string },
): Promise<Message> {
  const { rows } = await tx.query<Message>(`${MESSAGE_SQL} AND s.id = $3`, [eventId, hostId, messageId]);
  const [message] = rows;
  if (!message) throw new Refusal('not_found', 'There is no such message.');
  return message;
}

export type FailedMail = {
  mailId: string;
  recipient: string;
  reference: string;
  isRefused: boolean;
  /** The mail server's last answer. */
  error: string;
};

/** Those that a message did not reach, page by page. */
export async function listFailedMails(
  tx: Queryable,
  { messageId, limit, cursor }: { messageId: string; limit: number; cursor: string | null },
): Promise<{ failed: FailedMail[]; nextCursor: string | null }> {
  const { rows } = await tx.query<FailedMail>(
    `SELECT m.id AS "mailId", m.recipient, o.reference, m.refused_at IS NOT NULL AS "isRefused", coalesce(m.last_error, '') AS error
       FROM mails AS m JOIN orders AS o ON o.id = m.order_id
      WHERE m.kind = 'message' AND m.occasion = $1 AND m.sent_at IS NULL AND m.last_error IS NOT NULL
        AND ($2::uuid IS NULL OR m.id > $2)
      ORDER BY m.id LIMIT $3`,
    [messageId, cursor, limit + 1],
  );
  const failed = rows.slice(0, limit);
  return { failed, nextCursor: rows.length > limit ? (failed.at(-1)?.mailId ?? null) : null };
}

/** Lists the ticket types that a message can be limited to. */
export async function listTicketTypes(
  tx: Queryable,
  { hostId, eventId }: Of,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT t.id, t.name FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id
      WHERE e.id = $1 AND e.host_id = $2 ORDER BY t.position, t.id`,
    [eventId, hostId],
  );
  return rows;
}
