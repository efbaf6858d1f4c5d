import { Array as List, Integer, Object as Body, String } from 'typebox';
import { Nullable } from '../../../values/body-schema.ts';

// Every answer that a form may have: twenty for each of fifty tickets. No answer is longer than the longest text.
const MAX_ANSWERS = 1_020;
const MAX_CHARACTERS = 1_000;

/** What fields say from now on; those that are not named stay as they are. */
export const AnswersBody = Body(
  {
    answers: List(
      Body(
        {
          questionId: String({ format: 'uuid' }),
          ticket: Nullable(Integer({ minimum: 1, maximum: 9_999 })),
          answer: String({ maxLength: MAX_CHARACTERS }),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_ANSWERS },
    ),
    /** Stands for what was read before. */
    seen: String({ minLength: 32, maxLength: 32, pattern: '^[0-9a-f]*$' }),
  },
  { additionalProperties: false },
);
