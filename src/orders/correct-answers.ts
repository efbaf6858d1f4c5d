import { createHash } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { answerQuestions, type AnsweredOrder } from '../questions/answer-questions.ts';
import { readOrderAnswers } from '../questions/read-answers.ts';
import { Refusal } from '../refusal.ts';
import { nameField, type AskedField, type GivenAnswer } from '../rules/questions.ts';
import { addToHistory } from './add-to-history.ts';
import { lockOrder } from './lock-order.ts';

type OrderRow = { hostId: string; eventId: string; reference: string };
type Ticket = AnsweredOrder['tickets'][number] & { email: string };

/** Stands for the answers that somebody read, and for whose they are: to notice that they were changed or a ticket was passed on meanwhile. */
export const seenAnswers = (
  answers: readonly GivenAnswer[],
  tickets: readonly { position: number; email: string }[],
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        // Independent of the order in which they were read.
        answers
          .map(({ questionId, ticket, answer }) => `${nameField(questionId, ticket)} ${answer}`)
          .toSorted(),
        tickets.map(({ position, email }) => [position, email]),
      ]),
    )
    .digest('hex')
    .slice(0, 32);

/**
 * A member writes down what a buyer or a guest has told the host: also a new holder, whom no page of ours can ask. Either all of it is kept, or
 * none. The log tells what was answered anew, and never the answer.
 */
export async function correctAnswers(
  tx: Transaction,
  input: { orderId: string; actor: Actor; answers: readonly GivenAnswer[]; seen: string },
): Promise<void> {
  const { orderId, actor } = input;
  await lockOrder(tx, orderId);
  const { hostId, eventId, reference } = await readOrder(tx, orderId);
  const tickets = await readGoodTickets(tx, orderId);
  const { answers } = await readOrderAnswers(tx, { eventId, orderId });
  const typed = new Set(input.answers.map(({ questionId, ticket }) => nameField(questionId, ticket)));
  const { wrong, changed } = await answerQuestions(tx, {
    eventId,
    orderId,
    tickets,
    given: input.answers,
    isAnswered: ({ question, ticket }) => typed.has(nameField(question.id, ticket)),
  });
  if (wrong > 0)
    throw new Refusal('validation_failed', 'An answer is missing, too long, or not one of the choices.');
  // Asked for before, and the answer was lost.
  if (changed.length === 0) return noteUnchanged(tx);
  if (seenAnswers(answers, tickets) !== input.seen)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this: reload the page.');
  await addToHistory(tx, orderId, `the host corrected answers: ${changed.map(sayField).join(', ')}`);
  const after = Object.fromEntries(changed.map((field) => [sayField(field), '(changed)']));
  const subject = { id: orderId, name: reference };
  await recordChange(tx, { hostId, actor, action: 'order.correct_answers', subject, after });
}

const sayField = ({ question, ticket }: AskedField): string =>
  ticket === null ? `“${question.label}”` : `“${question.label}” of ticket ${ticket}`;

async function readOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(
    'SELECT host_id AS "hostId", event_id AS "eventId", reference FROM orders WHERE id = $1',
    [orderId],
  );
  const [order] = rows;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  return order;
}

async function readGoodTickets(tx: Transaction, orderId: string): Promise<Ticket[]> {
  const { rows } = await tx.query<Ticket>(
    `SELECT position, ticket_type_id AS sku, email FROM tickets WHERE order_id = $1 AND voided_at IS NULL ORDER BY position`,
    [orderId],
  );
  if (rows.length === 0)
    throw new Refusal('wrong_state', 'You can edit answers only if the order has valid tickets.');
  return rows;
}
