import type { HttpServer } from '../../../http/server.ts';
import type { DashboardParts } from '../access/dashboard-deps.ts';
import { registerEmail } from './email-routes.ts';
import { registerFactors } from './factors-routes.ts';
import { registerProfile } from './profile-routes.ts';
import { registerSecondStep } from '../second-step/routes.ts';
import { registerSecurity } from './security-routes.ts';
import { registerSessions } from './sessions-routes.ts';

/** The person's own account. */
export async function registerMe(scope: HttpServer, parts: DashboardParts): Promise<void> {
  await registerSecondStep(scope, parts);
  await registerEmail(scope, parts);
  registerProfile(scope, parts);
  registerSecurity(scope, parts);
  registerFactors(scope, parts);
  registerSessions(scope, parts);
}
