import type { Static } from 'typebox';
import { addQuestion } from '../../../questions/add-question.ts';
import { changeQuestion } from '../../../questions/change-question.ts';
import { describeQuestions } from '../../../questions/describe-questions.ts';
import type { QuestionFields } from '../../../questions/question-fields.ts';
import { removeQuestion } from '../../../questions/remove-question.ts';
import { reorderQuestions } from '../../../questions/reorder-questions.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { AddQuestionBody, ChangeQuestionBody, QuestionIdsBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const toFields = ({
  choices,
  ticketTypeIds,
  ...fields
}: Omit<Static<typeof ChangeQuestionBody>, 'version'>): QuestionFields => ({
  ...fields,
  choices: choices ?? [],
  ticketTypeIds: ticketTypeIds.length === 0 ? null : ticketTypeIds,
});

/** The questions that the event asks its buyers. */
export function registerEventQuestions(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.eventQuestions;

  view(routes.view, { shows: 'eventQuestions' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    return { event, ...(await describeQuestions(database, event.eventId)) };
  });

  change(routes.add, { body: AddQuestionBody }, async (tx, input) => {
    const { hostId, eventId, actor, questionId, ...fields } = input;
    await addQuestion(tx, { hostId, eventId, actor, questionId, fields: toFields(fields) });
    return { questionId };
  });
  change(routes.change, { body: ChangeQuestionBody }, (tx, input) => {
    const { hostId, eventId, actor, questionId, version, ...fields } = input;
    return changeQuestion(tx, { hostId, eventId, actor, questionId, version, fields: toFields(fields) });
  });
  change(routes.remove, {}, removeQuestion);
  change(routes.reorder, { body: QuestionIdsBody }, reorderQuestions);
}
