import { Object as Body, String, Integer } from 'typebox';
import { WallTimeText } from '../../../values/body-schema.ts';

export const MAX_NEWS_CHARACTERS = 1_000;

/** The message to buyers, as plain text, up to the database's limit. */
const News = () => String({ maxLength: MAX_NEWS_CHARACTERS, format: 'paragraphs' });

/** The event's name, typed as a confirmation, and the reason for ticket holders. */
export const CancelBody = Body(
  { name: String({ minLength: 1, maxLength: 300, format: 'line' }), reason: News() },
  { additionalProperties: false },
);

const NEW_DAY = {
  version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
  /** In the event's time zone. */
  startsAt: WallTimeText(),
  closesAt: WallTimeText(),
  message: String({ maxLength: MAX_NEWS_CHARACTERS, format: 'paragraphs' }),
};

/** The new date, and the message to ticket holders. */
export const PostponeBody = Body(NEW_DAY, { additionalProperties: false });

/** The same, and the end of the refund offer. */
export const PostponeWithOfferBody = Body(
  { ...NEW_DAY, refundUntil: WallTimeText() },
  { additionalProperties: false },
);
