import { Refusal } from '../refusal.ts';
import { nameField, type AskedQuestion, type WrongAnswer } from '../rules/questions.ts';

const PROBLEMS: Record<WrongAnswer['problem'], string> = {
  missing: 'must be answered.',
  too_long: 'is too long.',
  other_choice: 'must be one of the choices.',
};

/** An order lacks an answer, or has a wrong one. The page is told what is asked now, and shows it at the field. */
export class AnswersRefused extends Refusal {
  readonly questions: AskedQuestion[];

  constructor({ questionId, ticket, problem }: WrongAnswer, questions: AskedQuestion[]) {
    const label = questions.find(({ id }) => id === questionId)?.label ?? '';
    super('validation_failed', `“${label}” ${PROBLEMS[problem]}`, {
      field: `answers.${nameField(questionId, ticket)}`,
    });
    this.questions = questions;
  }
}
