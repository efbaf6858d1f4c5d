import type { VNode } from 'preact';
import type { OfferedWay } from '../../../payments/payment-way.ts';
import type { PaymentMethod } from '../../../rules/payment-methods.ts';
import { Icon } from '../../shared/icon.tsx';
import { bankIcon, cardIcon, dialIcon, phoneIcon } from '../../shared/icons.ts';
import type { Texts } from './texts/texts.ts';

const ICONS: Record<PaymentMethod, string> = {
  card: cardIcon,
  bank_transfer: bankIcon,
  ussd: dialIcon,
  mobile_money: phoneIcon,
  eft: bankIcon,
  paypal: cardIcon,
};

/** A large button for each way to pay, in the host's order. In a form without a script each of them sends it. */
export function WaysToPay(props: {
  ways: OfferedWay[];
  texts: Texts;
  /** Nothing can be pressed: this way is being opened. */
  opening?: string | null;
  onChoose?: (key: string) => void;
}): VNode {
  const { ways, texts, opening = null, onChoose } = props;
  return (
    <ul class="ways-to-pay" aria-label={texts.ways}>
      {ways.map((way) => (
        <li key={way.key}>
          <button
            class="way"
            name="way"
            value={way.key}
            type={onChoose ? 'button' : 'submit'}
            disabled={opening !== null}
            {...(onChoose && { onClick: () => onChoose(way.key) })}
          >
            <Icon path={ICONS[way.methods[0] ?? 'card']} />
            <span class="way-name">
              <strong>{way.methods.map((method) => texts.names[method]).join(', ')}</strong>
              <span class="soft">{way.by === null ? texts.onTestPage : texts.by(way.by)}</span>
            </span>
            {opening === way.key && <span class="spinner" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
