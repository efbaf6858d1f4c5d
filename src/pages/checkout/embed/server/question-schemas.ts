import { Type } from 'typebox';
import { Exactly, Id, Nullable, OneOf } from '../../../../http/schema.ts';
import { ASKED_PER, QUESTION_KINDS } from '../../../../rules/questions.ts';
import { PlainId } from './embed-request.ts';

/** A question as buyers see it. */
export const QuestionSchema = Exactly({
  id: Id(),
  per: OneOf(ASKED_PER, { description: 'Asked once for the order, or once for each ticket.' }),
  kind: OneOf(QUESTION_KINDS),
  label: Type.String(),
  help: Type.String(),
  choices: Type.Array(Type.String()),
  choiceLabels: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What to show for each of `choices`, in the language of the page. Answer with the choice itself.',
    }),
  ),
  isRequired: Type.Boolean(),
  ticketTypeIds: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Id(),
    description: 'Asked only where one of these is bought; null: always.',
  }),
});

// Twenty questions for each of a hundred tickets. A body with long answers to all of them is too large before that.
const MAX_ANSWERS = 2_000;

export const AnswersSchema = Type.Array(
  Exactly({
    questionId: PlainId(),
    ticket: Nullable(Type.Integer({ minimum: 1, maximum: 1_000 })),
    answer: Type.String({ maxLength: 1_000 }),
  }),
  {
    maxItems: MAX_ANSWERS,
    description:
      "To the host's questions. `ticket` is its place in the reservation, from 1 on; null: the order's.",
  },
);
