import { Array as List, Boolean, Integer, Object as Body, String } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import {
  ASKED_PER,
  CHOICES,
  MAX_HELP_CHARACTERS,
  MAX_LABEL_CHARACTERS,
  MAX_QUESTIONS,
  QUESTION_KINDS,
} from '../../../rules/questions.ts';

const id = String({ format: 'uuid' });
const fields = {
  label: String({ minLength: 1, maxLength: MAX_LABEL_CHARACTERS, format: 'line' }),
  help: String({ maxLength: MAX_HELP_CHARACTERS, format: 'paragraphs' }),
  per: OneOf(ASKED_PER),
  kind: OneOf(QUESTION_KINDS),
  // Null for other kinds than choice.
  choices: Nullable(
    List(String({ minLength: 1, maxLength: CHOICES.maxCharacters, format: 'line' }), {
      maxItems: CHOICES.most,
    }),
  ),
  isRequired: Boolean(),
  // Empty: for all ticket types.
  ticketTypeIds: List(id, { maxItems: 200 }),
  isShownAtDoor: Boolean(),
};

/** A new question; the page chooses its id, so that a second press adds no second one. */
export const AddQuestionBody = Body({ questionId: id, ...fields }, { additionalProperties: false });

/** A question as it is to be, and the event's version that was seen. */
export const ChangeQuestionBody = Body(
  { version: Integer({ minimum: 1, maximum: 2_147_483_646 }), ...fields },
  { additionalProperties: false },
);

export const QuestionIdsBody = Body(
  { questionIds: List(id, { minItems: 1, maxItems: MAX_QUESTIONS }) },
  { additionalProperties: false },
);
