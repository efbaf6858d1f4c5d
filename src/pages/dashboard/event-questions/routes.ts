import { Type, type Static } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { addQuestion } from '../../../questions/add-question.ts';
import { changeQuestion } from '../../../questions/change-question.ts';
import { describeQuestions } from '../../../questions/describe-questions.ts';
import type { QuestionFields } from '../../../questions/question-fields.ts';
import { removeQuestion } from '../../../questions/remove-question.ts';
import { reorderQuestions } from '../../../questions/reorder-questions.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { AddQuestionBody, ChangeQuestionBody, QuestionIdsBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByQuestion = Type.Object({ hostId: Id(), eventId: Id(), questionId: Id() });

const toFields = ({
  choices,
  ticketTypeIds,
  ...fields
}: Omit<Static<typeof ChangeQuestionBody>, 'version'>): QuestionFields => ({
  ...fields,
  choices: choices ?? [],
  ticketTypeIds: ticketTypeIds.length === 0 ? null : ticketTypeIds,
});

/** What the event asks its buyers. */
export function registerEventQuestions(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView } = deps;
  const routes = ROUTES.eventQuestions;

  scope.get(routes.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    const asked = await describeQuestions(database, event.eventId);
    return sendView(request, reply, { view: 'eventQuestions', data: { event, ...asked } });
  });

  scope.post(routes.add.path, { schema: { params: ByEvent, body: AddQuestionBody } }, async (request) => {
    const { questionId, ...fields } = request.body;
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => addQuestion(tx, { ...which, questionId, fields: toFields(fields) }));
    return { questionId };
  });

  scope.patch(
    routes.change.path,
    { schema: { params: ByQuestion, body: ChangeQuestionBody } },
    async (request) => {
      const { version, ...fields } = request.body;
      const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
      await change(request, (tx) => changeQuestion(tx, { ...which, version, fields: toFields(fields) }));
      return {};
    },
  );

  scope.delete(routes.remove.path, { schema: { params: ByQuestion } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => removeQuestion(tx, which));
    return {};
  });

  scope.post(routes.reorder.path, { schema: { params: ByEvent, body: QuestionIdsBody } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => reorderQuestions(tx, { ...which, ...request.body }));
    return {};
  });
}
