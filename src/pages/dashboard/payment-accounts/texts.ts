import { textsWith } from '../texts/page-texts.ts';
import { paymentAccounts } from '../texts/en/payment-accounts.ts';

const en = { paymentAccounts };

export const usePaymentAccountsTexts = textsWith({ en, fr: en });
export type PaymentAccountsTexts = ReturnType<typeof usePaymentAccountsTexts>;
