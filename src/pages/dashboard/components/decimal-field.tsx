import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** A percentage or an amount, typed with its decimals; the form's value is in units of the last one. `unit` stands in its hint. */
export function DecimalField<Body>(props: FieldProps<Body> & { decimals: number; isMoney?: boolean }): VNode {
  const { form, name, decimals, isMoney = false, isOptional } = props;
  const value = form.values.value[name] as number | '' | null;
  const typed = useSignal('');
  // What stands there already is left as it was typed, for as long as it means the same.
  const meant = readDecimal(typed.value, decimals);
  if (typeof value === 'number' && !Number.isNaN(value) && meant !== value)
    typed.value = writeDecimal(value, decimals, isMoney);
  form.writers.set(name, (number) =>
    typeof number === 'number' ? writeDecimal(number, decimals, isMoney) : '–',
  );
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
        // What is no number is not sent as one.
        form.set(name, (text.trim() === '' ? '' : (readDecimal(text, decimals) ?? Number.NaN)) as never);
      }}
      onBlur={() => form.check(name)}
    />
  ));
}
