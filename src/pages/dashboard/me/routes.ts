import type { HttpServer } from '../../../http/server.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { registerEmail } from './email-routes.ts';
import { registerFactors } from './factors-routes.ts';
import { registerProfile } from './profile-routes.ts';
import { registerSecondStep } from '../second-step/routes.ts';
import { registerSecurity } from './security-routes.ts';
import { registerSessions } from './sessions-routes.ts';

/** The person's own account. */
export async function registerMe(scope: HttpServer, deps: DashboardDeps): Promise<void> {
  await registerSecondStep(scope, deps);
  await registerEmail(scope, deps);
  registerProfile(scope, deps);
  registerSecurity(scope, deps);
  registerFactors(scope, deps);
  registerSessions(scope, deps);
}
