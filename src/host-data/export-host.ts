import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OPERATOR } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { MediaStore } from '../media/media-store.ts';
import { Refusal } from '../refusal.ts';
import { HOST_TABLES, SHOWN_FILES } from './host-tables.ts';

export type HostExport = {
  hostId: string;
  exportedAt: string;
  /** Rows, by table. */
  tables: Record<string, number>;
  /** Columns that are secrets or open something, as `table.column`. */
  leftOut: string[];
  files: number;
};

// Secrets, sealed or hashed, and tokens that open a receipt, a cart or a phone: no use to a reader, and a danger in the wrong hands.
const SECRET = /ciphertext|sealed_by|sha256|hash|token|signature|secret/;
// Made of other columns, or of nothing but secrets.
const DERIVED = new Set(['events.search', 'tickets.changed_in', 'passed_on_codes.changed_in']);
const TABLES_LEFT_OUT = new Set([
  'event_verify_keys',
  'former_device_tokens',
  'search_words',
  'stream_events',
]);
const ROWS_AT_ONCE = 1_000;

/**
 * Writes all that there is of a host into a folder: a file of JSON lines for each table, as they were at one moment, its members, and its
 * pictures. The folder has its name only once it is complete; of one that is stopped or fails nothing stays.
 */
export async function exportHost(deps: Deps, target: Target): Promise<HostExport> {
  const part = `${target.folder}.part`;
  await mkdir(path.dirname(part), { recursive: true });
  // Two at once would write into each other's files.
  await mkdir(part, { mode: 0o700 });
  try {
    return await exportInto(part, deps, target);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

type Deps = { database: Database; media: Pick<MediaStore, 'folder' | 'bring'> };
type Target = { hostId: string; folder: string; signal?: AbortSignal | undefined };

async function exportInto(
  part: string,
  { database, media }: Deps,
  { hostId, folder, signal }: Target,
): Promise<HostExport> {
  await mkdir(path.join(part, 'media'), { mode: 0o700 });
  const written = await database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return writeTables(tx, { hostId, folder: part, signal });
  });
  let files = 0;
  for (const name of written.files) {
    signal?.throwIfAborted();
    if (!(await media.bring(name))) continue;
    const isCopied = await copyFile(path.join(media.folder, name), path.join(part, 'media', name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return false;
      },
    );
    if (isCopied) files += 1;
  }
  const { tables, leftOut, exportedAt } = written;
  const made: HostExport = { hostId, exportedAt, tables, leftOut, files };
  await writeFile(path.join(part, 'export.json'), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  await rename(part, folder);
  await database.transaction((tx) =>
    recordChange(tx, { hostId, actor: OPERATOR, action: 'host.export', after: { files } }),
  );
  return made;
}

type Written = Omit<HostExport, 'hostId' | 'files'> & { files: string[] };

async function writeTables(tx: Transaction, { hostId, folder, signal }: Target): Promise<Written> {
  const { rows: hosts } = await tx.query<{ at: Date }>('SELECT now() AS at FROM hosts WHERE id = $1', [
    hostId,
  ]);
  const [host] = hosts;
  if (!host) throw new Refusal('not_found', 'There is no such host.');
  const columns = await readColumns(tx);
  const leftOut: string[] = [];
  const tables: Record<string, number> = {};
  for (const [table, condition] of Object.entries(HOST_TABLES).toReversed()) {
    if (TABLES_LEFT_OUT.has(table)) {
      leftOut.push(`${table}.*`);
      continue;
    }
    const isLeftOut = (column: string): boolean => SECRET.test(column) || DERIVED.has(`${table}.${column}`);
    const all = columns.get(table) ?? [];
    leftOut.push(...all.filter(isLeftOut).map((column) => `${table}.${column}`));
    const shown = all.filter((column) => !isLeftOut(column)).map((column) => `"${column}"`);
    const sql = `SELECT ${shown.join(', ')} FROM ${table} WHERE ${condition}`;
    tables[table] = await writeRows(tx, { sql, hostId, signal, file: path.join(folder, `${table}.jsonl`) });
  }
  tables['people'] = await writeRows(tx, {
    sql: 'SELECT id, email, name, created_at FROM people WHERE id IN (SELECT person_id FROM members WHERE host_id = $1)',
    hostId,
    signal,
    file: path.join(folder, 'people.jsonl'),
  });
  const { rows: files } = await tx.query<{ name: string }>(
    `SELECT unnest(files) AS name FROM pictures WHERE host_id = $1 AND NOT is_forgotten UNION SELECT file FROM (${SHOWN_FILES}) AS shown`,
    [hostId],
  );
  return { exportedAt: host.at.toISOString(), tables, leftOut, files: files.map(({ name }) => name) };
}

async function readColumns(tx: Transaction): Promise<Map<string, string[]>> {
  const { rows } = await tx.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relname = ANY ($1) AND c.relkind = 'r' AND pg_table_is_visible(c.oid) GROUP BY c.relname`,
    [Object.keys(HOST_TABLES)],
  );
  return new Map(rows.map((row) => [row.table, row.columns]));
}

/** Some rows at a time: a host may have more than fit into memory. */
async function writeRows(
  tx: Transaction,
  {
    sql,
    hostId,
    file,
    signal,
  }: { sql: string; hostId: string; file: string; signal?: AbortSignal | undefined },
): Promise<number> {
  await tx.query(
    `DECLARE exported CURSOR FOR SELECT to_jsonb(of_host)::text AS line FROM (${sql}) AS of_host`,
    [hostId],
  );
  let count = 0;
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await tx.query<{ line: string }>(`FETCH ${ROWS_AT_ONCE} FROM exported`);
      if (rows.length === 0) return;
      count += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  await pipeline(read, createWriteStream(file, { mode: 0o600 }));
  await tx.query('CLOSE exported');
  return count;
}
