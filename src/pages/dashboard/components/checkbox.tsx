import type { VNode } from 'preact';
import type { FieldProps } from './use-form-field.tsx';

/** Yes or no. */
export function Checkbox<Body>({ form, name, label, hint }: FieldProps<Body>): VNode {
  const id = `${form.id}-${name}`;
  const error = form.errors.value[name];
  form.labels.set(name, label);
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
      {(error ?? hint) && (
        <p class={error === undefined ? 'hint soft' : 'error'} id={`${id}-about`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
