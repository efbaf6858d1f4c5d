import { textsWith } from '../texts/page-texts.ts';
import { audit } from '../texts/en/audit.ts';

const en = { audit };

export const useAuditTexts = textsWith({ en, fr: en });
export type AuditTexts = ReturnType<typeof useAuditTexts>;
