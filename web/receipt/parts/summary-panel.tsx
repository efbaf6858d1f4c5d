import type { ComponentChildren, VNode } from 'preact';
import type { ReceiptRefund, ReceiptSummary } from '../contract.ts';
import type { Words } from '../formats.ts';
import { Fact } from './fact.tsx';

/** What was ordered, what it costs, and what went back. */
export function SummaryPanel(props: {
  summary: ReceiptSummary;
  refunds: ReceiptRefund[];
  words: Words;
}): VNode {
  const { summary, words } = props;
  const texts = words.texts.summary;
  return (
    <section class="panel summary" aria-labelledby="summary">
      <h2 id="summary">{texts.heading}</h2>
      <Sums {...props} />
      <dl>
        <Fact name={texts.orderedBy}>
          {summary.buyerName}, {summary.maskedEmail}
        </Fact>
        <Fact name={texts.orderedOn}>{words.formats.day(summary.orderedAt)}</Fact>
        {summary.seller && (
          <Fact name={texts.seller}>
            {summary.seller.name}
            <br />
            {texts.taxNumber(summary.seller.taxNumber)}
          </Fact>
        )}
        <Fact name={texts.reference} valueClass="mono">
          {summary.reference}
        </Fact>
      </dl>
    </section>
  );
}

function Sums(props: { summary: ReceiptSummary; refunds: ReceiptRefund[]; words: Words }): VNode {
  const { summary, refunds, words } = props;
  const { currency, feesMinor, discountMinor, promoCode, totalMinor } = summary;
  const texts = words.texts.summary;
  const sum = (amountMinor: number): string => words.formats.sum(amountMinor, currency);
  const price = (amountMinor: number): string => (amountMinor === 0 ? texts.free : sum(amountMinor));
  return (
    <table>
      <tbody>
        {summary.items.map(({ name, quantity, priceMinor }, index) => (
          <Line key={index} name={`${quantity} × ${name}`} sum={price(quantity * priceMinor)} />
        ))}
        {feesMinor > 0 && <Line name={texts.fees} sum={sum(feesMinor)} />}
        {discountMinor > 0 && (
          <Line
            name={
              <>
                {texts.discount}
                {promoCode !== null && ' '}
                {promoCode !== null && <span class="soft">{promoCode}</span>}
              </>
            }
            sum={`−${sum(discountMinor)}`}
          />
        )}
      </tbody>
      <tfoot>
        <Line name={summary.isPaid ? texts.paid : texts.total} sum={price(totalMinor)} />
        {refunds
          .filter(({ reason }) => reason === 'host')
          .map((refund, index) => (
            <Line
              key={index}
              class="back"
              name={words.texts.money.short[refund.state]}
              sum={`−${words.formats.sum(refund.amountMinor, refund.currency)}`}
            />
          ))}
      </tfoot>
    </table>
  );
}

function Line(props: { name: ComponentChildren; sum: string; class?: string }): VNode {
  return (
    <tr class={props.class}>
      <th scope="row">{props.name}</th>
      <td>{props.sum}</td>
    </tr>
  );
}
