import assert from 'node:assert/strict';
import { changeAutomaticMail } from '../../../automatic-mails/change-automatic-mail.ts';
import {
  readAutomaticMails,
  type AutomaticMailSettings,
} from '../../../automatic-mails/read-automatic-mails.ts';
import { sampleAutomaticMail } from '../../../automatic-mails/sample-automatic-mail.ts';
import { testAutomaticMail } from '../../../automatic-mails/test-automatic-mail.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { testMessageLimit } from '../../../messages/test-message.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { AUTOMATIC_MAILS, type AutomaticMail } from '../../../rules/automatic-mails.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { loadEvent } from '../event-layout/data.ts';
import { AutomaticMailBody, AutomaticPreviewBody, AutomaticTestBody } from './bodies.ts';
import type { ShownAutomaticMail } from './data.ts';
import { showMail } from './shown-messages-routes.ts';

/** The mails that go out by themselves around an event: switched on, changed, previewed and tested. */
export async function registerAutomaticMails(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'checkoutUrl' | 'unsubscribing'>,
): Promise<void> {
  const { database } = deps;
  const routes = ROUTES.eventMessages;

  pages.view(routes.automatic, { shows: 'automaticMail' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const kind = kindOf(params);
    const mail = (await readAutomaticMails(database, params)).find((one) => one.kind === kind);
    assert(mail, 'each kind is there');
    return { event, mail: showAutomatic(mail) };
  });

  pages.change(routes.changeAutomatic, { body: AutomaticMailBody }, (tx, { hours, ...input }) =>
    changeAutomaticMail(tx, { ...input, hours: Number(hours), kind: kindOf(input) }),
  );

  pages.answer(
    routes.testAutomatic,
    { body: AutomaticTestBody },
    async ({ params, actor, body, inChange }) => {
      assert(actor.kind === 'member', 'a test goes to a member');
      const test = { ...body, ...params, kind: kindOf(params) };
      await sampleAutomaticMail(database, deps, test);
      await countAttempt(database, [testMessageLimit(actor.personId)]);
      await inChange((tx) => testAutomaticMail(tx, { ...test, actor }));
      return { to: actor.email };
    },
  );

  await pages.scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    pages
      .within(forms)
      .answer(routes.previewAutomatic, { body: AutomaticPreviewBody }, async ({ params, body, reply }) => {
        const sample = { ...params, ...body, kind: kindOf(params) };
        return showMail(reply, await sampleAutomaticMail(database, deps, sample), body);
      });
  });
}

function kindOf({ kind }: { kind: string }): AutomaticMail {
  const known = AUTOMATIC_MAILS.find((one) => one === kind);
  if (!known) throw new Refusal('not_found', 'There is no such automatic e-mail.');
  return known;
}

export const showAutomatic = ({ dueAt, begunAt, ...mail }: AutomaticMailSettings): ShownAutomaticMail => ({
  ...mail,
  dueAt: dueAt && dueAt.toISOString(),
  begunAt: begunAt && begunAt.toISOString(),
});
