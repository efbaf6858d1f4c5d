import { checkInvariants, PROMISE_COUNT } from '../check/check-invariants.ts';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../db/database.ts';
import { openDatabaseOrRunning } from './open-database.ts';
import { print, step } from './terminal.ts';

/** Holds the data against what must always be true of it. Reads only; safe on a live database. */
export async function check(): Promise<void> {
  const opened = await openDatabaseOrRunning(readConfig(process.env), print, { migrates: false });
  const database = connectDatabase({
    url: opened.url,
    poolSize: 1,
    statementTimeoutMs: 10 * 60_000,
    onIdleError: () => {},
  });
  try {
    const violations = await step(`${PROMISE_COUNT} promises checked`, () => checkInvariants(database));
    for (const { promise, where, detail } of violations) print(`  BROKEN: ${promise} (${where}: ${detail})`);
    if (violations.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
    await opened.close();
  }
}
