import { callOrder } from './call-embed.ts';
import type { Checkout } from './checkout-state.ts';
import { tellTrouble, whileBusy } from './tell-trouble.ts';
import { textsIn } from './texts/issued/texts.ts';

export function resendTickets(checkout: Checkout, receiptToken: string): Promise<void> {
  return whileBusy(checkout, async () => {
    checkout.note.value = null;
    try {
      await callOrder(checkout, receiptToken, '/resend', { method: 'POST' });
      checkout.note.value = { tone: 'good', text: textsIn(checkout.data.language).resent };
    } catch (error) {
      tellTrouble(checkout, error, () => void resendTickets(checkout, receiptToken));
    }
  });
}
