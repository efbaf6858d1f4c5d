import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isEmailAddress } from '../../../values/email-address.ts';
import { callEvent } from './call-embed.ts';
import type { Checkout } from './checkout-state.ts';

// The address is typed on for a while.
const REST_MS = 600;

/** The buyer asks to be reminded once of this cart. Never ticked beforehand. */
export function CartMail({ checkout }: { checkout: Checkout }): VNode | null {
  const { data, wantsCartMail, buyer, token, hold } = checkout;
  const told = useRef<string | null>(null);
  const email = buyer.value.email.trim();
  const wanted = wantsCartMail.value && isEmailAddress(email) ? email : null;
  const cart = hold.value?.reservation.quoteReference;
  useEffect(() => {
    const timer = setTimeout(() => {
      const own = token.value;
      if (own === null || wanted === told.current) return;
      told.current = wanted;
      // Without a network there is no reminder: nothing else hangs on it.
      callEvent(checkout, '/cart-mail', {
        method: 'POST',
        headers: { 'x-device-id': own },
        body: { email: wanted, language: data.language },
      }).catch(() => (told.current = null));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, cart]);
  if (data.cartMail === null) return null;
  return (
    <label class="choice newsletter">
      <input
        type="checkbox"
        checked={wantsCartMail.value}
        onChange={(event) => (wantsCartMail.value = event.currentTarget.checked)}
      />
      <span dir="auto">{data.cartMail}</span>
    </label>
  );
}
