import { Object as Body, String } from 'typebox';

/** A passkey is given a name, so that its owner knows which one to remove. */
export const PASSKEY_NAME = String({ minLength: 1, maxLength: 100, format: 'line' });
export const PasskeyNameBody = Body({ name: PASSKEY_NAME }, { additionalProperties: false });
