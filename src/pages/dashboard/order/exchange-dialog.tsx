import { effect, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ExchangeBody } from './bodies.ts';
import type { OrderView as Data } from './data.ts';
import type { OtherSeats } from './exchange-routes.ts';
import type { SeatPrice } from '../../../orders/exchange/list-seat-prices.ts';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { SelectField } from '../components/select-field.tsx';
import { mintId } from '../../shared/mint-id.ts';
import { PAID_BY } from '../../../rules/order-source.ts';
import { useLoading } from '../components/use-loading.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import type { ChosenSeat } from '../components/seat-chooser/seat-chooser.tsx';
import { useExchangeTexts, type ExchangeTexts } from './exchange-texts.ts';
import { useOrderTexts } from './texts.ts';

type Ticket = Data['tickets'][number];
type ExchangeForm = FormState<ExchangeBody>;
type Props = { order: Data; ticket: Ticket; onClose: () => void };

/** Changes the seat of a ticket on the map, and shows the cost first. */
export function ExchangeDialog(props: Props): VNode {
  const { order, ticket, onClose } = props;
  const { call, page } = useDashboard();
  const mayRefund = page.powers.includes('orders.refund');
  const words = useOrderTexts();
  const texts = useExchangeTexts();
  const address = page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}/seats`);
  const { loaded, load, waiting } = useLoading(async () => {
    const [seats, { SeatMapChoice: Map }] = await Promise.all([
      call<OtherSeats>(address),
      import('../components/seat-chooser/seat-map-choice.tsx'),
    ]);
    return { seats, Map };
  }, texts);
  const chosen = useSignal<readonly ChosenSeat[]>([]);
  const form = useExchangeForm(props);
  const lastId = useRef<string | null>(null);
  // One seat: choosing another deselects the first. It keeps the ticket's type where possible.
  useEffect(
    () =>
      effect(() => {
        const seat = chosen.value.at(-1);
        const id = seat?.id ?? null;
        if (id === lastId.current) return;
        lastId.current = id;
        // The confirmation is for the seat that was shown: ask again for another one.
        form.set('takesHouseSeat', false);
        if (seat) chosen.value = [asTicket(seat, loaded.peek()?.seats, ticket)];
      }),
    [],
  );
  const shown = loaded.value;
  const [seat] = chosen.value;
  const price = shown?.seats.ticketTypes.find(({ ticketTypeId }) => ticketTypeId === seat?.ticketTypeId);
  useEffect(() => choose(form, { seat, price, mayRefund }), [chosen.value, shown]);
  const { toSeatId: error } = form.errors.value;
  form.labels.set('toSeatId', texts.newSeat);
  return (
    <Dialog kind="wide" title={texts.title(ticket.position)} onClose={onClose}>
      {ticket.seat && <p>{texts.intro({ seat: words.seat(ticket.seat), type: ticket.typeName })}</p>}
      {shown ? (
        <Form
          form={form}
          submit={submitText(texts, form, { price, money: (minor) => writeMoney(minor, order) })}
          onCancel={onClose}
        >
          <div role="alert">
            {error !== undefined && (
              <p class="error" tabIndex={-1} aria-invalid="true">
                {chosen.value.length === 0 ? texts.chooseFirst : error}
              </p>
            )}
          </div>
          <shown.Map
            // The seats changed: draw again.
            key={shown.seats.version}
            seats={shown.seats}
            types={shown.seats.ticketTypes.map((type) => ({ ...type, kind: 'SEATED' as const, left: 0 }))}
            event={order}
            chosen={chosen}
            address={`${address}/taken`}
            onOtherMap={load}
          />
          {price && (
            <Consequences
              form={form}
              order={order}
              ticket={ticket}
              price={price}
              isHouse={isHouse(shown.seats, seat)}
            />
          )}
        </Form>
      ) : (
        waiting
      )}
    </Dialog>
  );
}

function useExchangeForm({ order, ticket, onClose }: Props): ExchangeForm {
  const { call, router, toasts, page } = useDashboard();
  const texts = useExchangeTexts();
  // Pressed twice, it is one refund.
  const requestKey = useRef(mintId());
  return useForm({
    schema: ExchangeBody,
    initial: {
      fromSeatId: ticket.seatId ?? '',
      toSeatId: '',
      ticketTypeId: null,
      takesHouseSeat: false,
      asksDifference: true,
      paidBy: null,
      seenDifferenceMinor: 0,
    },
    send: async (body) => {
      const of = page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}`);
      const isReturned = body.asksDifference && body.seenDifferenceMinor < 0;
      const { asksDifference: _asks, paidBy, ...seat } = body;
      const asked = isReturned
        ? await call<{ reference: null }>(`${of}/cheaper-seat`, {
            method: 'POST',
            body: { ...seat, requestKey: requestKey.current },
          })
        : await call<{ reference: string | null }>(`${of}/seat`, { method: 'POST', body });
      onClose();
      const isAsked = asked.reference !== null && !paidBy;
      const text = isAsked ? texts.asked(order.buyer.email) : texts.changed;
      toasts.tell({ tone: 'good', text });
      await router.refresh();
    },
  });
}

function asTicket(seat: ChosenSeat, seats: OtherSeats | undefined, { ticketTypeId }: Ticket): ChosenSeat {
  const further = seats?.furtherPrices?.[seats.ticketTypeIds.indexOf(seat.ownTypeId)] ?? [];
  return further.includes(ticketTypeId) ? { ...seat, ticketTypeId } : seat;
}

/** Writes the chosen seat, its shown price and the first way to settle it into the form. A role that can't give money back keeps it. */
function choose(
  form: ExchangeForm,
  {
    seat,
    price,
    mayRefund,
  }: { seat: ChosenSeat | undefined; price: SeatPrice | undefined; mayRefund: boolean },
): void {
  const differenceMinor = price?.differenceMinor ?? 0;
  form.set('toSeatId', seat?.id ?? '');
  form.set('ticketTypeId', seat?.ticketTypeId ?? null);
  form.set('seenDifferenceMinor', differenceMinor);
  form.set('asksDifference', differenceMinor >= 0 || mayRefund);
  form.set('paidBy', null);
}

function isHouse(seats: OtherSeats, seat: ChosenSeat | undefined): boolean {
  const index = seats.seats.findIndex(({ id }) => id === seat?.id);
  return seats.blocked.some((house) => house.index === index);
}

function submitText(
  texts: ExchangeTexts,
  form: ExchangeForm,
  { price, money }: { price: SeatPrice | undefined; money: (minor: number) => string },
): string {
  const difference = price?.differenceMinor ?? 0;
  const { asksDifference, paidBy } = form.values.value;
  if (asksDifference !== true || difference === 0) return texts.change;
  if (difference < 0) return texts.changeAndRefund(money(-difference));
  return paidBy ? texts.changePaid(money(difference)) : texts.ask(money(difference));
}

type Shown = {
  form: ExchangeForm;
  order: Data;
  ticket: Ticket;
  price: SeatPrice;
  isHouse: boolean;
};

/** The cost of the new seat, who pays it or gets it back, and the effect on the ticket. */
function Consequences({ form, order, ticket, price, isHouse: isHouseSeat }: Shown): VNode {
  const texts = useExchangeTexts();
  const difference = price.differenceMinor;
  const sum = writeMoney(Math.abs(difference), order);
  const { asksDifference, paidBy } = form.values.value;
  const waits = difference > 0 && asksDifference === true && !paidBy;
  return (
    <>
      {difference !== 0 && (
        <DifferenceChoice
          form={form}
          legend={difference > 0 ? texts.more(sum) : texts.cheaper(sum)}
          email={order.buyer.email}
          isLess={difference < 0}
        />
      )}
      {isHouseSeat && (
        <Checkbox form={form} name="takesHouseSeat" label={texts.house} hint={texts.houseHint} />
      )}
      <p class="soft" role="status">
        {waits ? texts.willAsk : texts.willChange(ticket.holder.email)}
      </p>
    </>
  );
}

type Way = { name: string; hint: string; asksDifference: boolean; isPaid: boolean };

/** The ways to settle the difference, as far as the member's role allows. */
function DifferenceChoice({
  form,
  legend,
  email,
  isLess,
}: {
  form: ExchangeForm;
  legend: string;
  email: string;
  isLess: boolean;
}): VNode {
  const { powers } = useDashboard().page;
  const texts = useExchangeTexts();
  const mayGive = powers.includes('guests.add');
  const mayRefund = powers.includes('orders.refund');
  const give = { name: texts.giveBack, hint: texts.giveBackHint, asksDifference: true, isPaid: false };
  const keep = { name: texts.keep, hint: texts.keepHint, asksDifference: false, isPaid: false };
  const ask = { name: texts.askFor, hint: texts.askHint(email), asksDifference: true, isPaid: false };
  const counter = { name: texts.counter, hint: texts.counterHint, asksDifference: true, isPaid: true };
  const waive = { name: texts.waive, hint: texts.waiveHint, asksDifference: false, isPaid: false };
  const ways: Way[] = isLess
    ? [...(mayRefund ? [give] : []), keep]
    : [ask, ...(mayGive ? [counter, waive] : [])];
  const { asksDifference, paidBy } = form.values.value;
  return (
    <fieldset class="field radios">
      <legend>{legend}</legend>
      {ways.map((way) => (
        <label key={way.name} class="choice">
          <input
            type="radio"
            name={`${form.id}-asks`}
            checked={asksDifference === way.asksDifference && Boolean(paidBy) === way.isPaid}
            onChange={() => {
              form.set('asksDifference', way.asksDifference);
              form.set('paidBy', way.isPaid ? 'cash' : null);
            }}
          />
          <span>
            {way.name}
            <small class="soft">{way.hint}</small>
          </span>
        </label>
      ))}
      {paidBy && (
        <SelectField
          form={form}
          name="paidBy"
          label={texts.paidBy}
          choices={PAID_BY.map((value) => ({ value, label: texts.paidByWays[value] }))}
        />
      )}
    </fieldset>
  );
}
