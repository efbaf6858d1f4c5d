import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { useDashboard } from '../dashboard.ts';
import { withDecimalComma } from './decimal-comma.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** A percentage, typed with its decimals. The form's value is in units of the last one. The hint shows `unit`. */
export function DecimalField<Body>(props: FieldProps<Body> & { decimals: number }): VNode {
  const { form, name, decimals, isOptional } = props;
  const value = form.values.value[name] as number | '' | null;
  const typed = useSignal('');
  const { language } = useDashboard().page;
  const write = (number: number): string => withDecimalComma(writeDecimal(number, decimals), language);
  // The typed text stays while it means the same value.
  const meant = readDecimal(typed.value, decimals);
  if (typeof value === 'number' && !Number.isNaN(value) && meant !== value) typed.value = write(value);
  form.writers.set(name, (number) => (typeof number === 'number' ? write(number) : '–'));
  return useFormField(props, (described) => (
    <input
      {...described}
      type="text"
      inputMode="decimal"
      name={name}
      required={!isOptional}
      maxLength={20}
      value={typed}
      onInput={(event) => {
        const text = event.currentTarget.value;
        typed.value = text;
        // A text that is not a number is not sent as one.
        form.set(name, (text.trim() === '' ? '' : (readDecimal(text, decimals) ?? Number.NaN)) as never);
      }}
      onBlur={() => form.check(name)}
    />
  ));
}
