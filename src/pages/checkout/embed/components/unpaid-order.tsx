import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { secondsUntil } from '../countdown.ts';
import { Icon } from '../../../shared/icon.tsx';
import { clockIcon } from '../../../shared/icons.ts';
import { formatClock } from '../../../shared/format-clock.ts';
import { textsIn } from '../texts/ordered/texts.ts';
import { SumLines } from './sum-lines.tsx';

/** The order's lines and sums, and the time left to pay. */
export function UnpaidOrder({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, data, unpaid, nowMs, formatMoney, formatPrice } = checkout;
  if (unpaid.value === null) return null;
  const { pay } = textsIn(data.language);
  const { items, fees, discount, total, endsAtMs } = unpaid.value;
  const secondsLeft = secondsUntil(endsAtMs, nowMs.value);
  return (
    <section class="unpaid" aria-label={texts.summary.heading}>
      <dl>
        {items.map(({ name, quantity, amount }, index) => (
          <div key={index}>
            <dt>{texts.choose.count({ count: quantity, name })}</dt>
            <dd>{formatPrice(amount)}</dd>
          </div>
        ))}
        <SumLines checkout={checkout} discount={discount} fees={fees} />
        <div class="sum">
          <dt>{texts.summary.total}</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
      <p class="clock-line" role="timer">
        <Icon path={clockIcon} />
        {secondsLeft > 0 ? pay.left(formatClock(secondsLeft)) : pay.over}
      </p>
    </section>
  );
}
