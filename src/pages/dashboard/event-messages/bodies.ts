import { Array as List, Boolean, Object as Body, String } from 'typebox';
import { MAIL_HOURS, MAX_NOTE_CHARACTERS } from '../../../rules/automatic-mails.ts';
import { OneOf } from '../../../values/body-schema.ts';
import { LANGUAGES } from '../../../values/language.ts';

// The database has the same limits.
export const MAX_SUBJECT_CHARACTERS = 150;
export const MAX_TEXT_CHARACTERS = 5_000;

const WORDS = {
  subject: String({ minLength: 1, maxLength: MAX_SUBJECT_CHARACTERS, format: 'line' }),
  text: String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS, format: 'paragraphs' }),
};
const LANGUAGE = { language: OneOf(LANGUAGES) };

/** The message and its recipients. The page got `messageId` with its data: two presses send one message. */
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

/** As far as it is written. A browser sends it as a form, into an iframe; that writes each line break as two characters. */
export const PreviewBody = Body(
  {
    subject: String({ maxLength: MAX_SUBJECT_CHARACTERS, format: 'paragraphs' }),
    text: String({ maxLength: 2 * MAX_TEXT_CHARACTERS, format: 'paragraphs' }),
    ...LANGUAGE,
    part: OneOf(['html', 'text']),
  },
  { additionalProperties: false },
);

/** An automatic mail of an event. Always complete. */
export const AutomaticMailBody = Body(
  {
    isOn: Boolean(),
    hours: OneOf(MAIL_HOURS),
    note: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
  },
  { additionalProperties: false },
);

export const AutomaticTestBody = Body(
  { note: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }), ...LANGUAGE },
  { additionalProperties: false },
);

/** As a browser sends it: see PreviewBody. */
export const AutomaticPreviewBody = Body(
  {
    note: String({ maxLength: 2 * MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
    ...LANGUAGE,
    part: OneOf(['html', 'text']),
  },
  { additionalProperties: false },
);
