import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { GivableType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { writeDecimal } from '../../../values/decimal.ts';
import { useDashboard } from '../dashboard.ts';
import { withDecimalComma } from '../components/decimal-comma.ts';
import type { Form } from '../components/use-form.ts';
import { useCounterTexts } from './texts.ts';
import { decimalsOf, exampleAmount } from '../../../values/major-units.ts';
import { type TypedLine, type TypedLines } from './to-lines.ts';

type Props = {
  form: Pick<Form, 'id' | 'errors' | 'labels'>;
  types: readonly GivableType[];
  event: ShownEvent;
  typed: Signal<TypedLines>;
  lines: readonly TypedLine[];
  isGift: boolean;
};

/** The quantity and price of each ticket type. The map sets the quantity of those with seats. */
export function TicketLines(props: Props): VNode {
  const { form, types, lines } = props;
  const texts = useCounterTexts();
  form.labels.set('lines', texts.tickets);
  const id = `${form.id}-lines`;
  const isWrong = form.errors.value['lines'] !== undefined;
  return (
    <fieldset class="stack gap-s counter-lines" aria-describedby={isWrong ? id : undefined}>
      <legend>{texts.tickets}</legend>
      <ul>
        {types.map((type) => (
          <Line key={type.ticketTypeId} {...props} type={type} at={lineOf(lines, type)} />
        ))}
      </ul>
      {isWrong && (
        <p class="error" id={id}>
          {lines.length === 0 ? texts.noTickets : form.errors.value['lines']}
        </p>
      )}
    </fieldset>
  );
}

/** Its place among the ordered lines; -1: none. */
const lineOf = (lines: readonly TypedLine[], { ticketTypeId }: GivableType): number =>
  lines.findIndex((line) => line.ticketTypeId === ticketTypeId);

function Line(props: Props & { type: GivableType; at: number }): VNode {
  const { form, type, event, lines, at, isGift } = props;
  const texts = useCounterTexts();
  const { texts: common } = useDashboard();
  const errorOf = (field: string): string | undefined => {
    const name = `lines[${at}].${field}`;
    if (at >= 0) form.labels.set(name, type.name);
    return at < 0 ? undefined : form.errors.value[name];
  };
  const quantityError = errorOf('quantity');
  const priceError =
    errorOf('priceMinor') &&
    common.parts.noAmount(withDecimalComma(exampleAmount(event.currency), event.locale));
  const id = `${form.id}-${type.ticketTypeId}`;
  const error = quantityError ?? priceError;
  return (
    <li>
      <div class="stack counter-type">
        <strong>{type.name}</strong>
        <small class="soft">{texts.left(type.left)}</small>
      </div>
      {type.kind === 'SEATED' ? (
        <p class="counter-seated soft">{texts.seatCount(Number(lines[at]?.quantity ?? 0))}</p>
      ) : (
        <Quantity {...props} id={id} isWrong={quantityError !== undefined} />
      )}
      {!isGift && <Price {...props} id={id} isWrong={priceError !== undefined} />}
      {error !== undefined && (
        <p class="error" id={`${id}-about`}>
          {error}
        </p>
      )}
    </li>
  );
}

type FieldProps = Props & { type: GivableType; id: string; isWrong: boolean };

const write = ({ typed, type }: FieldProps, field: 'quantity' | 'price', text: string): void => {
  const { ticketTypeId } = type;
  typed.value = { ...typed.value, [ticketTypeId]: { ...typed.value[ticketTypeId], [field]: text } };
};

function Quantity(props: FieldProps): VNode {
  const { typed, type, id, isWrong } = props;
  const texts = useCounterTexts();
  const text = typed.value[type.ticketTypeId]?.quantity ?? '';
  const step = (by: number): void =>
    write(props, 'quantity', String(Math.max(0, (Math.trunc(Number(text)) || 0) + by)));
  return (
    <div class="field row gap-2xs counter-quantity">
      <button type="button" class="second" aria-label={texts.less(type.name)} onClick={() => step(-1)}>
        −
      </button>
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        maxLength={5}
        placeholder="0"
        aria-label={texts.quantity(type.name)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-about` : undefined}
        value={text}
        onInput={(event) => write(props, 'quantity', event.currentTarget.value)}
      />
      <button type="button" class="second" aria-label={texts.more(type.name)} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}

function Price(props: FieldProps): VNode {
  const { typed, type, event, id, isWrong } = props;
  const texts = useCounterTexts();
  return (
    <label class="field row gap-xs counter-price">
      <span aria-hidden="true">{texts.priceShort}</span>
      <span class="money-field">
        <span aria-hidden="true">{event.currency}</span>
        <input
          type="text"
          inputMode="decimal"
          autocomplete="off"
          maxLength={30}
          placeholder={withDecimalComma(
            writeDecimal(type.priceMinor, decimalsOf(event.currency), true),
            event.locale,
          )}
          aria-label={texts.price(type.name)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-about` : undefined}
          value={typed.value[type.ticketTypeId]?.price ?? ''}
          onInput={(input) => write(props, 'price', input.currentTarget.value)}
        />
      </span>
    </label>
  );
}
