import type { JobKind } from '../jobs/job-kind.ts';
import { planCartMailsJob, sendCartMailJob } from './mail-left-carts.ts';
import { beginAutomaticMailsJob } from './begin-automatic-mails.ts';
import { planAutomaticMailJob } from './plan-automatic-mail.ts';
import { sendAutomaticMailJob } from './send-automatic-mail.ts';
import { sendAutomaticMailTestJob } from './test-automatic-mail.ts';

export const automaticMailJobs = (
  deps: Parameters<typeof sendAutomaticMailJob>[0] &
    Parameters<typeof sendAutomaticMailTestJob>[0] &
    Parameters<typeof sendCartMailJob>[0],
): JobKind<unknown>[] => [
  beginAutomaticMailsJob(deps.database),
  planAutomaticMailJob(deps),
  sendAutomaticMailJob(deps),
  sendAutomaticMailTestJob(deps),
  planCartMailsJob(deps.database),
  sendCartMailJob(deps),
];
