import type { VNode } from 'preact';
import { Icon } from '../shared/icon.tsx';
import { clockIcon } from '../shared/icons.ts';
import type { PayPage as Data, PayPayment } from './contract.ts';
import { CardForm } from './components/card-form.tsx';
import { DisputeDesk } from './components/dispute-desk.tsx';
import { Ending, ENDS, UNKNOWN } from './components/ending.tsx';
import { Sheet } from './components/sheet.tsx';
import { TROUBLES } from './components/troubles.ts';

/** The page of a payment as it stands: the form, or what became of it. A page for tests, so in English alone. */
export function PayPage(data: Data): VNode {
  if (data.about === 'unknown') {
    return (
      <Sheet title={UNKNOWN.title} aside={null}>
        <Ending end={UNKNOWN} shopUrl={null} />
      </Sheet>
    );
  }
  const { payment } = data;
  if (data.about === 'end') {
    const end = ENDS[data.end];
    return (
      <Sheet
        title={end.title}
        aside={<Summary payment={payment} title={data.end === 'paid' ? 'Paid' : 'To pay'} timer={null} />}
      >
        <Ending end={end} shopUrl={data.shopUrl} />
        {data.dispute !== null && <DisputeDesk dispute={data.dispute} />}
      </Sheet>
    );
  }
  const { trouble } = data;
  return (
    <Sheet
      title={trouble ? TROUBLES[trouble].title : `Pay ${payment.amount}`}
      aside={<Summary payment={payment} title="To pay" timer={<Timer {...data} />} />}
    >
      <CardForm cards={data.cards} amount={payment.amount} trouble={trouble} />
    </Sheet>
  );
}

function Summary(props: { payment: PayPayment; title: string; timer: VNode | null }): VNode {
  const { payment } = props;
  return (
    <section class="summary" aria-labelledby="to-pay">
      <h2 id="to-pay">{props.title}</h2>
      <p class="amount">{payment.amount}</p>
      <p class="description">{payment.description}</p>
      {props.timer}
      <dl>
        <div>
          <dt>Paid by</dt>
          <dd>{payment.payerName}</dd>
        </div>
        <div>
          <dt>Receipt to</dt>
          <dd>{payment.payerEmail}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd class="mono">{payment.reference}</dd>
        </div>
      </dl>
    </section>
  );
}

function Timer({ payBy, secondsLeft }: { payBy: string; secondsLeft: number }): VNode {
  return (
    <p class="countdown">
      <Icon path={clockIcon} />
      <span role="timer" data-seconds-left={secondsLeft} data-text="{clock} left">
        Pay by {payBy}
      </span>
    </p>
  );
}
