import assert from 'node:assert/strict';
import { connectDatabase } from '../db/database.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import type { Device } from './find-device.ts';
import type { SentScan } from './read-scans.ts';
import { takeScans } from './take-scans.ts';

// A process that takes one scan in and is killed before it has answered: before or after the commit.
const [, , url, text] = process.argv;
assert(url && text);
const input = JSON.parse(text) as {
  when: 'before' | 'after';
  secret: string;
  device: Device;
  scan: SentScan;
};
const database = connectDatabase({ url, poolSize: 1, onIdleError: () => {} });
const die = () => process.kill(process.pid, 'SIGKILL');
const device = { ...input.device, pairedAt: new Date(input.device.pairedAt) };
const scans = [{ ...input.scan, at: new Date(input.scan.at) }];
const secretKeys = createSecretKeys(Buffer.from(input.secret, 'hex'));
await database.transaction(async (tx) => {
  await takeScans(tx, secretKeys, { device, sentAt: new Date(), waiting: 0, scans });
  if (input.when === 'before') die();
});
die();
