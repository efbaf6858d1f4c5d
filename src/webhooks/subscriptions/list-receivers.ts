import type { Queryable } from '../../db/database.ts';

export type Receiver = { url: string; isEnabled: boolean; eventName: string };

// More than a person reads through: three of each event are enabled at most.
const MAX_LISTED = 200;

/**
 * Lists the receivers of the host's webhooks, over all its events: each checks signatures by the host's private key. Enabled ones first.
 */
export async function listReceivers(
  database: Queryable,
  hostId: string,
): Promise<{ receivers: Receiver[]; hasMore: boolean }> {
  const { rows } = await database.query<Receiver>(
    `SELECT s.url, s.is_enabled AS "isEnabled", e.name AS "eventName"
       FROM events AS e JOIN webhook_subscriptions AS s ON s.event_id = e.id AND s.removed_at IS NULL
      WHERE e.host_id = $1
      ORDER BY s.is_enabled DESC, e.starts_at DESC, s.id
      LIMIT ${MAX_LISTED + 1}`,
    [hostId],
  );
  return { receivers: rows.slice(0, MAX_LISTED), hasMore: rows.length > MAX_LISTED };
}
