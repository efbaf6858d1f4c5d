import type { VNode } from 'preact';
import { FieldNote, tellField, type FieldProps } from './use-form-field.tsx';

/** Yes or no. */
export function Checkbox<Body>(props: FieldProps<Body>): VNode {
  const { form, name } = props;
  const told = tellField(props);
  const { id, label, hint, error } = told;
  return (
    <div class="field check">
      <label class="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          checked={form.values.value[name] === true}
          aria-invalid={error !== undefined}
          aria-describedby={(error ?? hint) && `${id}-about`}
          onChange={(event) => form.set(name, event.currentTarget.checked as never)}
        />
        <span>{label}</span>
      </label>
      <FieldNote {...told} />
    </div>
  );
}
