import type { ScriptWords } from '../../../payments/gateway.ts';
import type { FrameWord } from './messages.ts';

type Say = (word: FrameWord) => void;

/** The names that gateways' scripts leave in the window, as far as they are used here. */
type Scripts = {
  /** README of @paystack/inline-js 2.22.2. */
  PaystackPop?: new () => {
    resumeTransaction(
      accessCode: string,
      callbacks: { onLoad(): void; onSuccess(): void; onCancel(): void; onError(): void },
    ): unknown;
  };
  /** developer.flutterwave.com/docs/inline, and the types of flutterwave-react-v3 1.3.3. */
  FlutterwaveCheckout?: (options: object) => { close(): void };
  /** docs.stripe.com/js/embedded_checkout; called createEmbeddedCheckoutPage in the script of `dahlia`. */
  Stripe?: (publicKey: string) => {
    initEmbeddedCheckout(options: {
      clientSecret: string;
      onComplete(): void;
    }): Promise<{ mount(at: string): void }>;
  };
};

/** Shows the payment by the script that has just loaded. */
export async function openScript(words: ScriptWords, say: Say): Promise<void> {
  const { PaystackPop, FlutterwaveCheckout, Stripe } = window as Scripts;
  if (words.gateway === 'paystack' && PaystackPop) {
    new PaystackPop().resumeTransaction(words.accessCode, {
      onLoad: () => say('shown'),
      onSuccess: () => say('done'),
      onCancel: () => say('closed'),
      onError: () => say('failed'),
    });
  } else if (words.gateway === 'flutterwave' && FlutterwaveCheckout) {
    openFlutterwave(FlutterwaveCheckout, words, say);
  } else if (words.gateway === 'stripe' && Stripe) {
    const { clientSecret } = words;
    const checkout = await Stripe(words.publicKey).initEmbeddedCheckout({
      clientSecret,
      onComplete: () => say('done'),
    });
    checkout.mount('#payment');
    say('shown');
  } else {
    say('failed');
  }
}

/** Without redirect_url the script calls back instead of leaving the document. It says that it closes after a payment too. */
function openFlutterwave(
  open: NonNullable<Scripts['FlutterwaveCheckout']>,
  words: ScriptWords & { gateway: 'flutterwave' },
  say: Say,
): void {
  let isDone = false;
  const modal = open({
    public_key: words.publicKey,
    tx_ref: words.reference,
    amount: words.amount,
    currency: words.currency,
    customer: { email: words.email, name: words.name, ...(words.phone && { phone_number: words.phone }) },
    customizations: { title: words.title },
    callback: () => {
      isDone = true;
      modal.close();
      say('done');
    },
    onclose: () => {
      if (!isDone) say('closed');
    },
  });
  say('shown');
}
