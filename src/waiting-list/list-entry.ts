import type { Database, Queryable } from '../db/database.ts';
import { rankOf } from '../waiting-room/draw.ts';
import { openListSeed } from './list-seed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** For those who came after the draw: longer than any rank. */
const BEHIND_ALL_RANKS = `decode(repeat('ff', 17), 'hex')`;

export type EntryState =
  | 'asked'
  | 'waiting'
  | 'offered'
  | 'taken'
  | 'lapsed'
  | 'left'
  | 'skipped'
  | 'released';

/** An entry, as its owner is shown it. */
export type ListEntry = {
  entryId: string;
  eventId: string;
  ticketTypeId: string;
  /** In the language that is asked for. */
  ticketName: string;
  state: EntryState;
  quantity: number;
  /** Counted from 1; null where it doesn't wait, or before the draw. */
  place: number | null;
  /** Until when the draw is waited for; null: nothing is drawn, or it is. */
  drawsAt: Date | null;
  offer: { quantity: number; priceMinor: number; until: Date } | null;
};

export async function readListEntry(
  database: Queryable,
  { eventId, entryId, language }: { eventId: string; entryId: string; language: string },
): Promise<ListEntry | null> {
  const { rows } = await database.query<
    Omit<ListEntry, 'offer'> & {
      offeredQuantity: number | null;
      priceMinor: number | null;
      offeredUntil: Date | null;
      isOver: boolean;
    }
  >(
    `SELECT e.id AS "entryId", e.event_id AS "eventId", e.ticket_type_id AS "ticketTypeId", e.quantity,
            coalesce(words.ticket_types -> t.id::text ->> 'name', t.name) AS "ticketName",
            CASE WHEN e.state = 'offered' AND e.offered_until <= now() THEN 'lapsed' ELSE e.state END AS state,
            CASE WHEN l.drawn_at IS NULL THEN l.draws_at END AS "drawsAt",
            CASE WHEN e.state = 'waiting' AND (l.draws_at IS NULL OR l.drawn_at IS NOT NULL) THEN (
              SELECT count(*)::integer FROM waiting_list_entries AS before
               WHERE before.ticket_type_id = e.ticket_type_id AND before.state = 'waiting'
                 AND (coalesce(before.rank, ${BEHIND_ALL_RANKS}), before.confirmed_at, before.id) <= (coalesce(e.rank, ${BEHIND_ALL_RANKS}), e.confirmed_at, e.id)
            ) END AS place,
            e.offered_quantity AS "offeredQuantity", e.price_minor AS "priceMinor", e.offered_until AS "offeredUntil"
       FROM waiting_list_entries AS e JOIN ticket_types AS t ON t.id = e.ticket_type_id
       JOIN waiting_lists AS l ON l.event_id = e.event_id
       LEFT JOIN event_translations AS words ON words.event_id = e.event_id AND words.language = $3
      WHERE e.id = $2 AND e.event_id = $1`,
    [eventId, entryId, language],
  );
  const [row] = rows;
  if (!row) return null;
  const { offeredQuantity: quantity, priceMinor, offeredUntil: until, ...entry } = row;
  const isOffered = quantity !== null && priceMinor !== null && until !== null;
  return { ...entry, offer: isOffered ? { quantity, priceMinor, until } : null };
}

type ConfirmOutcome = 'joined' | 'known' | 'full' | 'closed' | 'gone';

/** The owner of the address says that the entry is theirs: it is on the list from now on. */
export async function confirmListEntry(
  { database, secretKeys }: { database: Database; secretKeys: SecretKeys },
  { eventId, entryId }: { eventId: string; entryId: string },
): Promise<ConfirmOutcome> {
  for (let isSecondTry = false; ; isSecondTry = true) {
    const sealed = await openListSeed(database, secretKeys, eventId);
    const { rows } = await database.query<{ outcome: ConfirmOutcome | 'other_list' }>(
      'SELECT outcome FROM confirm_waiting_list_entry(entry => $1, given_rank => $2, of_seed => $3)',
      [entryId, sealed && rankOf(sealed.seed, entryId), sealed?.seedHash ?? null],
    );
    const outcome = rows[0]?.outcome ?? 'gone';
    if (outcome !== 'other_list') return outcome;
    if (isSecondTry) return 'closed';
  }
}

/** Its owner, or a member, takes it off the list. False where it had ended. */
export async function endListEntry(
  database: Queryable,
  { entryId, state }: { entryId: string; state: 'left' | 'skipped' },
): Promise<boolean> {
  const { rows } = await database.query<{ former: string | null }>(
    'SELECT end_waiting_list_entry(entry => $1, new_state => $2) AS former',
    [entryId, state],
  );
  const former = rows[0]?.former ?? null;
  // An offer came in this instant, and nothing was changed.
  return former === 'again' ? endListEntry(database, { entryId, state }) : former !== null;
}
