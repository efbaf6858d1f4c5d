import assert from 'node:assert/strict';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase } from '../db/database.ts';
import { KILLER, STUCK } from './killed-kinds.fixture.ts';
import { createJobRunner } from './run-jobs.ts';

// A process that runs the jobs of the database named on its command line, until it is killed.
const [, , url] = process.argv;
assert(url);
const database = connectDatabase({ url, poolSize: 5, onIdleError: () => {} });
const changes = listenForChanges(database, () => {});
const logger = { info() {}, warn() {}, error() {} };
const kinds = [
  {
    ...STUCK,
    run: async () => {
      process.send?.('running');
      await new Promise(() => {});
    },
  },
  {
    ...KILLER,
    run: async () => void process.kill(process.pid, 'SIGKILL'),
  },
];
const runner = createJobRunner({ database, changes, kinds, processId: `child ${process.pid}`, logger });
await changes.start();
await runner.start();
