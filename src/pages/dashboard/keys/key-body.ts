import { Object as Body, String } from 'typebox';

/** A key is given a name, so that its host knows which site it is on. */
export const KeyName = String({ minLength: 1, maxLength: 100, format: 'line' });

export const KeyBody = Body({ name: KeyName }, { additionalProperties: false });
