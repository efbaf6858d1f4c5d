import { describeDevice } from '../../../people/describe-device.ts';
import { listFactors } from '../../../people/factors/list-factors.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { sessionOf } from '../access/find-visitor.ts';
import { mustKeepFactor } from './factors-routes.ts';

/** How the person proves who they are: password and factors. */
export function registerSecurity(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  scope.get(ROUTES.me.security.path, async (request, reply) => {
    const { totpSince, passkeys, recoveryCodesLeft } = await listFactors(
      database,
      sessionOf(request).personId,
    );
    const { browser, system } = describeDevice(request.headers['user-agent'] ?? '');
    return sendView(request, reply, {
      view: 'mySecurity',
      data: {
        totpSince: totpSince?.toISOString() ?? null,
        passkeys: passkeys.map((passkey) => ({
          ...passkey,
          createdAt: passkey.createdAt.toISOString(),
          lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft,
        mustKeepOne: await mustKeepFactor(request, deps),
        deviceName: [browser, system].filter((name) => name !== null).join(', '),
      },
    });
  });
}
