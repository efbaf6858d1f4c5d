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
};

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** A field with its name, what is wrong with it, or a hint. */
export function useFormField<Body>(
  { form, name, label, hint, isOptional }: FieldProps<Body>,
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
      error={form.errors.value[name]}
      hint={hint}
      input={input}
    />
  );
}
