import type { ComponentChildren, VNode } from 'preact';
import { nameSeat } from '../../../../rules/seat-name.ts';
import type { Checkout } from '../checkout-state.ts';
import { LapsedHold } from './hold-clock.tsx';
import { Messages } from './messages.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PromoCode } from './promo-code.tsx';
import { SumLines } from './sum-lines.tsx';

/** The order and the way on: beside the step on a desk; on a phone the total stays at the bottom of the screen. */
export function Summary({
  checkout,
  hasPromo,
  children,
}: {
  checkout: Checkout;
  hasPromo: boolean;
  children: ComponentChildren;
}): VNode {
  const { texts, data, totals, isFree, promoCode, formatMoney, formatPrice } = checkout;
  const { lines, count, fees, discount, total } = totals.value;
  // Ticket by ticket in the order of the lines.
  const seats = checkout.step.value === 'details' ? checkout.recipients.value.map(({ seat }) => seat) : [];
  return (
    <aside class={`summary${count === 0 ? ' nothing-chosen' : ''}`} aria-labelledby="summary">
      <div class="lines">
        <h2 id="summary">{texts.summary.heading}</h2>
        {count === 0 && <p class="soft">{texts.summary.empty}</p>}
        {count > 0 && (
          <dl>
            {lines.map((line) => (
              <div key={line.sku}>
                <dt>
                  {texts.choose.count({ count: line.quantity, name: line.name })}
                  {/* Nobody pays for a seat that they have not read. */}
                  {seats
                    .splice(0, line.quantity)
                    .map((seat) => seat && <small key={seat.id}>{nameSeat(seat, data.language)}</small>)}
                </dt>
                <dd>{formatPrice(line.amount)}</dd>
              </div>
            ))}
            <SumLines checkout={checkout} discount={discount} fees={fees} />
          </dl>
        )}
      </div>
      {hasPromo && (data.event.hasPromoCodes || promoCode.value !== '') && <PromoCode checkout={checkout} />}
      {checkout.step.value === 'details' && total > 0 && <PaymentMethods checkout={checkout} />}
      <div class="bar">
        <LapsedHold checkout={checkout} />
        <Messages checkout={checkout} />
        <p class="total">
          <span>
            {texts.summary.total}
            {count > 0 && <span class="soft"> · {texts.summary.tickets(count)}</span>}
          </span>
          <strong>{count === 0 && !isFree.value ? formatMoney(0) : formatPrice(total)}</strong>
        </p>
        {children}
      </div>
    </aside>
  );
}
