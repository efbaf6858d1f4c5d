// The pages of buyers run this too: nothing here may need Node.

export const QUESTION_KINDS = ['line', 'text', 'choice', 'tick'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Asked once for all that is bought, or once for each guest. */
export const ASKED_PER = ['order', 'ticket'] as const;
export type AskedPer = (typeof ASKED_PER)[number];

/** A question as buyers see it. */
export type AskedQuestion = {
  id: string;
  per: AskedPer;
  kind: QuestionKind;
  label: string;
  /** Said below it; empty: nothing. */
  help: string;
  /** Of a choice: one of these. */
  choices: string[];
  /** How these are called to the buyer, one for each; left out: by themselves. */
  choiceLabels?: string[];
  isRequired: boolean;
  /** Asked only where one of these is bought; null: always. */
  ticketTypeIds: string[] | null;
};

export type GivenAnswer = {
  questionId: string;
  /** The ticket's place in its order, from 1 on; null: the order's. */
  ticket: number | null;
  answer: string;
};

/** A field that is filled in: a question, of the order or of one of its tickets. */
export type AskedField = { question: AskedQuestion; ticket: number | null };

export type AnswerProblem = 'missing' | 'too_long' | 'other_choice';
export type WrongAnswer = { questionId: string; ticket: number | null; problem: AnswerProblem };

// More would be a survey, and keep people from buying.
export const MAX_QUESTIONS = 20;
export const MAX_LABEL_CHARACTERS = 200;
export const MAX_HELP_CHARACTERS = 500;
export const CHOICES = { fewest: 2, most: 30, maxCharacters: 200 };
export const MAX_ANSWER_CHARACTERS: Record<QuestionKind, number> = {
  line: 200,
  text: 1_000,
  choice: CHOICES.maxCharacters,
  tick: 3,
};

/** The answer of a tick; an empty box answers nothing. */
export const TICKED = 'yes';

// Control characters, and those that turn the writing of all that follows around.
const ODD_CHARACTERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
const ODD_IN_TEXT = /[^\P{Cc}\n]+|[\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Cleans a typed answer; empty: none. */
export function cleanAnswer(kind: QuestionKind, typed: string): string {
  if (kind === 'tick') return typed === TICKED ? TICKED : '';
  const clean =
    kind === 'text'
      ? typed.replace(/\r\n?/g, '\n').replace(ODD_IN_TEXT, ' ')
      : typed.replace(ODD_CHARACTERS, ' ');
  return clean.trim();
}

/** Finds the problem of a clean answer; null: none. */
export function answerProblem(question: AskedQuestion, answer: string): AnswerProblem | null {
  if (answer === '') return question.isRequired ? 'missing' : null;
  if (answer.length > MAX_ANSWER_CHARACTERS[question.kind]) return 'too_long';
  if (question.kind === 'choice' && !question.choices.includes(answer)) return 'other_choice';
  return null;
}

const isAbout = ({ ticketTypeIds }: AskedQuestion, typeId: string): boolean =>
  ticketTypeIds === null || ticketTypeIds.includes(typeId);

/** All that is asked of who buys these tickets, given by their types in the order of the tickets: first the order's, then ticket by ticket. */
export function askedFields(questions: readonly AskedQuestion[], typeIds: readonly string[]): AskedField[] {
  const ofOrder = questions.filter(
    (question) => question.per === 'order' && typeIds.some((typeId) => isAbout(question, typeId)),
  );
  const ofTickets = typeIds.flatMap((typeId, index) =>
    questions
      .filter((question) => question.per === 'ticket' && isAbout(question, typeId))
      .map((question): AskedField => ({ question, ticket: index + 1 })),
  );
  return [...ofOrder.map((question): AskedField => ({ question, ticket: null })), ...ofTickets];
}

/** A field by its name: in the body's refusals, and in forms. */
export const nameField = (questionId: string, ticket: number | null): string =>
  ticket === null ? questionId : `${questionId}.${ticket}`;

/**
 * The answers to what is asked, clean; and what is wrong with them, in the order of the fields. What is not asked (any more) is left
 * out: the buyer can't know that the host has removed a question.
 */
export function checkAnswers(
  fields: readonly AskedField[],
  given: readonly GivenAnswer[],
): { answers: GivenAnswer[]; wrong: WrongAnswer[] } {
  const typed = new Map(
    given.map(({ questionId, ticket, answer }) => [nameField(questionId, ticket), answer]),
  );
  const answers: GivenAnswer[] = [];
  const wrong: WrongAnswer[] = [];
  for (const { question, ticket } of fields) {
    const answer = cleanAnswer(question.kind, typed.get(nameField(question.id, ticket)) ?? '');
    const problem = answerProblem(question, answer);
    if (problem !== null) wrong.push({ questionId: question.id, ticket, problem });
    else if (answer !== '') answers.push({ questionId: question.id, ticket, answer });
  }
  return { answers, wrong };
}
