import { Object as Body, String, Integer } from 'typebox';
import { WallTimeText } from '../../../values/body-schema.ts';

export const MAX_NEWS_CHARACTERS = 1_000;

/** What buyers are told of it, as plain text; as long as the database takes. */
const News = () => String({ maxLength: MAX_NEWS_CHARACTERS, format: 'paragraphs' });

/** The event's name, typed by whoever means it, and why it does not take place. */
export const CancelBody = Body(
  { name: String({ minLength: 1, maxLength: 300, format: 'line' }), reason: News() },
  { additionalProperties: false },
);

const NEW_DAY = {
  version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
  /** On the clock of the event's place. */
  startsAt: WallTimeText(),
  closesAt: WallTimeText(),
  message: String({ maxLength: MAX_NEWS_CHARACTERS, format: 'paragraphs' }),
};

/** The new day, and what holders are told. */
export const PostponeBody = Body(NEW_DAY, { additionalProperties: false });

/** The same, and until when buyers may have their money back. */
export const PostponeWithOfferBody = Body(
  { ...NEW_DAY, refundUntil: WallTimeText() },
  { additionalProperties: false },
);
