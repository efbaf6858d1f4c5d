import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../../pages/dashboard/access/dashboard-deps.ts';
import { registerEmail } from './register-email.ts';
import { registerFactors } from './register-factors.ts';
import { registerProfile } from './register-profile.ts';
import { registerSecondStep } from './register-second-step.ts';
import { registerSecurity } from './register-security.ts';
import { registerSessions } from './register-sessions.ts';

/** The person's own account. */
export async function registerMe(scope: HttpServer, parts: DashboardParts): Promise<void> {
  await registerSecondStep(scope, parts);
  await registerEmail(scope, parts);
  registerProfile(scope, parts);
  registerSecurity(scope, parts);
  registerFactors(scope, parts);
  registerSessions(scope, parts);
}
