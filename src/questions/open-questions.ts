import type { OrderSource } from '../rules/order-source.ts';
import { nameField, type AskedField, type AskedQuestion, type GivenAnswer } from '../rules/questions.ts';
import { fieldsOfOrder, type AnsweredOrder } from './answer-questions.ts';

/** Finds the questions to an order, and whether its buyer should be told: nobody has asked them yet, or a required answer is missing. */
export function findOpenQuestions(
  { questions, answers }: { questions: readonly AskedQuestion[]; answers: readonly GivenAnswer[] },
  { source, tickets }: { source: OrderSource; tickets: AnsweredOrder['tickets'] },
): { fields: AskedField[]; isMissing: boolean; isOpen: boolean } {
  const fields = fieldsOfOrder(questions, tickets);
  const answered = new Set(answers.map(({ questionId, ticket }) => nameField(questionId, ticket)));
  const isMissing = fields.some(
    ({ question, ticket }) => question.isRequired && !answered.has(nameField(question.id, ticket)),
  );
  const isUnasked = source !== 'embed' && fields.length > 0 && answers.length === 0;
  return { fields, isMissing, isOpen: isMissing || isUnasked };
}
