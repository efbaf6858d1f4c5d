import { Object as Body, String } from 'typebox';

/** A receiver's address. Whether it may be one is found out by resolving its name. */
export const WebhookBody = Body(
  { url: String({ minLength: 1, maxLength: 2_000, format: 'http-url' }) },
  { additionalProperties: false },
);
