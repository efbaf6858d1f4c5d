import { OPERATOR } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import { isReferredTo, keepPicture, lockFilesOf } from '../events/pictures/stored-picture.ts';
import type { MediaStore } from '../media/media-store.ts';
import { Refusal } from '../refusal.ts';
import { findObstacles } from './find-obstacles.ts';
import { HOST_TABLES, SHOWN_FILES } from './host-tables.ts';

/** How many rows went, by table; and how many files of pictures. */
export type DeletedHost = { rows: Record<string, number>; files: number };

// These go last, once the files have: until then they say which files are to go.
const LAST = new Set(['pictures', 'hosts']);

/**
 * Deletes a host with everything of it, from every table and from the store of pictures. All that others can see goes in one transaction;
 * then the files; then the host itself. A deletion that was stopped half-way is finished by another.
 */
export async function deleteHost(
  { database, media }: { database: Database; media: Pick<MediaStore, 'remove'> },
  hostId: string,
): Promise<DeletedHost> {
  const rows = await database.transaction(async (tx) => {
    await lockHost(tx, hostId);
    const obstacles = await findObstacles(tx, hostId);
    if (obstacles.length > 0)
      throw new Refusal('wrong_state', `The host can't be deleted: ${obstacles.join('; ')}.`);
    await dropWork(tx, hostId);
    await nameFiles(tx, hostId);
    await allowDeletion(tx);
    const gone = await deleteRows(tx, hostId, (table) => !LAST.has(table));
    await decideOnFiles(tx, hostId);
    return gone;
  });
  const files = await removeFiles(database, media, hostId);
  const last = await database.transaction(async (tx) => {
    const { name } = await lockHost(tx, hostId);
    await allowDeletion(tx);
    // Somebody may have written a line since: nobody else writes anything for a host that is suspended and has no events.
    const gone = await deleteRows(tx, hostId, () => true);
    const subject = { id: hostId, name };
    await recordChange(tx, { hostId: null, actor: OPERATOR, action: 'host.delete', subject });
    return gone;
  });
  for (const [table, count] of Object.entries(last)) rows[table] = (rows[table] ?? 0) + count;
  return { rows, files };
}

/** Nobody holds tickets, signs in or makes anything for the host before the transaction ends. */
async function lockHost(tx: Transaction, hostId: string): Promise<{ name: string }> {
  // In the order of functions/README.md: the ticket types come before all else.
  await tx.query(
    `SELECT 1 FROM ticket_types WHERE event_id IN (SELECT id FROM events WHERE host_id = $1) ORDER BY id FOR UPDATE`,
    [hostId],
  );
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM hosts WHERE id = $1 FOR UPDATE', [
    hostId,
  ]);
  const [host] = rows;
  if (!host) throw new Refusal('not_found', 'There is no such host.');
  return host;
}

/** The tables of history are append only: a host's go with the host, and in no other way. */
const allowDeletion = (tx: Transaction): Promise<unknown> =>
  tx.query(`SELECT set_config('tessera.deletes_host', 'on', true)`);

async function deleteRows(
  tx: Transaction,
  hostId: string,
  isWanted: (table: string) => boolean,
): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const [table, condition] of Object.entries(HOST_TABLES)) {
    if (!isWanted(table)) continue;
    const { rowCount } = await tx.query(`DELETE FROM ${table} WHERE ${condition}`, [hostId]);
    if (rowCount) gone[table] = rowCount;
  }
  return gone;
}

/** Jobs, and notices that are being joined, that name anything of the host by its id. */
async function dropWork(tx: Transaction, hostId: string): Promise<void> {
  await tx.query(
    `CREATE TEMPORARY TABLE ids_of_host ON COMMIT DROP AS
     SELECT $1::uuid::text AS id
      UNION SELECT id::text FROM events WHERE host_id = $1
      UNION SELECT id::text FROM orders WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)
      UNION SELECT reference FROM orders WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)
      UNION SELECT id::text FROM refunds WHERE host_id = $1
      UNION SELECT id::text FROM mails WHERE order_id IN (SELECT id FROM orders WHERE event_id IN (SELECT id FROM events WHERE host_id = $1))
      UNION SELECT id::text FROM messages WHERE host_id = $1
      UNION SELECT id::text FROM resendings WHERE host_id = $1
      UNION SELECT id::text FROM guest_lists WHERE host_id = $1
      UNION SELECT id::text FROM invitations WHERE host_id = $1
      UNION SELECT id::text FROM support_visits WHERE host_id = $1
      UNION SELECT id::text FROM webhook_subscriptions WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)
      UNION SELECT id::text FROM event_cancellations WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)
      UNION SELECT id::text FROM event_postponements WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)`,
    [hostId],
  );
  // Every text in the payload is looked at, however deep.
  await tx.query(
    `DELETE FROM jobs WHERE EXISTS (
       SELECT 1 FROM jsonb_path_query(payload, 'strict $.**') AS value JOIN ids_of_host ON ids_of_host.id = value #>> '{}'
        WHERE jsonb_typeof(value) = 'string')`,
  );
  await tx.query(
    `DELETE FROM joined_notices WHERE EXISTS (
       SELECT 1 FROM jsonb_path_query(coalesce(last, '{}'), 'strict $.**') AS value JOIN ids_of_host ON ids_of_host.id = value #>> '{}'
        WHERE jsonb_typeof(value) = 'string')
        OR strpos(key, $1) > 0`,
    [hostId],
  );
}

/** Pictures from before they had rows of their own get one: it says which files go. */
async function nameFiles(tx: Transaction, hostId: string): Promise<void> {
  const { rows } = await tx.query<{ eventId: string; file: string }>(SHOWN_FILES, [hostId]);
  for (const { eventId, file } of rows)
    await keepPicture(tx, { hostId, eventId, file, thumbnailFile: file, widthPx: 1, heightPx: 1 });
}

/**
 * Pictures whose files another host has too go without their files. The others are marked: whoever uploads the same meanwhile waits, and
 * stores them afterwards. Without `unused_since` the job that forgets pictures passes them over.
 */
async function decideOnFiles(tx: Transaction, hostId: string): Promise<void> {
  const { rows } = await tx.query<{ file: string }>(
    'SELECT DISTINCT file FROM pictures WHERE host_id = $1 ORDER BY file',
    [hostId],
  );
  for (const { file } of rows) await lockFilesOf(tx, file);
  await tx.query(
    `DELETE FROM pictures AS own WHERE host_id = $1 AND (${isReferredTo('own.files')}
        OR EXISTS (SELECT 1 FROM pictures AS other
                    WHERE other.files && own.files AND other.host_id <> $1 AND NOT other.is_forgotten))`,
    [hostId],
  );
  await tx.query(
    'UPDATE pictures SET is_forgotten = true, unused_since = NULL, removal_began_at = now() WHERE host_id = $1',
    [hostId],
  );
}

async function removeFiles(
  database: Database,
  media: Pick<MediaStore, 'remove'>,
  hostId: string,
): Promise<number> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT DISTINCT unnest(files) AS name FROM pictures WHERE host_id = $1 AND removal_began_at IS NOT NULL',
    [hostId],
  );
  for (const { name } of rows) await media.remove(name);
  return rows.length;
}
