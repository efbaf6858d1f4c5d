import assert from 'node:assert/strict';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase } from '../db/database.ts';
import { createJobRunner } from '../jobs/run-jobs.ts';
import { createMailer } from '../mail/mailer.ts';
import { createPace } from '../tickets/mails/mailings/pace.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { createUnsubscribing } from '../unsubscribing/unsubscribing.ts';
import { sendMessageJob } from './send-message-job.ts';

// A process that sends the messages of the database named on its command line through the mail server beside it, until it is killed.
const [, , url, smtpUrl] = process.argv;
assert(url && smtpUrl);
const database = connectDatabase({ url, poolSize: 5, onIdleError: () => {} });
const changes = listenForChanges(database, () => {});
const logger = { info() {}, warn() {}, error() {} };
const mailer = createMailer({
  smtpUrl,
  from: 'Tessera <tickets@tickets.example>',
  mailboxDir: '/nowhere',
});
const kinds = [
  sendMessageJob({
    database,
    mailer,
    logger,
    checkoutUrl: 'https://tickets.example/checkout',
    pace: createPace(1_000),
    unsubscribing: createUnsubscribing({
      secretKeys: createSecretKeys(Buffer.alloc(32)),
      publicUrl: 'https://tickets.example',
    }),
  }),
];
const runner = createJobRunner({ database, changes, kinds, processId: `child ${process.pid}`, logger });
await changes.start();
await runner.start();
