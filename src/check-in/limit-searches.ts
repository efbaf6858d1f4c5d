import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

const MINUTES = 10;
/** A guest every twenty seconds without a ticket at hand. */
export const MAX_SEARCHES_AT_ONCE = 30;
/** A long evening at the guest list. Each finds ten guests at most: nobody reads a festival's list in a night. */
export const MAX_SEARCHES_A_DAY = 300;

type Counted = { searches: number; daySearches: number; secondsLeft: number; daySecondsLeft: number };

/** Counts one more search of this phone, or refuses it: in the database, so that no restart begins anew. */
export async function countSearch(database: Queryable, deviceId: string): Promise<void> {
  const { rows } = await database.query<Counted>(
    `UPDATE door_devices AS d
        SET searched_from = CASE WHEN now.is_same_slot THEN d.searched_from ELSE now.at END,
            searches = CASE WHEN now.is_same_slot THEN least(d.searches, ${MAX_SEARCHES_AT_ONCE}) ELSE 0 END + 1,
            day_searched_from = CASE WHEN now.is_same_day THEN d.day_searched_from ELSE now.at END,
            day_searches = CASE WHEN now.is_same_day THEN least(d.day_searches, ${MAX_SEARCHES_A_DAY}) ELSE 0 END + 1
       FROM (SELECT at, coalesce(o.searched_from > at - interval '${MINUTES} minutes', false) AS is_same_slot,
                    coalesce(o.day_searched_from > at - interval '1 day', false) AS is_same_day
               FROM clock_timestamp() AS at, (SELECT * FROM door_devices WHERE id = $1 FOR NO KEY UPDATE) AS o) AS now
      WHERE d.id = $1
     RETURNING d.searches, d.day_searches AS "daySearches",
               ceil(extract(epoch FROM d.searched_from + interval '${MINUTES} minutes' - now.at))::integer AS "secondsLeft",
               ceil(extract(epoch FROM d.day_searched_from + interval '1 day' - now.at))::integer AS "daySecondsLeft"`,
    [deviceId],
  );
  const [counted] = rows;
  if (!counted) return;
  if (counted.daySearches > MAX_SEARCHES_A_DAY)
    throw new Refusal(
      'rate_limited',
      'This phone has searched too often today: scan codes instead, or search again tomorrow.',
      { retryAfterSeconds: counted.daySecondsLeft },
    );
  if (counted.searches > MAX_SEARCHES_AT_ONCE)
    throw new Refusal(
      'rate_limited',
      `Too many searches on this phone: try again in ${Math.ceil(counted.secondsLeft / 60)} minutes, or scan codes.`,
      { retryAfterSeconds: counted.secondsLeft },
    );
}
