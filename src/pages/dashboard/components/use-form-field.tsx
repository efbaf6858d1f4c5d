import type { VNode } from 'preact';
import { Field } from '../../shared/field.tsx';
import { useDashboard } from '../dashboard.ts';
import type { Form } from './use-form.ts';

/** What every field of a form is told. */
export type FieldProps<Body> = {
  form: Form<Body>;
  name: keyof Body & string;
  label: string;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
  /** In place of what the form says of the field: something in it is wrong. */
  error?: string;
};

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** A field with its name, what is wrong with it, or a hint. */
export function useFormField<Body>(
  { form, name, label, hint, isOptional, error = form.errors.value[name] }: FieldProps<Body>,
  input: (described: Described) => VNode,
): VNode {
  const { texts } = useDashboard();
  form.labels.set(name, label);
  return (
    <Field
      id={`${form.id}-${name}`}
      label={
        <>
          {label}
          {isOptional && <span class="soft"> ({texts.parts.optional})</span>}
        </>
      }
      error={error}
      hint={hint}
      input={input}
    />
  );
}
