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
import { useLoading } from '../components/use-loading.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import type { ChosenSeat } from '../components/seat-chooser/seat-chooser.tsx';
import { exchangeEn as texts } from './exchange-texts.ts';
import { useOrderTexts } from './texts.ts';

type Ticket = Data['tickets'][number];
type ExchangeForm = FormState<ExchangeBody>;
type Props = { order: Data; ticket: Ticket; onClose: () => void };

/** Changes the seat of a ticket on the map, and shows the cost first. */
export function ExchangeDialog(props: Props): VNode {
  const { order, ticket, onClose } = props;
  const { call, page } = useDashboard();
  const words = useOrderTexts();
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
  useEffect(() => choose(form, { seat, price }), [chosen.value, shown]);
  const { toSeatId: error } = form.errors.value;
  form.labels.set('toSeatId', texts.newSeat);
  return (
    <Dialog kind="wide" title={texts.title(ticket.position)} onClose={onClose}>
      {ticket.seat && <p>{texts.intro(words.seat(ticket.seat), ticket.typeName)}</p>}
      {shown ? (
        <Form
          form={form}
          submit={submitText(form, price, (minor) => writeMoney(minor, order))}
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
  return useForm({
    schema: ExchangeBody,
    initial: {
      fromSeatId: ticket.seatId ?? '',
      toSeatId: '',
      ticketTypeId: null,
      takesHouseSeat: false,
      asksDifference: true,
      seenDifferenceMinor: 0,
    },
    send: async (body) => {
      const path = page.inHost(`/orders/${order.reference}/tickets/${ticket.ticketId}/seat`);
      const asked = await call<{ reference: string | null }>(path, { method: 'POST', body });
      onClose();
      const text = asked.reference === null ? texts.changed : texts.asked(order.buyer.email);
      toasts.tell({ tone: 'good', text });
      await router.refresh();
    },
  });
}

function asTicket(seat: ChosenSeat, seats: OtherSeats | undefined, { ticketTypeId }: Ticket): ChosenSeat {
  const further = seats?.furtherPrices?.[seats.ticketTypeIds.indexOf(seat.ownTypeId)] ?? [];
  return further.includes(ticketTypeId) ? { ...seat, ticketTypeId } : seat;
}

/** Writes the chosen seat and its shown price into the form. */
function choose(
  form: ExchangeForm,
  { seat, price }: { seat: ChosenSeat | undefined; price: SeatPrice | undefined },
): void {
  form.set('toSeatId', seat?.id ?? '');
  form.set('ticketTypeId', seat?.ticketTypeId ?? null);
  form.set('seenDifferenceMinor', Math.max(0, price?.differenceMinor ?? 0));
}

function isHouse(seats: OtherSeats, seat: ChosenSeat | undefined): boolean {
  const index = seats.seats.findIndex(({ id }) => id === seat?.id);
  return seats.blocked.some((house) => house.index === index);
}

function submitText(
  form: ExchangeForm,
  price: SeatPrice | undefined,
  money: (minor: number) => string,
): string {
  const asks = form.values.value.asksDifference === true && (price?.differenceMinor ?? 0) > 0;
  return asks ? texts.ask(money(price?.differenceMinor ?? 0)) : texts.change;
}

type Shown = {
  form: ExchangeForm;
  order: Data;
  ticket: Ticket;
  price: SeatPrice;
  isHouse: boolean;
};

/** The cost of the new seat, who pays it, and the effect on the ticket. */
function Consequences({ form, order, ticket, price, isHouse: isHouseSeat }: Shown): VNode {
  const { page } = useDashboard();
  const mayWaive = page.powers.includes('guests.add');
  const difference = price.differenceMinor;
  const sum = writeMoney(Math.abs(difference), order);
  const isAsked = form.values.value.asksDifference === true;
  return (
    <>
      {difference < 0 && <p class="error">{texts.cheaper(sum)}</p>}
      {difference > 0 && (
        <fieldset class="field radios">
          <legend>{texts.more(sum)}</legend>
          {(mayWaive ? [true, false] : [true]).map((asks) => (
            <label key={String(asks)} class="choice">
              <input
                type="radio"
                name={`${form.id}-asks`}
                checked={isAsked === asks}
                onChange={() => form.set('asksDifference', asks)}
              />
              <span>
                {asks ? texts.askFor : texts.waive}
                <small class="soft">{asks ? texts.askHint(order.buyer.email) : texts.waiveHint}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {isHouseSeat && difference >= 0 && (
        <Checkbox form={form} name="takesHouseSeat" label={texts.house} hint={texts.houseHint} />
      )}
      {difference >= 0 && (
        <p class="soft" role="status">
          {difference > 0 && isAsked ? texts.willAsk : texts.willChange(ticket.holder.email)}
        </p>
      )}
    </>
  );
}
