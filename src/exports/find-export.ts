import type { Queryable } from '../db/database.ts';
import type { AskedExport, ExportForm } from './export-kinds.ts';

/** How long a file may be fetched. As long as a second step is fresh, so that the two together are no more than twice that. */
export const EXPORT_MINUTES = 10;

export type FoundExport = AskedExport & ExportForm & { createdAt: Date };

/** Finds a member's export; null if it is another's, or too old. */
export async function findExport(
  database: Queryable,
  { hostId, personId, exportId }: { hostId: string; personId: string; exportId: string },
): Promise<FoundExport | null> {
  const { rows } = await database.query<FoundExport>(
    `SELECT what, filters, with_bom AS "withBom", separator, created_at AS "createdAt"
       FROM exports
      WHERE id = $1 AND host_id = $2 AND person_id = $3
        AND created_at > clock_timestamp() - interval '${EXPORT_MINUTES} minutes'`,
    [exportId, hostId, personId],
  );
  return rows[0] ?? null;
}
