import { Type } from 'typebox';
import { recordChange } from '../../audit/record-change.ts';
import { readPrivateKey } from '../../hosts/keys/private-key.ts';
import {
  createPublicKey,
  listPublicKeys,
  renamePublicKey,
  revokePublicKey,
} from '../../hosts/keys/public-keys.ts';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { actorOf, memberOf } from '../frame/find-visitor.ts';
import { KeyBody } from './key-body.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByKey = Type.Object({ hostId: Id(), keyId: Id() });

/** The keys that an integrator calls with, and the one that signs webhooks. */
export function registerKeys(scope: HttpServer, parts: DashboardParts): void {
  const { database, change, sendView, secretKeys } = parts;

  scope.get(ROUTES.keys.view.path, { schema: { params: ByHost } }, async (request, reply) => {
    const keys = await listPublicKeys(database, memberOf(request).hostId);
    const data = keys.map((key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      revokedAt: key.revokedAt?.toISOString() ?? null,
    }));
    return sendView(request, reply, { view: 'keys', data: { keys: data } });
  });

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

  scope.patch(ROUTES.keys.rename.path, { schema: { params: ByKey, body: KeyBody } }, async (request) => {
    const { hostId, keyId } = request.params;
    const { name } = request.body;
    await change(request, (tx) => renamePublicKey(tx, { hostId, actor: actorOf(request), keyId, name }));
    return {};
  });

  scope.post(ROUTES.keys.revoke.path, { schema: { params: ByKey } }, async (request) => {
    const { hostId, keyId } = request.params;
    await change(request, (tx) => revokePublicKey(tx, { hostId, actor: actorOf(request), keyId }));
    return {};
  });

  scope.post(ROUTES.keys.revealPrivate.path, { schema: { params: ByHost } }, async (request) => {
    const { hostId } = memberOf(request);
    return change(request, async (tx) => {
      await recordChange(tx, { hostId, actor: actorOf(request), action: 'private_key.reveal' });
      return { privateKey: await readPrivateKey(tx, secretKeys, hostId) };
    });
  });
}
