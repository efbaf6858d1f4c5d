import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import type { BeforeEntrance } from '../sign-in/server/entrance-deps.ts';
import { registerEmail } from './email-routes.ts';
import { registerNewHost } from './new-host-routes.ts';
import { registerFactors } from './factors-routes.ts';
import { registerProfile } from './profile-routes.ts';
import { registerSecondStep } from '../second-step/routes.ts';
import { registerSecurity } from './security-routes.ts';
import { registerSessions } from './sessions-routes.ts';

/** The person's own account. */
export async function registerMe(
  pages: PageRoutes,
  deps: BeforeEntrance & Pick<DashboardDeps, 'isProduction'>,
): Promise<void> {
  await registerSecondStep(pages, deps);
  await registerEmail(pages, deps);
  registerProfile(pages, deps);
  registerNewHost(pages, deps);
  registerSecurity(pages, deps);
  registerFactors(pages, deps);
  registerSessions(pages, deps);
}
