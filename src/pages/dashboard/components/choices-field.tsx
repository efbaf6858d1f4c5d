import type { VNode } from 'preact';
import type { Choice } from './select-field.tsx';
import { FieldNote, tellField, type FieldProps } from './use-form-field.tsx';

/** Any number of a few. */
export function ChoicesField<Body>(props: FieldProps<Body> & { choices: readonly Choice[] }): VNode {
  const { form, name, choices } = props;
  const told = tellField(props);
  const { id, label, hint, error } = told;
  const chosen = form.values.value[name] as readonly string[];
  form.writers.set(name, (values) =>
    choices
      .filter(({ value }) => (values as readonly string[]).includes(value))
      .map((choice) => choice.label)
      .join(', '),
  );
  const toggle = (value: string, isChosen: boolean): void =>
    form.set(
      name,
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === value ? isChosen : chosen.includes(one))) as never,
    );
  return (
    <fieldset class="field radios" aria-describedby={(error ?? hint) && `${id}-about`}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="checkbox"
            name={id}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            aria-invalid={error !== undefined}
            onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      <FieldNote {...told} />
    </fieldset>
  );
}
