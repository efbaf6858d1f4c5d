import { Type } from 'typebox';
import { createPublicKey, renamePublicKey, revokePublicKey } from '../../../hosts/keys/public-keys.ts';
import { readServerLines, setServerAddresses } from '../../../hosts/keys/server-addresses.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { KeyBody, NameServersBody, RenameKeyBody } from './bodies.ts';
import { loadKeys } from './data.ts';
import { registerPrivateKey } from './private-key-routes.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByKey = Type.Object({ hostId: Id(), keyId: Id() });

/** The keys that an integrator calls with, and the one that signs webhooks. */
export function registerKeys(scope: HttpServer, deps: DashboardDeps): void {
  const { change, sendView } = deps;

  scope.get(ROUTES.keys.view.path, { schema: { params: ByHost } }, async (request, reply) =>
    sendView(request, reply, { view: 'keys', data: await loadKeys(deps, memberOf(request)) }),
  );

  scope.post(
    ROUTES.keys.create.path,
    { schema: { params: ByHost, body: KeyBody } },
    async (request, reply) => {
      const { hostId } = memberOf(request);
      const { name } = request.body;
      const made = await change(request, (tx) =>
        createPublicKey(tx, { hostId, actor: actorOf(request), name }),
      );
      reply.code(201);
      return made;
    },
  );

  scope.patch(
    ROUTES.keys.rename.path,
    { schema: { params: ByKey, body: RenameKeyBody } },
    async (request) => {
      const { hostId, keyId } = request.params;
      const actor = actorOf(request);
      await change(request, (tx) => renamePublicKey(tx, { hostId, actor, keyId, ...request.body }));
      return {};
    },
  );

  scope.patch(
    ROUTES.keys.nameServers.path,
    { schema: { params: ByKey, body: NameServersBody } },
    async (request) => {
      const { hostId, keyId } = request.params;
      const actor = actorOf(request);
      const { version } = request.body;
      const addresses = readServerLines(request.body.addresses);
      const servers = await change(request, (tx) =>
        setServerAddresses(tx, { hostId, actor, keyId, version, addresses }),
      );
      return { servers };
    },
  );

  scope.post(ROUTES.keys.revoke.path, { schema: { params: ByKey } }, async (request) => {
    const { hostId, keyId } = request.params;
    await change(request, (tx) => revokePublicKey(tx, { hostId, actor: actorOf(request), keyId }));
    return {};
  });

  registerPrivateKey(scope, deps);
}
