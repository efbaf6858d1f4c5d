import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Patient } from '../bin/doctor/finding.ts';
import { lookAtWallets } from '../bin/doctor/look-at-wallets.ts';
import { makeAppleFile } from './apple/make-credentials.fixture.ts';
import { readAppleCredentials } from './apple/read-apple-credentials.ts';
import { warnOfCertificateJob } from './warn-of-certificate.ts';
import { createWallets, NO_WALLETS } from './wallets.ts';

const inDays = (days: number): Date => new Date(Date.now() + (days + 0.5) * 24 * 60 * 60_000);

for (const [days, light, level] of [
  [60, 'green', null],
  [20, 'yellow', 'warn'],
  [-2, 'red', 'error'],
] as const) {
  test(`a certificate with ${days} days left is ${light} for the doctor, and ${level ?? 'nothing'} in the log`, async () => {
    const apple = readAppleCredentials(makeAppleFile({ endsAt: inDays(days) }).whole);
    const settings = { ...NO_WALLETS, apple };
    const [seen] = await lookAtWallets({ config: { wallets: settings } } as Patient);
    assert.equal(seen?.light, light);
    const logged: string[] = [];
    const logger = {
      info: () => logged.push('info'),
      warn: () => logged.push('warn'),
      error: () => logged.push('error'),
    };
    const key = { id: '', bytes: Buffer.alloc(32) };
    const wallets = createWallets(settings, {
      secretKeys: { current: key, accepted: [key] },
      publicUrl: 'https://tickets.test',
      media: { folder: '', bring: async () => {} },
    });
    const run = { jobId: '', attempt: 1, signal: new AbortController().signal };
    await warnOfCertificateJob({ wallets, logger }).run({}, run);
    assert.deepEqual(logged, level === null ? [] : [level]);
    assert.equal(wallets.has('apple'), days > 0);
  });
}
