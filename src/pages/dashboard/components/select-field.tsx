import type { VNode } from 'preact';
import { useFormField, type FieldProps } from './use-form-field.tsx';

export type Choice = { value: string; label: string; hint?: string };

/** One of many, in the browser's own list. `empty` is shown while nothing is chosen. */
export function SelectField<Body>(
  props: FieldProps<Body> & { choices: readonly Choice[]; empty?: string; autocomplete?: string },
): VNode {
  const { form, name, choices, empty, autocomplete, isOptional } = props;
  const chosen = form.values.value[name] as string | null;
  return useFormField(props, (described) => (
    <select
      {...described}
      name={name}
      required={!isOptional}
      autocomplete={autocomplete as 'country'}
      value={chosen ?? ''}
      onChange={(event) => form.set(name, event.currentTarget.value as never)}
      onBlur={() => form.check(name)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  ));
}
