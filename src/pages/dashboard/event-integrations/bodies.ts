import { Integer, Object as Body, String } from 'typebox';

/** The period: deliveries are kept for thirty days. */
export const SendFailedAgainBody = Body(
  { hours: Integer({ minimum: 1, maximum: 720 }) },
  { additionalProperties: false },
);

/** A receiver's address. The server resolves its name to check it. */
export const WebhookBody = Body(
  { url: String({ minLength: 1, maxLength: 2_000, format: 'http-url' }) },
  { additionalProperties: false },
);
