import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { registerFactors } from './register-factors.ts';
import { registerSecondStep } from './register-second-step.ts';
import { registerSecurity } from './register-security.ts';
import { registerSessions } from './register-sessions.ts';

/** The person's own account. */
export function registerMe(scope: HttpServer, parts: DashboardParts): void {
  registerSecondStep(scope, parts);
  registerSecurity(scope, parts);
  registerFactors(scope, parts);
  registerSessions(scope, parts);
}
