import { Integer, Object as Body } from 'typebox';
import { LIST_OFFER_MINUTES } from '../../../rules/waiting-list.ts';
import { Nullable, WallTimeText } from '../../../values/body-schema.ts';

const OfferMinutes = () => Integer({ minimum: LIST_OFFER_MINUTES.min, maximum: LIST_OFFER_MINUTES.max });

export const OpenListBody = Body(
  {
    offerMinutes: OfferMinutes(),
    /** On the event's clock. Null: in the order in which people come. */
    drawsAt: Nullable(WallTimeText()),
  },
  { additionalProperties: false },
);

export const ChangeListBody = Body({ offerMinutes: OfferMinutes() }, { additionalProperties: false });
