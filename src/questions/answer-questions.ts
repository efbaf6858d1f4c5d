import type { Transaction } from '../db/database.ts';
import {
  answerProblem,
  askedFields,
  cleanAnswer,
  nameField,
  type AskedField,
  type GivenAnswer,
} from '../rules/questions.ts';
import { readOrderAnswers } from './read-answers.ts';
import { touchTickets } from './touch-tickets.ts';
import { changeAnswers } from './write-answers.ts';

export type AnsweredOrder = {
  eventId: string;
  orderId: string;
  /** All tickets of the order that are good, by their places in it. */
  tickets: readonly { position: number; sku: string }[];
};

/** The questions to an existing order: once for all of its good tickets, and for each of them. */
export function fieldsOfOrder(
  questions: Parameters<typeof askedFields>[0],
  tickets: AnsweredOrder['tickets'],
): AskedField[] {
  return askedFields(
    questions,
    tickets.map(({ sku }) => sku),
  ).map(({ question, ticket }) => ({
    question,
    ticket: ticket === null ? null : (tickets[ticket - 1]?.position ?? 0),
  }));
}

/**
 * Answers some of what is asked, after the order: on the receipt, or by a member. `isAnswered` says which fields were on the form. What is wrong or
 * missing there changes nothing and is counted: everything else is kept.
 */
export async function answerQuestions(
  tx: Transaction,
  input: AnsweredOrder & { given: readonly GivenAnswer[]; isAnswered: (field: AskedField) => boolean },
): Promise<{ wrong: number; changed: AskedField[] }> {
  const { orderId, eventId } = input;
  // One after the other, and nobody erases the person meanwhile.
  await tx.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
  const { questions, answers } = await readOrderAnswers(tx, { eventId, orderId });
  const before = new Map(answers.map((one) => [nameField(one.questionId, one.ticket), one.answer]));
  const typed = new Map(input.given.map((one) => [nameField(one.questionId, one.ticket), one.answer]));
  const changes: GivenAnswer[] = [];
  const changed: AskedField[] = [];
  let wrong = 0;
  for (const { question, ticket } of fieldsOfOrder(questions, input.tickets).filter(input.isAnswered)) {
    const name = nameField(question.id, ticket);
    const answer = cleanAnswer(question.kind, typed.get(name) ?? '');
    if (answer === (before.get(name) ?? '')) {
      if (answer === '' && question.isRequired) wrong += 1;
    } else if (answerProblem(question, answer) !== null) wrong += 1;
    else {
      changes.push({ questionId: question.id, ticket, answer });
      changed.push({ question, ticket });
    }
  }
  await changeAnswers(tx, orderId, changes);
  if (changes.length > 0) await touchTickets(tx, orderId, changes);
  return { wrong, changed };
}
