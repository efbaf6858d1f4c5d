import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mailToPersonLimit, newEmailLimit } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { askForNewEmail, changeEmail } from '../../../people/change-email.ts';
import { findMailedToken } from '../../../people/mailed-tokens.ts';
import { findSession } from '../../../people/sessions/sessions.ts';
import { requireRecentProof } from '../../../people/sessions/require-recent-proof.ts';
import { ROUTES } from '../../../routes.ts';
import { comparableAddress } from '../../../values/email-address.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { createEntranceDeps, type BeforeEntrance } from '../sign-in/server/entrance-deps.ts';
import { ByToken } from '../sign-in/reset-routes.ts';
import { actorOf } from '../access/find-visitor.ts';
import { EmailBody } from './bodies.ts';

/** Another e-mail address: asked for in the dashboard, confirmed by the link that is mailed to it. */
export async function registerEmail({ scope, answer }: PageRoutes, deps: BeforeEntrance): Promise<void> {
  const { database, cookie, base } = deps;
  const { send } = createEntranceDeps(deps);

  answer(ROUTES.me.askForNewEmail, { body: EmailBody }, async ({ session, actor, body, inChange }) => {
    requireRecentProof(session);
    const newEmail = body.email;
    const { personId } = session;
    await countAttempt(database, [newEmailLimit(personId), mailToPersonLimit(comparableAddress(newEmail))]);
    await inChange((tx) => askForNewEmail(tx, { actor, personId, newEmail }));
  });

  await scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    forms.get(ROUTES.me.newEmailPage.path, { schema: { params: ByToken } }, async ({ params }, reply) => {
      const found = await findMailedToken(database, { purpose: 'change_email', token: params.token });
      return found
        ? send(reply, 200, { about: 'change_email', email: found.email })
        : send(reply, 404, { about: 'dead_link', link: 'change_email' });
    });
    forms.post(ROUTES.me.changeEmail.path, { schema: { params: ByToken } }, async (request, reply) => {
      const { token } = request.params;
      const sessionToken = cookie.read(request);
      const session = sessionToken === null ? null : await findSession(database, sessionToken);
      const sessionId = session?.sessionId ?? null;
      const changed = await changeEmail(database, { actor: actorOf(request), token, sessionId });
      return changed
        ? reply.redirect(`${base}/me`, 303)
        : send(reply, 404, { about: 'dead_link', link: 'change_email' });
    });
  });
}
