import type { VNode } from 'preact';
import type { PaymentMethod } from '../../../../rules/payment-methods.ts';
import { Icon } from '../../../shared/icon.tsx';
import { bankIcon, cardIcon, dialIcon, phoneIcon } from '../../../shared/icons.ts';
import type { Checkout } from '../checkout-state.ts';

const ICONS: Record<PaymentMethod, string> = {
  card: cardIcon,
  bank_transfer: bankIcon,
  ussd: dialIcon,
  mobile_money: phoneIcon,
  eft: bankIcon,
  paypal: cardIcon,
};

/** With what one can pay, and on whose page: known before anybody is sent there. */
export function PaymentMethods({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, data, paysByTransfer } = checkout;
  if (data.payment === null || paysByTransfer.value) return null;
  const { page, ways } = data.payment;
  return (
    <div class="payment-methods">
      <ul aria-label={texts.payment.ways}>
        {ways.map((way) => (
          <li key={way}>
            <Icon path={ICONS[way]} />
            {texts.payment.names[way]}
          </li>
        ))}
      </ul>
      <p class="soft">{page === null ? texts.payment.onTestPage : texts.payment.onPageOf(page)}</p>
    </div>
  );
}
