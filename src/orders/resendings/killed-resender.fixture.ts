import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { listenForChanges } from '../../db/changes.ts';
import { connectDatabase } from '../../db/database.ts';
import { createJobRunner } from '../../jobs/run-jobs.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createSecretKeys } from '../../secrets/secret-keys.ts';
import { createPace } from '../../tickets/mails/mailings/pace.ts';
import { createTicketPrinter } from '../../tickets/ticket-printer.ts';
import { sendResendingJob } from './send-resending-job.ts';

// A process that sends tickets again, of the database named on its command line and through the mail server beside it, until it is killed.
const [, , url, smtpUrl, secretKey] = process.argv;
assert(url && smtpUrl && secretKey);
const database = connectDatabase({ url, poolSize: 5, onIdleError: () => {} });
const changes = listenForChanges(database, () => {});
const logger = { info() {}, warn() {}, error() {} };
const kinds = [
  sendResendingJob({
    database,
    mailer: createMailer({ smtpUrl, from: 'Tessera <tickets@tickets.example>', mailboxDir: '/nowhere' }),
    logger,
    checkoutUrl: 'https://tickets.example/checkout',
    printer: createTicketPrinter({ mediaDir: tmpdir() }),
    secretKeys: createSecretKeys(Buffer.from(secretKey, 'hex')),
    pace: createPace(1_000),
  }),
];
const runner = createJobRunner({ database, changes, kinds, processId: `child ${process.pid}`, logger });
await changes.start();
await runner.start();
