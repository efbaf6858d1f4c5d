import type { Role } from '../config/config.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { createJobRunner } from '../jobs/run-jobs.ts';
import { createWebhookDeliverer } from '../webhooks/delivery/deliver-webhooks.ts';
import type { AppConfig } from './app-config.ts';
import type { Components } from './components.ts';
import { allowedReceivers } from './own-address.ts';

// Within the five seconds that Ctrl-C may take; what is not done by then is given to another process.
const JOBS_PATIENCE_MS = 1_500;

/** The work that nobody asks for: jobs and webhooks. */
export function createWorkers(
  config: AppConfig,
  components: Components,
  { role, kinds }: { role: Role; kinds: readonly JobKind<unknown>[] },
) {
  const { processId } = config;
  const jobs = createJobRunner({
    ...components,
    kinds,
    processId,
    onRun: components.metrics.onJobRun,
    stopPatienceMs: JOBS_PATIENCE_MS,
  });
  const webhooks = createWebhookDeliverer({
    ...components,
    allow: allowedReceivers(config, role),
    processId,
    onOutcome: components.metrics.onDelivery,
  });
  return { jobs, webhooks };
}
