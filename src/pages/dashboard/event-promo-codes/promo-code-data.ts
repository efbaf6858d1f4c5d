import type { ListedPromoCode } from '../../../reservations/promo-codes/list-promo-codes.ts';
import { asTyped } from '../../../reservations/promo-codes/promo-code-fields.ts';
import type { ShownPromoCode } from './data.ts';

export const showPromoCode = (code: ListedPromoCode, timezone: string): ShownPromoCode => ({
  ...code,
  startsAt: code.startsAt?.toISOString() ?? null,
  endsAt: code.endsAt?.toISOString() ?? null,
  typed: asTyped({ ...code, timezone }),
});
