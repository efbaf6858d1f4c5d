import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectDatabase } from '../src/db/database.ts';
import { checkInvariants } from '../src/invariants/check-invariants.ts';
import type { Row } from './report.ts';
import type { Product } from './start-product.ts';

/** Runs `tessera check` on the data after the bench, and tells whether anything deadlocked. */
export async function checkAfterwards({ dataDir, databaseUrl }: Product): Promise<Row> {
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
  const deadlocks = log.split('deadlock detected').length - 1;
  const database = connectDatabase({
    url: databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 120_000,
    onIdleError: () => {},
  });
  const violations = await checkInvariants(database).finally(() => database.close());
  return {
    name: 'the data afterwards',
    ratio: violations.length + deadlocks === 0 ? 1 : 0,
    aim: 1,
    detail:
      `${deadlocks} deadlocks, ${violations.length} broken promises ${violations.length > 0 ? JSON.stringify(violations.slice(0, 2)) : ''}`.trim(),
    failures: 0,
  };
}
