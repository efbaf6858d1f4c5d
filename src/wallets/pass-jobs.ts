import type { JobKind } from '../jobs/job-kind.ts';
import { forgetPassesJob } from './forget-passes.ts';
import { updatePassesJob } from './update-passes-job.ts';
import { warnOfCertificateJob } from './warn-of-certificate.ts';

/** The jobs of passes. */
export const passJobs = (
  deps: Parameters<typeof updatePassesJob>[0] & Parameters<typeof warnOfCertificateJob>[0],
): JobKind<unknown>[] => [updatePassesJob(deps), warnOfCertificateJob(deps), forgetPassesJob(deps.database)];
