import type { VNode } from 'preact';
import type { Choice } from './select-field.tsx';
import { FieldNote, tellField, type FieldProps } from './use-form-field.tsx';

/** One of a few, all visible, each with a short explanation. */
export function RadioGroup<Body>(props: FieldProps<Body> & { choices: readonly Choice[] }): VNode {
  const { form, name, choices } = props;
  const told = tellField(props);
  const { id, label, hint, error } = told;
  form.writers.set(name, (value) => choices.find((choice) => choice.value === value)?.label ?? String(value));
  return (
    <fieldset class="field radios" aria-describedby={(error ?? hint) && `${id}-about`}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={form.values.value[name] === choice.value}
            aria-invalid={error !== undefined}
            onChange={() => form.set(name, choice.value as never)}
          />
          <span>
            {choice.label}
            {choice.hint && <small class="soft">{choice.hint}</small>}
          </span>
        </label>
      ))}
      <FieldNote {...told} />
    </fieldset>
  );
}
