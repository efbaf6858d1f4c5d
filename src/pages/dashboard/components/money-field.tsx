import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { decimalsOf, exampleAmount } from '../../../values/major-units.ts';
import { useDashboard } from '../dashboard.ts';
import { withDecimalComma } from './decimal-comma.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';
import { writeMoney } from './write-money.ts';

type Currency = { currency: string; locale: string };

/** A text that is not an amount: kept as typed, and refused by every schema of a number. */
type Unread = { typed: string };

/**
 * An amount as people write it, such as `15,000` or `15000.50`. The form's value is a whole number of the currency's smallest unit:
 *
 *     // in the body:  priceMinor: Integer({ minimum: 0, maximum: … })
 *     <MoneyField form={form} name="priceMinor" label={…} currency={event.currency} locale={event.locale} />
 */
export function MoneyField<Body>({
  currency,
  locale,
  ...props
}: FieldProps<Body> & Currency & { placeholder?: string }): VNode {
  const { texts } = useDashboard();
  const { form, name, isOptional, placeholder } = props;
  const decimals = decimalsOf(currency);
  const value = form.values.value[name] as number | '' | null | Unread;
  const isUnread = typeof value === 'object' && value !== null;
  const typed = useSignal('');
  // The typed text stays while it means the value, so that nobody's zeros vanish while they type.
  const shown = isUnread
    ? value.typed
    : typeof value !== 'number'
      ? ''
      : readDecimal(typed.value, decimals) === value
        ? typed.value
        : withDecimalComma(writeDecimal(value, decimals, true), locale);
  const read = (text: string): void => {
    typed.value = text;
    const amount = readDecimal(text, decimals);
    const next = text.trim() === '' ? '' : (amount ?? { typed: text });
    form.set(name, next as never);
  };
  const write = (amount: number): string => writeMoney(amount, { currency, locale });
  form.writers.set(name, (amount) =>
    typeof amount === 'number' ? write(amount) : texts.parts.conflict.empty,
  );
  const { minimum = 0, maximum = Infinity } = form.about(name);
  const isOutside = typeof value === 'number' && (value < minimum || value > maximum);
  const wrong = isUnread
    ? texts.parts.noAmount(withDecimalComma(exampleAmount(currency), locale))
    : isOutside && texts.parts.amountWithin({ from: write(minimum), to: write(maximum) });
  const isTold = form.errors.value[name] !== undefined && wrong !== false;
  return useFormField({ ...props, ...(isTold && { error: wrong }) }, (described) => (
    <span class="money-field">
      <span aria-hidden="true">{currency}</span>
      <input
        {...described}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        name={name}
        maxLength={30}
        placeholder={placeholder}
        required={!isOptional}
        value={shown}
        onInput={(event) => read(event.currentTarget.value)}
        onBlur={() => form.check(name)}
      />
    </span>
  ));
}
