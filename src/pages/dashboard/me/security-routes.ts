import { describeDevice } from '../../../people/sessions/describe-device.ts';
import { listFactors } from '../../../people/factors/list-factors.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { mustKeepFactor } from './factors-routes.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The person's password and second factors. */
export function registerSecurity(
  { view }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'isProduction'>,
): void {
  view(ROUTES.me.security, { shows: 'mySecurity' }, async ({ session, request }) => {
    const factors = await listFactors(deps.database, session.personId);
    const { browser, system } = describeDevice(request.headers['user-agent'] ?? '');
    return {
      totpSince: factors.totpSince?.toISOString() ?? null,
      passkeys: factors.passkeys.map((passkey) => ({
        ...passkey,
        createdAt: passkey.createdAt.toISOString(),
        lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factors.recoveryCodesLeft,
      mustKeepOne: await mustKeepFactor(session, deps),
      deviceName: [browser, system].filter((name) => name !== null).join(', '),
    };
  });
}
