import { Integer, Object as Body } from 'typebox';

/** How far back: deliveries are kept for thirty days. */
export const SendFailedAgainBody = Body(
  { hours: Integer({ minimum: 1, maximum: 720 }) },
  { additionalProperties: false },
);
