import assert from 'node:assert/strict';
import { listenForChanges } from '../../src/db/changes.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { createWebhookDeliverer } from '../../src/webhooks/delivery/deliver-webhooks.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';

// A process that delivers webhooks of the database on its command line, with the real schedule, until it is killed.
const [, , url, secretKey, ...allow] = process.argv;
assert(url && secretKey);
const database = connectDatabase({ url, poolSize: 2, onIdleError: () => {} });
const changes = listenForChanges(database, () => {});
const deliverer = createWebhookDeliverer({
  database,
  changes,
  secretKeys: createSecretKeys(Buffer.from(secretKey, 'hex')),
  allow,
  processId: `child ${process.pid}`,
  logger: { info() {}, warn() {}, error() {} },
});
await changes.start();
await deliverer.start();
process.send?.('started');
