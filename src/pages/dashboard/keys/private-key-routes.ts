import { Type } from 'typebox';
import { revealPrivateKey, rotatePrivateKey } from '../../../hosts/keys/private-key.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { RotatePrivateKeyBody } from './bodies.ts';

const ByHost = Type.Object({ hostId: Id() });

/** The key that signs webhooks: shown and replaced after a second step only. */
export function registerPrivateKey(scope: HttpServer, { change, secretKeys }: DashboardDeps): void {
  scope.post(ROUTES.keys.revealPrivate.path, { schema: { params: ByHost } }, async (request) => {
    const { hostId } = memberOf(request);
    const actor = actorOf(request);
    return {
      privateKey: await change(request, (tx) => revealPrivateKey(tx, secretKeys, { hostId, actor })),
    };
  });

  scope.post(
    ROUTES.keys.rotatePrivate.path,
    { schema: { params: ByHost, body: RotatePrivateKeyBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const input = { hostId, actor: actorOf(request), ...request.body };
      return { privateKey: await change(request, (tx) => rotatePrivateKey(tx, secretKeys, input)) };
    },
  );
}
