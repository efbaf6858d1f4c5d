import type { VNode } from 'preact';
import { textsIn } from '../../../../rules/texts/bank-transfer/texts.ts';
import type { Checkout } from '../checkout-state.ts';

/** Beside the host's gateway, or in place of one. */
export function ChooseTransfer({ checkout }: { checkout: Checkout }): VNode {
  const { data, totals, paysByTransfer, formatMoney, texts: all } = checkout;
  const texts = textsIn(data.language);
  const about = texts.wayText({
    days: data.transfers?.keepDays ?? 0,
    total: formatMoney(totals.value.total),
  });
  if (data.payment === null)
    return (
      <p>
        <strong>{texts.way}</strong>
        <br />
        {about}
      </p>
    );
  const online = data.payment.ways.map((way) => all.payment.names[way]).join(', ');
  const way = (byTransfer: boolean, label: string, hint: string): VNode => (
    <label class="choice">
      <input
        type="radio"
        name="way-to-pay"
        checked={paysByTransfer.value === byTransfer}
        onChange={() => (paysByTransfer.value = byTransfer)}
      />
      <span>
        {label}
        <span class="soft line">{hint}</span>
      </span>
    </label>
  );
  return (
    <fieldset class="ways-to-pay">
      <legend>{texts.chooseWay}</legend>
      {way(false, texts.online, online)}
      {way(true, texts.way, about)}
    </fieldset>
  );
}
