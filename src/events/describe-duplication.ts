import type { Queryable } from '../db/database.ts';

/** The copyable parts of an event, and its next possible date. */
export type Duplicable = {
  suggestedAt: Date;
  counts: {
    ticketTypes: number;
    seats: number;
    promoCodes: number;
    questions: number;
    doors: number;
    headliners: number;
    pictures: number;
    webhooks: number;
  };
  /** A receiver that it has. */
  webhookUrl: string | null;
};

/** The copy is suggested for the same weekday and hour: four weeks on, or of a past event, the first such day a week ahead or more. */
export async function describeDuplication(database: Queryable, eventId: string): Promise<Duplicable | null> {
  const { rows } = await database.query<Omit<Duplicable, 'counts'> & Duplicable['counts']>(
    `SELECT ((event.starts_at AT TIME ZONE event.timezone)
              + greatest(4, ceil(extract(epoch FROM now() - event.starts_at) / 604800)::integer + 1) * interval '7 days')
            AT TIME ZONE event.timezone AS "suggestedAt",
            (SELECT count(*)::integer FROM ticket_types WHERE event_id = event.id) AS "ticketTypes",
            (SELECT count(*)::integer FROM seats WHERE event_id = event.id) AS seats,
            (SELECT count(*)::integer FROM promo_codes WHERE event_id = event.id) AS "promoCodes",
            (SELECT count(*)::integer FROM questions WHERE event_id = event.id AND removed_at IS NULL) AS questions,
            (SELECT count(*)::integer FROM headliners WHERE event_id = event.id) AS headliners,
            (SELECT count(*)::integer FROM doors WHERE event_id = event.id AND removed_at IS NULL) AS doors,
            (SELECT count(*)::integer FROM gallery_images WHERE event_id = event.id)
              + CASE WHEN event.poster_file IS NULL THEN 0 ELSE 1 END AS pictures,
            (SELECT count(*)::integer FROM webhook_subscriptions WHERE event_id = event.id AND removed_at IS NULL) AS webhooks,
            (SELECT url FROM webhook_subscriptions WHERE event_id = event.id AND removed_at IS NULL ORDER BY id LIMIT 1) AS "webhookUrl"
       FROM events AS event WHERE event.id = $1`,
    [eventId],
  );
  const [row] = rows;
  if (!row) return null;
  const { suggestedAt, webhookUrl, ...counts } = row;
  return { suggestedAt, webhookUrl, counts };
}
