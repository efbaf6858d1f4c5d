import { Object as Body, String, Integer } from 'typebox';

/** A key is given a name, so that its host knows which site it is on. */
export const KeyName = String({ minLength: 1, maxLength: 100, format: 'line' });

export const KeyBody = Body({ name: KeyName }, { additionalProperties: false });

/** The integrator's servers, one per line. The server checks each address and names a wrong line. */
export const NameServersBody = Body(
  {
    // Twenty of the longest networks are half of it.
    addresses: String({ maxLength: 2_000, format: 'text' }),
    version: Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);

export const RenameKeyBody = Body(
  { name: KeyName, version: Integer({ minimum: 1 }) },
  { additionalProperties: false },
);

/** The fingerprint of the key that is to be replaced. */
export const RotatePrivateKeyBody = Body(
  { fingerprint: String({ minLength: 1, maxLength: 20, format: 'word' }) },
  { additionalProperties: false },
);
