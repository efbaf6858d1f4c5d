import type { ReceiptAsked, ReceiptNewsletter } from '../contract.ts';
import { readConsent, type Consent } from '../../../../newsletter/consent.ts';
import type { Queryable } from '../../../../db/database.ts';
import { findOpenQuestions } from '../../../../questions/open-questions.ts';
import { readOrderAnswers } from '../../../../questions/read-answers.ts';
import {
  nameField,
  type AskedField,
  type AskedQuestion,
  type GivenAnswer,
} from '../../../../rules/questions.ts';
import type { Receipt } from './load-receipt.ts';
import { isWaiting, liveTickets } from './receipt-state.ts';

/** The host's questions to a buyer, with the answers so far. */
export type AskedOfOrder = { questions: AskedQuestion[]; answers: GivenAnswer[]; consent: Consent | null };

export async function readAsked(
  tx: Queryable,
  { order, event }: Pick<Receipt, 'order' | 'event'>,
): Promise<AskedOfOrder> {
  const { language, buyer } = order;
  return {
    ...(await readOrderAnswers(tx, { eventId: event.id, orderId: order.id, language })),
    consent: await readConsent(tx, { hostId: event.host.id, email: buyer.email, language }),
  };
}

/** Until the event is over the answers can be changed. */
export const mayAnswer = ({ isEventOver, event }: Receipt): boolean =>
  !isEventOver && event.status !== 'CANCELLED';

/** The questions for the tickets that the page shows; null if there is nothing to ask or to tell. */
export function toAsked(
  receipt: Receipt,
  { questions, answers }: Pick<AskedOfOrder, 'questions' | 'answers'>,
  shownPositions: readonly number[],
): ReceiptAsked | null {
  const tickets = liveTickets(receipt);
  if (isWaiting(receipt) || tickets.length === 0) return null;
  const typed = new Map(answers.map((one) => [nameField(one.questionId, one.ticket), one.answer]));
  const toField = ({ question, ticket }: AskedField) => {
    const name = nameField(question.id, ticket);
    return { question, name, answer: typed.get(name) ?? '' };
  };
  const { source } = receipt.order;
  const { fields, isMissing, isOpen } = findOpenQuestions({ questions, answers }, { source, tickets });
  if (fields.length === 0) return null;
  return {
    isOpen: mayAnswer(receipt) && isOpen,
    isMissing,
    mayAnswer: mayAnswer(receipt),
    ofOrder: fields.filter(({ ticket }) => ticket === null).map(toField),
    ofTickets: tickets
      .filter(({ position }) => shownPositions.includes(position))
      .map(({ position, typeName, recipient }) => ({
        position,
        typeName,
        holder: `${recipient.firstName} ${recipient.lastName}`,
        fields: fields.filter(({ ticket }) => ticket === position).map(toField),
      }))
      .filter(({ fields: asked }) => asked.length > 0),
  };
}

/** A buyer can withdraw consent at any time, in any state of the event, the tickets and the host's newsletter. */
export function toNewsletter(receipt: Receipt, consent: Consent | null): ReceiptNewsletter | null {
  if (!consent || receipt.order.confirmedAt === null) return null;
  const { sentence, hasAgreed } = consent;
  const mayGive = mayAnswer(receipt) && liveTickets(receipt).length > 0;
  return hasAgreed || mayGive ? { sentence, hasAgreed } : null;
}
