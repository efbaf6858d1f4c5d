import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Static } from 'typebox';
import { GiveSeatsBody, SellBody } from './bodies.ts';
import type { HostOrder } from '../../../orders/create-host-order.ts';
import { PAID_BY } from '../../../rules/order-source.ts';
import { LANGUAGES } from '../../../values/language.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { mintId } from '../../shared/mint-id.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState, type Values } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import { SeatChooser, type ChosenSeat } from '../components/seat-chooser/seat-chooser.tsx';
import { useCounterTexts } from './texts.ts';
import { TicketLines } from './ticket-lines.tsx';
import { decimalsOf } from '../../../values/major-units.ts';
import { toLines, totalOf, type TypedLines } from './to-lines.ts';

export type MadeOrder = { reference: string; tickets: number; totalMinor: number; email: string };

type Body = Static<typeof SellBody>;
type Props = ViewProps<'addGuests'> & { isGift: boolean; onMade: (order: MadeOrder) => void };

/** An order's tickets, seats, buyer and payment. */
export function HostOrderDesk(props: Props): VNode {
  const { data, isGift } = props;
  const texts = useCounterTexts();
  const typed = useSignal<TypedLines>({});
  const seats = useSignal<readonly ChosenSeat[]>([]);
  const form = useOrderForm(props, (ids) => {
    seats.value = seats.value.filter(({ id }) => !ids.includes(id));
  });
  const { event, ticketTypes } = data;
  const lines = useMemo(
    () =>
      toLines(ticketTypes, {
        typed: typed.value,
        seats: seats.value,
        decimals: decimalsOf(event.currency),
        isGift,
      }),
    [typed.value, seats.value],
  );
  useEffect(() => {
    form.set('lines', lines as Body['lines']);
    // The server checks a wrong line again when it is sent.
    const others = Object.entries(form.errors.value).filter(([name]) => !name.startsWith('lines'));
    form.errors.value = Object.fromEntries(others);
  }, [lines]);
  useEffect(() => {
    form.set(
      'seatIds',
      seats.value.map(({ id }) => id),
    );
    const further = seats.value.filter(({ ticketTypeId, ownTypeId }) => ticketTypeId !== ownTypeId);
    form.set(
      'seatTypes',
      further.map(({ id, ticketTypeId }) => ({ seatId: id, ticketTypeId })),
    );
  }, [seats.value]);
  const { tickets, totalMinor } = totalOf(ticketTypes, lines);
  const sum = writeMoney(totalMinor, event);
  const submit = isGift ? texts.give : totalMinor > 0 ? texts.sellFor(sum) : texts.sell;
  const hasSeats = ticketTypes.some(({ kind }) => kind === 'SEATED');
  return (
    <Form form={form} submit={submit}>
      <TicketLines
        form={form}
        types={ticketTypes}
        event={event}
        typed={typed}
        lines={lines}
        isGift={isGift}
      />
      {hasSeats && <SeatChooser {...props} chosen={seats} error={form.errors.value['seatIds']} form={form} />}
      <BuyerFields form={form} isGift={isGift} />
      {!isGift && (
        <div class="counter-paid">
          <RadioGroup
            form={form}
            name="paidBy"
            choices={PAID_BY.map((value) => ({ value, label: texts.paidWays[value] }))}
          />
        </div>
      )}
      {isGift && <TextArea form={form} name="guestNote" rows={3} isOptional />}
      <TextArea form={form} name="note" rows={2} isOptional />
      {!isGift && (
        <p class="counter-total">
          <span>
            {texts.total} <span class="soft">{texts.totalOf(tickets)}</span>
          </span>
          <strong>{sum}</strong>
        </p>
      )}
    </Form>
  );
}

function useOrderForm(
  { data, isGift, onMade }: Props,
  onTaken: (seatIds: readonly string[]) => void,
): FormState<Body> {
  const { call, page } = useDashboard();
  const requestKey = useMemo(mintId, []);
  const order = {
    lines: [],
    seatIds: [],
    seatTypes: [],
    email: '',
    firstName: '',
    lastName: '',
    note: '',
    guestNote: '',
    language: 'en',
    requestKey,
  };
  const path = `/events/${data.event.eventId}/guests/${isGift ? 'give-seats' : 'sell'}`;
  return useForm({
    // A gift is the same without prices and payment.
    schema: (isGift ? GiveSeatsBody : SellBody) as typeof SellBody,
    texts: useCounterTexts(),
    initial: (isGift ? order : { ...order, paidBy: 'cash' }) as Values<Body>,
    send: async (body) => {
      try {
        const { reference } = await call<HostOrder>(page.inHost(path), { method: 'POST', body });
        onMade({ reference, email: body.email, ...totalOf(data.ticketTypes, body.lines) });
      } catch (error) {
        // Drop seats that others have taken; the refusal names them. Without any, leave the seats alone: new lines would remove their
        // messages.
        const { takenSeatIds = [] }: { takenSeatIds?: string[] } =
          (error instanceof CallFailed && error.refusal?.current) || {};
        if (takenSeatIds.length > 0) onTaken(takenSeatIds);
        throw error;
      }
    },
  });
}

function BuyerFields({ form, isGift }: { form: FormState<Body>; isGift: boolean }): VNode {
  const texts = useCounterTexts();
  return (
    <fieldset class="stack gap-s counter-buyer">
      <legend>{isGift ? texts.guest : texts.buyer}</legend>
      <TextField form={form} name="firstName" autocomplete="off" />
      <TextField form={form} name="lastName" autocomplete="off" />
      <TextField form={form} name="email" type="email" autocomplete="off" />
      <SelectField
        form={form}
        name="language"
        choices={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
      />
    </fieldset>
  );
}
