import type { FastifyReply, FastifyRequest } from 'fastify';
import { listHostsOf } from '../../../hosts/members/find-member.ts';
import { addPasskey } from '../../../people/passkeys/add-passkey.ts';
import { askForNewPasskey } from '../../../people/passkeys/ask-for-passkey.ts';
import { renewRecoveryCodes, type FactorChange } from '../../../people/factors/finish-factor-change.ts';
import { passkeySite, type PasskeySite } from '../../../people/passkeys/passkey-site.ts';
import { removePasskey, removeTotp } from '../../../people/factors/remove-factor.ts';
import { renamePasskey } from '../../../people/passkeys/rename-passkey.ts';
import { addTotp, beginTotp } from '../../../people/factors/set-up-totp.ts';
import { requireRecentProof } from '../../../people/sessions/require-recent-proof.ts';
import { demandsFactor } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { newPasskeyOf } from '../second-step/server/passkey-answers.ts';
import { NewPasskeyBody } from '../second-step/passkey-bodies.ts';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import { TotpBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import type { Actor } from '../../../audit/actor.ts';
import type { Session } from '../../../people/sessions/sessions.ts';

type Deps = Pick<DashboardDeps, 'database' | 'cookie' | 'secretKeys' | 'isProduction' | 'dashboardUrl'>;

const changeOf = ({
  session: { personId, sessionId },
  actor,
}: {
  session: Session;
  actor: Actor;
}): FactorChange => ({
  actor,
  personId,
  sessionId,
});

/** Authenticator app, passkeys and recovery codes. Each change of them gives the session a new token. */
export function registerFactors(pages: PageRoutes, deps: Deps): void {
  const { change } = pages;
  const routes = ROUTES.me;
  const renew = <T extends { token: string }>(reply: FastifyReply, { token, ...rest }: T) => {
    deps.cookie.write(reply, token);
    return rest;
  };
  registerAdding(pages, deps, renew);

  change(routes.renamePasskey, { body: PasskeyNameBody }, (tx, passkey, { session: { personId } }) =>
    renamePasskey(tx, { ...passkey, personId }),
  );
  pages.answer(routes.removeTotp, {}, async ({ session, actor, inChange, reply }) => {
    const mustKeepOne = await mustKeepFactor(session, deps);
    return renew(
      reply,
      await inChange((tx) => removeTotp(tx, { ...changeOf({ session, actor }), mustKeepOne })),
    );
  });
  pages.answer(routes.removePasskey, {}, async ({ session, actor, params, inChange, reply }) => {
    const mustKeepOne = await mustKeepFactor(session, deps);
    const removal = { ...changeOf({ session, actor }), ...params, mustKeepOne };
    return renew(reply, await inChange((tx) => removePasskey(tx, removal)));
  });
  pages.answer(routes.renewRecoveryCodes, {}, async (asked) =>
    renew(asked.reply, await asked.inChange((tx) => renewRecoveryCodes(tx, changeOf(asked)))),
  );
}

type Renew = <T extends { token: string }>(reply: FastifyReply, made: T) => Omit<T, 'token'>;

function registerAdding({ answer }: PageRoutes, deps: Deps, renew: Renew): void {
  const { database, secretKeys } = deps;
  const routes = ROUTES.me;
  const siteOf = ({ headers }: FastifyRequest): PasskeySite => passkeySite({ ...deps, host: headers.host });

  answer(routes.beginTotp, {}, async ({ session }) => {
    requireRecentProof(session);
    const { secret, address, setUp } = await database.transaction((tx) => beginTotp(tx, secretKeys, session));
    return { secret, setUp, qr: qrPath(address, { isSecret: true }) };
  });

  answer(routes.addTotp, { body: TotpBody }, async (asked) => {
    requireRecentProof(asked.session);
    const { setUp, code } = asked.body;
    const added = { ...changeOf(asked), setUp, code: code.replaceAll(/\s/g, '') };
    return renew(asked.reply, await asked.inChange((tx) => addTotp(tx, secretKeys, added)));
  });

  answer(routes.askForNewPasskey, {}, async ({ session, request }) => {
    requireRecentProof(session);
    return database.transaction((tx) => askForNewPasskey(tx, { ...session, site: siteOf(request) }));
  });

  answer(routes.addPasskey, { body: NewPasskeyBody }, async (asked) => {
    requireRecentProof(asked.session);
    const { body, request, reply } = asked;
    const passkey = { name: body.name, response: newPasskeyOf(body), site: siteOf(request) };
    return renew(reply, await asked.inChange((tx) => addPasskey(tx, { ...changeOf(asked), ...passkey })));
  });
}

/** In production some roles need a factor. In one host is enough. */
export async function mustKeepFactor(
  { personId }: Session,
  { database, isProduction }: Pick<DashboardDeps, 'database' | 'isProduction'>,
): Promise<boolean> {
  if (!isProduction) return false;
  const hosts = await listHostsOf(database, personId);
  return hosts.some(({ role }) => demandsFactor(role));
}
