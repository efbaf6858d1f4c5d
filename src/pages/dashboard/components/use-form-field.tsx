import type { VNode } from 'preact';
import { Field } from '../../shared/field.tsx';
import { useDashboard } from '../dashboard.ts';
import type { Form } from './use-form.ts';

/** The props of every field of a form. */
export type FieldProps<Body> = {
  form: Form<Body>;
  name: keyof Body & string;
  /** These replace the label and the hint in the form's texts. */
  label?: string;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
  /** An error that replaces the form's own error for the field. */
  error?: string;
};

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** A field's label, and the note below it. */
export function tellField<Body>(props: FieldProps<Body>): {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
} {
  const { form, name } = props;
  const about = props.label === undefined ? form.about(name) : props;
  const { label } = about;
  if (label === undefined) throw new Error(`the field ${name} has no label`);
  form.labels.set(name, label);
  const hint = 'hint' in props ? props.hint : about.hint;
  return { id: `${form.id}-${name}`, label, hint, error: props.error ?? form.errors.value[name] };
}

/** A field with its label, and its error or hint. */
export function useFormField<Body>(props: FieldProps<Body>, input: (described: Described) => VNode): VNode {
  const { texts } = useDashboard();
  const { label, ...told } = tellField(props);
  return (
    <Field
      {...told}
      label={
        <>
          {label}
          {props.isOptional && <span class="soft"> ({texts.parts.optional})</span>}
        </>
      }
      input={input}
    />
  );
}

/** The error of a field, or else its hint. */
export const FieldNote = ({ id, error, hint }: ReturnType<typeof tellField>): VNode | null =>
  error || hint ? (
    <p class={error === undefined ? 'hint soft' : 'error'} id={`${id}-about`}>
      {error ?? hint}
    </p>
  ) : null;
