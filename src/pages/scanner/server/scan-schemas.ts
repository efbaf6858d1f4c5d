import { Type } from 'typebox';
import {
  MAX_CODE_CHARACTERS,
  MAX_SCANS_AT_ONCE,
  REFUSED_FOR,
  SCAN_HOWS,
  SCAN_KINDS,
} from '../../../rules/scan.ts';
import { DateTime, Id, OneOf } from '../../../http/schema.ts';
import { Nullable } from '../../../values/body-schema.ts';

const ScanSchema = Type.Object(
  {
    id: Id(),
    kind: OneOf(SCAN_KINDS),
    how: OneOf(SCAN_HOWS),
    at: DateTime(),
    verdict: Nullable(OneOf(['admitted', 'refused'])),
    reason: Type.Optional(OneOf(REFUSED_FOR)),
    code: Type.Optional(Type.String({ maxLength: MAX_CODE_CHARACTERS })),
    shortCode: Type.Optional(Type.String({ maxLength: 40 })),
    ticketId: Type.Optional(Id()),
    // 64 bytes.
    signature: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' })),
    undoes: Type.Optional(Id()),
  },
  { additionalProperties: false },
);

export const ScansBody = Type.Object(
  {
    sentAt: DateTime(),
    waiting: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    scans: Type.Array(ScanSchema, { maxItems: MAX_SCANS_AT_ONCE }),
  },
  { additionalProperties: false },
);

export const PairBody = Type.Object(
  { link: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

export const ListQuery = Type.Object({ after: Type.Optional(Type.String({ maxLength: 300 })) });
export const SearchQuery = Type.Object({ search: Type.String({ maxLength: 100 }) });
