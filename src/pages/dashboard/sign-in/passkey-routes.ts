import { passkeyLimits, passkeyQuestionLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt, uncountAttempt } from '../../../attempts/count-attempt.ts';
import { limitAddress } from '../../../http/client-address.ts';
import { askForPasskey } from '../../../people/passkeys/ask-for-passkey.ts';
import { passkeySite } from '../../../people/passkeys/passkey-site.ts';
import { signInByPasskey } from '../../../people/sign-in/sign-in-by-passkey.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { PasskeyBody } from '../second-step/passkey-bodies.ts';
import { passkeyOf } from '../second-step/server/passkey-answers.ts';
import { originOf } from './server/entrance-deps.ts';

/** Signing in by a passkey alone. The page's script asks what to sign, and sends it signed (`offer-passkey.ts`). */
export function registerPasskeySignIn(
  { answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'cookie' | 'isProduction' | 'dashboardUrl'>,
): void {
  const { database, cookie } = deps;

  answer(ROUTES.entrance.askForPasskey, {}, async ({ request }) => {
    const site = passkeySite({ ...deps, host: request.headers.host });
    await countAttempt(database, passkeyQuestionLimits(limitAddress(request.clientAddress)));
    return database.transaction((tx) => askForPasskey(tx, { asked: null, site }));
  });

  answer(
    ROUTES.entrance.signInByPasskey,
    { body: PasskeyBody },
    async ({ actor, body, inChange, request, reply }) => {
      const site = passkeySite({ ...deps, host: request.headers.host });
      const address = limitAddress(request.clientAddress);
      const limits = passkeyLimits(address);
      await countAttempt(database, limits);
      const step = await inChange((tx) =>
        signInByPasskey(tx, {
          actor,
          response: passkeyOf(body),
          site,
          origin: originOf(request),
          oldToken: cookie.read(request),
        }),
      );
      if ('refusal' in step) throw step.refusal;
      // The question was an honest one as well.
      const counted = [...limits, ...passkeyQuestionLimits(address)];
      await database.transaction((tx) => uncountAttempt(tx, counted));
      cookie.write(reply, step.token);
    },
  );
}
