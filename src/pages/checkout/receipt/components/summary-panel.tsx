import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { tellTax, type TaxLine } from '../../../../rules/taxes.ts';
import { Icon } from '../../../shared/icon.tsx';
import { receiptIcon } from '../../../shared/icons.ts';
import type { ReceiptOrder, ReceiptRefund, ReceiptSummary } from '../contract.ts';
import type { Words } from '../formats.ts';
import type { Texts } from '../texts/texts.ts';
import { Fact } from './fact.tsx';

/**
 * The order's lines, sums and refunds. Of an order that was paid it is the receipt, which is printed without the
 * rest of the page; then it says what it is for.
 */
export function SummaryPanel({ order, words }: { order: ReceiptOrder; words: Words }): VNode {
  const { summary, event, refunds } = order;
  const texts = words.texts.summary;
  return (
    <section class="panel summary" aria-labelledby="summary">
      <h2 id="summary">{summary.isPaid ? texts.receipt : texts.heading}</h2>
      <Sums summary={summary} refunds={refunds} words={words} />
      <dl>
        <Fact class="on-paper" name={texts.event}>
          <bdi>{event.name}</bdi>
          <br />
          {event.date}
        </Fact>
        <Fact name={texts.orderedBy}>
          <bdi>{summary.buyerName}</bdi>, <bdi dir="ltr">{summary.maskedEmail}</bdi>
        </Fact>
        <Fact name={summary.paidAt ? texts.paidOn : texts.orderedOn}>
          {words.formats.day(summary.paidAt ?? summary.orderedAt)}
        </Fact>
        {summary.paidWith !== null && <Fact name={texts.paidBy}>{summary.paidWith}</Fact>}
        {/* A host that has said no more than its name is named beside the event, which is not printed with it. */}
        <Fact class={summary.seller ? undefined : 'on-paper'} name={texts.seller}>
          {summary.seller ? <Seller seller={summary.seller} texts={texts} /> : <bdi>{event.hostName}</bdi>}
        </Fact>
        <Fact name={texts.reference} valueClass="mono">
          {summary.reference}
        </Fact>
      </dl>
      {/* For the script, which shows it. */}
      {summary.isPaid && (
        <button type="button" class="print" data-print="receipt" hidden>
          <Icon path={receiptIcon} />
          {texts.print}
        </button>
      )}
    </section>
  );
}

function Seller(props: { seller: NonNullable<ReceiptSummary['seller']>; texts: Texts['summary'] }): VNode {
  const { name, address, taxNumber } = props.seller;
  return (
    <>
      <bdi>{name}</bdi>
      {address !== '' && (
        <p class="address" dir="auto">
          {address}
        </p>
      )}
      {taxNumber !== null && <p>{props.texts.taxNumber(taxNumber)}</p>}
    </>
  );
}

function Sums(props: { summary: ReceiptSummary; refunds: ReceiptRefund[]; words: Words }): VNode {
  const { summary, refunds, words } = props;
  const { currency, feesMinor, discountMinor, promoCode, totalMinor, taxes } = summary;
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
            sum={sum(-discountMinor)}
          />
        )}
      </tbody>
      <tfoot>
        <Line name={summary.isPaid ? texts.paid : texts.total} sum={price(totalMinor)} />
        <Taxes lines={taxes} sum={sum} words={words} />
        {refunds
          .filter(({ reason }) => reason === 'host')
          .map((refund, index) => (
            <Fragment key={index}>
              <Line
                class="back"
                name={words.texts.money.short[refund.state]}
                sum={words.formats.sum(-refund.amountMinor, refund.currency)}
              />
              <Taxes lines={refund.taxes} sum={(amountMinor) => sum(-amountMinor)} words={words} />
            </Fragment>
          ))}
      </tfoot>
    </table>
  );
}

/** A line for each rate. */
function Taxes(props: { lines: TaxLine[]; sum: (amountMinor: number) => string; words: Words }): VNode {
  const { texts, formats } = props.words;
  return (
    <>
      {props.lines.map((line, index) => {
        const { name, sumMinor } = tellTax(line, {
          texts: texts.summary,
          rate: formats.rate(line.basisPoints),
        });
        return <Line key={index} class="soft" name={name} sum={props.sum(sumMinor)} />;
      })}
    </>
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
