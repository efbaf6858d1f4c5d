import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listHostsOf } from '../../../hosts/members/find-member.ts';
import { addPasskey } from '../../../people/factors/add-passkey.ts';
import { askForNewPasskey } from '../../../people/factors/ask-for-passkey.ts';
import { renewRecoveryCodes, type FactorChange } from '../../../people/factors/finish-factor-change.ts';
import { passkeySite, type PasskeySite } from '../../../people/factors/passkey-site.ts';
import { removePasskey, removeTotp } from '../../../people/factors/remove-factor.ts';
import { renamePasskey } from '../../../people/factors/rename-passkey.ts';
import { addTotp, beginTotp } from '../../../people/factors/set-up-totp.ts';
import { requireRecentProof } from '../../../people/require-recent-proof.ts';
import { demandsFactor } from '../../../powers.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, sessionOf } from '../access/find-visitor.ts';
import { newPasskeyOf } from '../second-step/server/passkey-answers.ts';
import { NewPasskeyBody } from '../second-step/passkey-bodies.ts';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import { TotpBody } from './bodies.ts';

const ByPasskey = Type.Object({ passkeyId: Id() });

const changeOf = (request: FastifyRequest): FactorChange => {
  const { personId, sessionId } = sessionOf(request);
  return { actor: actorOf(request), personId, sessionId };
};

/** Authenticator app, passkeys and recovery codes. Each change of them gives the session a new token. */
export function registerFactors(scope: HttpServer, deps: DashboardDeps): void {
  const { change, cookie } = deps;
  const answer = <T extends { token: string }>(reply: FastifyReply, { token, ...rest }: T) => {
    cookie.write(reply, token);
    return rest;
  };
  registerAdding(scope, deps, answer);

  scope.patch(
    ROUTES.me.renamePasskey.path,
    { schema: { params: ByPasskey, body: PasskeyNameBody } },
    async (request) => {
      const { passkeyId } = request.params;
      const { name } = request.body;
      await change(request, (tx) => renamePasskey(tx, { ...changeOf(request), passkeyId, name }));
      return {};
    },
  );

  scope.delete(ROUTES.me.removeTotp.path, async (request, reply) => {
    const mustKeepOne = await mustKeepFactor(request, deps);
    return answer(
      reply,
      await change(request, (tx) => removeTotp(tx, { ...changeOf(request), mustKeepOne })),
    );
  });

  scope.delete(ROUTES.me.removePasskey.path, { schema: { params: ByPasskey } }, async (request, reply) => {
    const { passkeyId } = request.params;
    const mustKeepOne = await mustKeepFactor(request, deps);
    const removal = { ...changeOf(request), mustKeepOne, passkeyId };
    return answer(reply, await change(request, (tx) => removePasskey(tx, removal)));
  });

  scope.post(ROUTES.me.renewRecoveryCodes.path, async (request, reply) =>
    answer(reply, await change(request, (tx) => renewRecoveryCodes(tx, changeOf(request)))),
  );
}

type Answer = <T extends { token: string }>(reply: FastifyReply, made: T) => Omit<T, 'token'>;

function registerAdding(scope: HttpServer, deps: DashboardDeps, answer: Answer): void {
  const { database, change, secretKeys } = deps;
  const siteOf = ({ headers }: FastifyRequest): PasskeySite => passkeySite({ ...deps, host: headers.host });

  scope.post(ROUTES.me.beginTotp.path, async (request) => {
    const session = sessionOf(request);
    requireRecentProof(session);
    const { secret, address, setUp } = await database.transaction((tx) => beginTotp(tx, secretKeys, session));
    return { secret, setUp, qr: qrPath(address, { isSecret: true }) };
  });

  scope.post(ROUTES.me.addTotp.path, { schema: { body: TotpBody } }, async (request, reply) => {
    requireRecentProof(sessionOf(request));
    const { setUp, code } = request.body;
    const typed = { setUp, code: code.replaceAll(/\s/g, '') };
    return answer(
      reply,
      await change(request, (tx) => addTotp(tx, secretKeys, { ...changeOf(request), ...typed })),
    );
  });

  scope.post(ROUTES.me.askForNewPasskey.path, async (request) => {
    const session = sessionOf(request);
    requireRecentProof(session);
    return database.transaction((tx) => askForNewPasskey(tx, { ...session, site: siteOf(request) }));
  });

  scope.post(ROUTES.me.addPasskey.path, { schema: { body: NewPasskeyBody } }, async (request, reply) => {
    requireRecentProof(sessionOf(request));
    const { name } = request.body;
    const passkey = { name, response: newPasskeyOf(request.body), site: siteOf(request) };
    return answer(reply, await change(request, (tx) => addPasskey(tx, { ...changeOf(request), ...passkey })));
  });
}

/** In production some roles need a factor. In one host is enough. */
export async function mustKeepFactor(
  request: FastifyRequest,
  { database, isProduction }: DashboardDeps,
): Promise<boolean> {
  if (!isProduction) return false;
  const hosts = await listHostsOf(database, sessionOf(request).personId);
  return hosts.some(({ role }) => demandsFactor(role));
}
