import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { createEntranceDeps, type BeforeEntrance } from './server/entrance-deps.ts';
import { registerConfirm, registerSendConfirmation } from './confirm-routes.ts';
import { registerInvitation } from './invitation-routes.ts';
import { registerPasskeySignIn } from './passkey-routes.ts';
import { registerReset } from './reset-routes.ts';
import { registerSignIn } from './sign-in-routes.ts';
import { registerSignUp } from './sign-up-routes.ts';

/** Signing up and in: plain forms that work without a script, and passkeys, which need one. */
export async function registerEntrance(
  pages: PageRoutes,
  dashboard: BeforeEntrance & Pick<DashboardDeps, 'logger' | 'isProduction'>,
): Promise<void> {
  const deps = createEntranceDeps(dashboard);
  registerSendConfirmation(pages.scope, deps);
  registerPasskeySignIn(pages, dashboard);
  await pages.scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    answerWithPages(forms, {
      logger: dashboard.logger,
      answer: (trouble, _request, reply) =>
        trouble.kind === 'not_found'
          ? null
          : deps.send(reply, trouble.status, {
              about: 'trouble',
              what: trouble.kind,
              seconds: trouble.retryAfterSeconds,
            }),
    });
    registerSignIn(forms, deps);
    registerSignUp(forms, deps);
    registerReset(forms, deps);
    registerConfirm(forms, deps);
    registerInvitation(forms, deps);
  });
}
