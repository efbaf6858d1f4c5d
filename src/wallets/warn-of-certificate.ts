import type { JobKind } from '../jobs/job-kind.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import type { AppleCredentials } from './apple/read-apple-credentials.ts';
import type { Wallets } from './wallets.ts';

// Apple answers within minutes; people are away for weeks.
export const CERTIFICATE_WARNING_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Whole days that are left; 0 or less: it has ended, or ends today. */
export const daysLeft = ({ endsAt }: Pick<AppleCredentials, 'endsAt'>, nowMs: number): number =>
  Math.floor((endsAt.getTime() - nowMs) / DAY_MS);

/** Says in the log, once a day, that the certificate for passes ends soon, or has ended. */
export function warnOfCertificateJob({
  wallets,
  logger,
}: {
  wallets: Wallets;
  logger: JobLogger;
}): JobKind<Record<string, never>> {
  return {
    kind: 'warn_of_pass_certificate',
    retryDelaysMs: [60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: DAY_MS,
    async run() {
      const { apple } = wallets.settings;
      if (!apple) return;
      const left = daysLeft(apple, Date.now());
      if (left > CERTIFICATE_WARNING_DAYS) return;
      const fields = { passType: apple.passTypeId, endsAt: apple.endsAt.toISOString() };
      if (left > 0) logger.warn(fields, 'the certificate for passes ends soon: make a new one, and restart');
      else logger.error(fields, 'the certificate for passes has ended: nobody is offered Apple Wallet');
    },
  };
}
