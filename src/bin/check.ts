import { checkInvariants, PROMISE_COUNT } from '../invariants/check-invariants.ts';
import { printAttention } from './print-attention.ts';
import { takesNothing } from './read-words.ts';
import { print, step } from './terminal.ts';
import { withDatabase } from './with-database.ts';

// A look at every row of a large shop takes minutes.
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Holds the data against what must always be true of it. Reads only; safe on a live database. */
export async function check(words: string[]): Promise<void> {
  takesNothing('check', words);
  await withDatabase(
    async ({ database }) => {
      const violations = await step(`${PROMISE_COUNT} promises checked`, () => checkInvariants(database));
      for (const { promise, where, detail } of violations)
        print(`  BROKEN: ${promise} (${where}: ${detail})`);
      if (violations.length > 0) process.exitCode = 1;
      await printAttention(database);
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}
