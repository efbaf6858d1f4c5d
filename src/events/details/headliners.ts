import { randomUUIDv7 } from 'node:crypto';
import type { Queryable, Transaction } from '../../db/database.ts';

export type Headliner = { headlinerId: string; name: string; role: string; imageFile: string | null };
/** One that is new has no id yet. */
export type NewHeadliner = Omit<Headliner, 'headlinerId'> & { headlinerId: string | null };
/** Without a word about its picture, it keeps the one that it has. */
export type GivenHeadliner = Omit<NewHeadliner, 'imageFile'> & { imageFile?: string | null };

/** In the order in which they are shown. */
export async function listHeadliners(database: Queryable, eventId: string): Promise<Headliner[]> {
  const { rows } = await database.query<Headliner>(
    `SELECT id AS "headlinerId", name, role, image_file AS "imageFile" FROM headliners
      WHERE event_id = $1 ORDER BY position, id`,
    [eventId],
  );
  return rows;
}

/**
 * Makes them these, in this order, under the event's lock. One that was there keeps its id, by which integrators know it; an id
 * that is none of this event's is as good as none.
 */
export async function replaceHeadliners(
  tx: Transaction,
  eventId: string,
  { before, after }: { before: readonly Headliner[]; after: readonly NewHeadliner[] },
): Promise<void> {
  const known = new Set(before.map(({ headlinerId }) => headlinerId));
  const rows = after.map(({ headlinerId, ...rest }) => {
    // Each counts once: a list that names one twice has a new one the second time.
    const isKept = headlinerId !== null && known.delete(headlinerId);
    return { id: isKept ? headlinerId : randomUUIDv7(), ...rest };
  });
  await tx.query('DELETE FROM headliners WHERE event_id = $1 AND id = ANY($2::uuid[])', [
    eventId,
    [...known],
  ]);
  await tx.query(
    `INSERT INTO headliners (id, event_id, name, role, image_file, position)
     SELECT id, $1, name, role, image_file, nr - 1
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS given (id, name, role, image_file, nr)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, image_file = excluded.image_file,
                                    position = excluded.position
      WHERE headliners.event_id = $1`,
    [
      eventId,
      rows.map(({ id }) => id),
      rows.map(({ name }) => name),
      rows.map(({ role }) => role),
      rows.map(({ imageFile }) => imageFile),
    ],
  );
}

/** For the audit log. */
export const sayHeadliners = (headliners: readonly Omit<NewHeadliner, 'headlinerId'>[]): string =>
  headliners
    .map(({ name, role, imageFile }) => [name, role && `(${role})`, imageFile && `[${imageFile}]`])
    .map((words) => words.filter(Boolean).join(' '))
    .join('; ');
