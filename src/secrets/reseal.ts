import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database } from '../db/database.ts';
import { openSealed, sealCurrent, SecretKeyMissing, type Sealed } from './sealed.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type Resealed = {
  count: number;
  /** Rows that no configured key opens, and why. They are left as they are. */
  unopened: { table: string; id: string; reason: string }[];
};

/**
 * Seals everything anew with the current key. Each batch is a transaction, and what is done is not done twice: it can be
 * stopped and started again. It can run while tickets are sold, if all processes accept the current key by then.
 */
export async function reseal(database: Database, secretKeys: SecretKeys, actor: Actor): Promise<Resealed> {
  const done: Resealed = { count: 0, unopened: [] };
  for (const column of SEALED_COLUMNS) {
    let after: string | null = FIRST_ID;
    while (after !== null) {
      after = await resealBatch(database, secretKeys, { column, after, done });
    }
  }
  const { count } = done;
  const subject = { id: secretKeys.current.id, name: '' };
  const line = { hostId: null, actor, action: 'secret_key.rotate', subject, after: { count } };
  // It went in many transactions, of which each is good by itself: the line comes last.
  if (count > 0) await database.transaction((tx) => recordChange(tx, line));
  return done;
}

/** Resolves to the last id it has looked at, or null where there are no more. */
async function resealBatch(
  database: Database,
  secretKeys: SecretKeys,
  { column, after, done }: { column: SealedColumn; after: string; done: Resealed },
): Promise<string | null> {
  const { table, idColumn = 'id', box, sealedBy, purpose } = column;
  return database.transaction(async (tx) => {
    // The lock waits for a host who takes a new private key at this moment. Without it, the old key would come back.
    const { rows } = await tx.query<Sealed & { id: string }>(
      `SELECT ${idColumn} AS id, ${box} AS box, ${sealedBy} AS "sealedBy" FROM ${table}
        WHERE ${idColumn} > $1 AND ${box} IS NOT NULL AND ${sealedBy} IS DISTINCT FROM $2
        ORDER BY ${idColumn} LIMIT ${BATCH} FOR NO KEY UPDATE`,
      [after, secretKeys.current.id],
    );
    const made: { id: string; box: Buffer }[] = [];
    for (const row of rows) {
      try {
        const secret = openSealed(secretKeys, row, { purpose, owner: row.id });
        made.push({ id: row.id, box: sealCurrent(secretKeys, { purpose, owner: row.id, secret }).box });
      } catch (error) {
        if (!(error instanceof SecretKeyMissing)) throw error;
        done.unopened.push({ table, id: row.id, reason: error.message });
      }
    }
    await tx.query(
      `UPDATE ${table} AS t SET ${box} = made.box, ${sealedBy} = $1
         FROM unnest($2::uuid[], $3::bytea[]) AS made (id, box) WHERE t.${idColumn} = made.id`,
      [secretKeys.current.id, made.map(({ id }) => id), made.map((one) => one.box)],
    );
    done.count += made.length;
    return rows.at(-1)?.id ?? null;
  });
}
