import { Object as Body, String } from 'typebox';

export const MAX_NEWS_CHARACTERS = 1_000;

/** What buyers are told of it, as plain text; as long as the database takes. */
const News = () => String({ maxLength: MAX_NEWS_CHARACTERS, format: 'paragraphs' });

/** The event's name, typed by whoever means it, and why it does not take place. */
export const CancelBody = Body(
  { name: String({ minLength: 1, maxLength: 300, format: 'line' }), reason: News() },
  { additionalProperties: false },
);
