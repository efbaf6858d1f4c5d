import { Integer, Object as Body } from 'typebox';
import { KeyName } from './key-body.ts';

export const RenameKeyBody = Body(
  { name: KeyName, version: Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
