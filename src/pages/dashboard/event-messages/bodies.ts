import { Array as List, Object as Body, String } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';

// The limits are those of the database.
export const MAX_SUBJECT_CHARACTERS = 150;
export const MAX_TEXT_CHARACTERS = 5_000;

const WORDS = {
  subject: String({ minLength: 1, maxLength: MAX_SUBJECT_CHARACTERS, format: 'line' }),
  text: String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS, format: 'paragraphs' }),
};
const LANGUAGE = { language: OneOf(['en', 'fr']) };

/** What is sent, and to whom. `messageId` is what the page was given: two presses send one message. */
export const MessageBody = Body(
  {
    messageId: String({ format: 'uuid' }),
    ...WORDS,
    audience: OneOf(['holders', 'buyers']),
    attendance: OneOf(['all', 'came', 'not_yet']),
    /** None: tickets of all types. */
    ticketTypeIds: List(String({ format: 'uuid' }), { maxItems: 200, uniqueItems: true }),
  },
  { additionalProperties: false },
);

/** To the member's own address. */
export const TestBody = Body({ ...WORDS, ...LANGUAGE }, { additionalProperties: false });

/** As far as it is written. A browser sends it as a form, into a frame; that writes each line break as two signs. */
export const PreviewBody = Body(
  {
    subject: String({ maxLength: MAX_SUBJECT_CHARACTERS, format: 'paragraphs' }),
    text: String({ maxLength: 2 * MAX_TEXT_CHARACTERS, format: 'paragraphs' }),
    ...LANGUAGE,
    part: OneOf(['html', 'text']),
  },
  { additionalProperties: false },
);
