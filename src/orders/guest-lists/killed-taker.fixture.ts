import assert from 'node:assert/strict';
import { connectDatabase, type Database } from '../../db/database.ts';
import { takeGuestListJob } from './take-guest-list-job.ts';

// A process that takes in the list of guests named on its command line, and waits for locks as long as it takes, until it is killed.
const [, , url, guestListId] = process.argv;
assert(url && guestListId);
const connected = connectDatabase({ url, poolSize: 2, onIdleError: () => {} });
const database: Database = {
  ...connected,
  transaction: (work) =>
    connected.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = 0; SET LOCAL application_name = 'killed taker'`);
      return work(tx);
    }),
};
await takeGuestListJob(database).run(
  { guestListId },
  { jobId: '', attempt: 1, signal: new AbortController().signal },
);
process.exit(0);
