import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';

/** The amounts added to the tickets' prices, line by line. */
export function SumLines(props: { checkout: Checkout; discount: number; fees: number }): VNode {
  const { discount, fees } = props;
  const { texts, formatMoney } = props.checkout;
  return (
    <>
      {discount > 0 && (
        <div class="discount">
          <dt>{texts.summary.discount}</dt>
          <dd>{formatMoney(-discount)}</dd>
        </div>
      )}
      {fees > 0 && (
        <div>
          <dt>{texts.summary.fees}</dt>
          <dd>{formatMoney(fees)}</dd>
        </div>
      )}
    </>
  );
}
