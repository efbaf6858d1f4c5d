import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** A percentage, typed with its decimals. The form's value is in units of the last one. The hint shows `unit`. */
export function DecimalField<Body>(props: FieldProps<Body> & { decimals: number }): VNode {
  const { form, name, decimals, isOptional } = props;
  const value = form.values.value[name] as number | '' | null;
  const typed = useSignal('');
  // The typed text stays while it means the same value.
  const meant = readDecimal(typed.value, decimals);
  if (typeof value === 'number' && !Number.isNaN(value) && meant !== value)
    typed.value = writeDecimal(value, decimals);
  form.writers.set(name, (number) => (typeof number === 'number' ? writeDecimal(number, decimals) : '–'));
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
