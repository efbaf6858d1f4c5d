import type { ComponentChildren, VNode } from 'preact';
import { useFormField, type FieldProps } from './use-form-field.tsx';

type Given = {
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'number' | 'datetime-local' | 'date';
  autocomplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'email' | 'url' | 'tel';
  maxLength?: number;
  placeholder?: string;
};

/** One line of text, or a number: `type` and `inputMode` choose a phone's keyboard. */
export function TextField<Body>({
  after,
  ...props
}: FieldProps<Body> & Given & { after?: ComponentChildren }): VNode {
  const { form, name, isOptional, type = 'text', ...given } = props;
  const { autocomplete, inputMode, placeholder } = given;
  // Never cut a pasted secret short: nobody would notice.
  const maxLength = given.maxLength ?? (type === 'password' ? undefined : form.about(name).maxLength);
  const value = form.values.value[name] as string | number | null;
  return useFormField(props, (described) => (
    <>
      <input
        spellcheck={false}
        {...({ type } as { type: 'text' })}
        {...{ autocomplete: autocomplete as 'on', inputMode, maxLength, placeholder }}
        {...described}
        name={name}
        required={!isOptional}
        value={value ?? ''}
        onInput={(event) => form.set(name, event.currentTarget.value as never)}
        onBlur={() => form.check(name)}
      />
      {after}
    </>
  ));
}
