import type { Queryable } from '../db/database.ts';

/** The texts that buyers accept when they order; empty if the host wrote none. */
export type HostTerms = { hostName: string; terms: string; refundPolicy: string };

export async function readTerms(database: Queryable, hostId: string): Promise<HostTerms> {
  const { rows } = await database.query<HostTerms>(
    'SELECT name AS "hostName", terms, refund_policy AS "refundPolicy" FROM hosts WHERE id = $1',
    [hostId],
  );
  const [terms] = rows;
  if (!terms) throw new Error(`there is no host ${hostId}`);
  return terms;
}
