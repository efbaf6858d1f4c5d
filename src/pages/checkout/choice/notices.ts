import type { RefusalCode } from '../../../refusal.ts';
import type { ChoiceNotice } from './contract.ts';

// All others mean that there is nothing to choose any more.
const NOTICES: Partial<Record<RefusalCode, ChoiceNotice>> = {
  payment_gateway_error: 'unreachable',
  changed_meanwhile: 'gone',
  order_in_progress: 'busy',
  rate_limited: 'too_often',
};

/** After such a refusal the buyer sees the words for it, and the other ways. */
export const noticeFor = (code: string | null): ChoiceNotice | null => NOTICES[code as RefusalCode] ?? null;
