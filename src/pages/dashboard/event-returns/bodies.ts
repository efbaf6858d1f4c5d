import { Boolean, Integer, Object as Body } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';
import { MAX_RETURN_HOURS } from '../../../rules/returns.ts';

/** The settings of returns and of passing on. Always complete, with the version that the member saw. */
export const ReturnsBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    returns: OneOf(['off', 'at_once', 'approved', 'resold']),
    hours: Integer({ minimum: 0, maximum: MAX_RETURN_HOURS }),
    percent: Integer({ minimum: 1, maximum: 100 }),
    keepsFees: Boolean(),
    buyersPassOn: Boolean(),
  },
  { additionalProperties: false },
);
