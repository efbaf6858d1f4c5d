import { Integer, Object as Body, String } from 'typebox';
import { WallTimeText } from '../../../values/body-schema.ts';
import { MAX_NEWS_CHARACTERS } from './cancel-body.ts';

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
