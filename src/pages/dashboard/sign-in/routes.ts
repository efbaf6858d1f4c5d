import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import type { DashboardParts } from '../access/dashboard-deps.ts';
import { createEntranceParts } from './server/entrance-parts.ts';
import { registerConfirm, registerSendConfirmation } from './confirm-routes.ts';
import { registerInvitation } from './invitation-routes.ts';
import { registerReset } from './reset-routes.ts';
import { registerSignIn } from './sign-in-routes.ts';
import { registerSignUp } from './sign-up-routes.ts';

/** Signing up and in: plain forms that work without a script. */
export async function registerEntrance(scope: HttpServer, dashboard: DashboardParts): Promise<void> {
  const parts = createEntranceParts(dashboard);
  registerSendConfirmation(scope, parts);
  await scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    answerWithPages(forms, {
      logger: dashboard.logger,
      answer: (trouble, _request, reply) =>
        trouble.kind === 'not_found'
          ? null
          : parts.send(reply, trouble.status, {
              about: 'trouble',
              what: trouble.kind,
              seconds: trouble.retryAfterSeconds,
            }),
    });
    registerSignIn(forms, parts);
    registerSignUp(forms, parts);
    registerReset(forms, parts);
    registerConfirm(forms, parts);
    registerInvitation(forms, parts);
  });
}
