import { Integer, Object as Body, String } from 'typebox';

/** How far back: deliveries are kept for thirty days. */
export const SendFailedAgainBody = Body(
  { hours: Integer({ minimum: 1, maximum: 720 }) },
  { additionalProperties: false },
);

/** A receiver's address. Whether it may be one is found out by resolving its name. */
export const WebhookBody = Body(
  { url: String({ minLength: 1, maxLength: 2_000, format: 'http-url' }) },
  { additionalProperties: false },
);
