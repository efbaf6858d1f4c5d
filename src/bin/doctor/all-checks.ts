import type { Check } from './finding.ts';
import { lookAtAddresses } from './look-at-addresses.ts';
import { lookAtBackup } from './look-at-backup.ts';
import { lookAtClock } from './look-at-clock.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtDisk } from './look-at-disk.ts';
import { lookAtGateways } from './look-at-gateways.ts';
import { lookAtKeys } from './look-at-keys.ts';
import { lookAtMail } from './look-at-mail.ts';
import { lookAtOthers } from './look-at-others.ts';
import { lookAtPictures } from './look-at-pictures.ts';
import { lookAtRedis } from './look-at-redis.ts';
import { lookAtReplication } from './look-at-replication.ts';
import { lookAtSettings } from './look-at-settings.ts';
import { lookAtStream } from './look-at-stream.ts';
import { lookAtTls } from './look-at-tls.ts';
import { lookAtWallets } from './look-at-wallets.ts';
import { lookAtWorkers } from './look-at-workers.ts';

const LIMIT_MS = 10_000;
// A mail server that greets slowly does so to scare off spammers.
const MAIL_LIMIT_MS = 30_000;

/** In the order in which they are shown: what everything else needs comes first. */
export const ALL_CHECKS: readonly Check[] = [
  { name: 'settings', look: lookAtSettings, limitMs: LIMIT_MS },
  { name: 'database', look: lookAtDatabase, limitMs: LIMIT_MS },
  { name: 'database TLS', look: lookAtTls, limitMs: LIMIT_MS },
  { name: 'replication', look: lookAtReplication, limitMs: LIMIT_MS },
  { name: 'backup', look: lookAtBackup, limitMs: LIMIT_MS },
  { name: 'disk', look: lookAtDisk, limitMs: LIMIT_MS },
  { name: 'clock', look: lookAtClock, limitMs: LIMIT_MS },
  { name: 'workers', look: lookAtWorkers, limitMs: LIMIT_MS },
  { name: 'addresses', look: lookAtAddresses, limitMs: LIMIT_MS },
  { name: 'mail', look: lookAtMail, limitMs: MAIL_LIMIT_MS },
  { name: 'gateways', look: lookAtGateways, limitMs: LIMIT_MS },
  { name: 'Redis', look: lookAtRedis, limitMs: LIMIT_MS },
  { name: 'event stream', look: lookAtStream, limitMs: LIMIT_MS },
  { name: 'pictures', look: lookAtPictures, limitMs: LIMIT_MS },
  { name: 'secret keys', look: lookAtKeys, limitMs: LIMIT_MS },
  { name: 'wallets', look: lookAtWallets, limitMs: LIMIT_MS },
  { name: 'others', look: lookAtOthers, limitMs: LIMIT_MS },
];
