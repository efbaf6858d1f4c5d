import { batch } from '@preact/signals';
import { CallFailed } from '../../shared/call-server.ts';
import { callEvent, refusalOf } from './call-embed.ts';
import type { Checkout, OwnPurchase } from './checkout-state.ts';
import { tellTrouble, whileBusy } from './tell-trouble.ts';
import { textsIn as correctionTextsIn } from './texts/email-correction/texts.ts';

/**
 * Has the tickets sent to another address. `onRefused` is told why that can't be, in the buyer's words; `onCorrected` comes
 * before the new tickets are fetched: the old ones are no longer valid, and are not shown.
 */
export function correctEmail(
  checkout: Checkout,
  purchase: OwnPurchase,
  {
    email,
    onCorrected,
    onRefused,
  }: { email: string; onCorrected: () => void; onRefused: (why: string) => void },
): Promise<void> {
  return whileBusy(checkout, async () => {
    const { texts, data } = checkout;
    checkout.note.value = null;
    try {
      const { answer } = await callEvent(checkout, `/orders/${purchase.reference}/email`, {
        method: 'POST',
        headers: { 'x-device-id': purchase.token },
        body: { email },
      });
      const { receiptUrl } = answer.data;
      batch(() => {
        const receiptToken = receiptUrl.slice(receiptUrl.lastIndexOf('/') + 1);
        checkout.ownPurchase.value = { ...purchase, email, receiptToken };
        checkout.receiptToken.value = receiptToken;
        checkout.issued.value = null;
        checkout.note.value = { tone: 'good', text: correctionTextsIn(data.language).done(email) };
      });
      onCorrected();
    } catch (error) {
      const { emailProblem, field } = error instanceof CallFailed ? refusalOf(error) : {};
      if (emailProblem !== undefined) onRefused(correctionTextsIn(data.language).problems[emailProblem]);
      else if (field === 'email') onRefused(texts.fields.emailWrong);
      else
        tellTrouble(
          checkout,
          error,
          () => void correctEmail(checkout, purchase, { email, onCorrected, onRefused }),
        );
    }
  });
}
