import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** Several lines of text, with a count of the characters left. */
export function TextArea<Body>(props: FieldProps<Body> & { rows?: number }): VNode {
  const { texts } = useDashboard();
  const { form, name, rows = 5, isOptional } = props;
  const limit = form.about(name).maxLength ?? 0;
  const value = (form.values.value[name] as string | null) ?? '';
  return useFormField(props, (described) => (
    <>
      <textarea
        {...described}
        name={name}
        rows={rows}
        required={!isOptional}
        value={value}
        onInput={(event) => form.set(name, event.currentTarget.value as never)}
        onBlur={() => form.check(name)}
      />
      <p class="count soft" data-over={Array.from(value).length > limit}>
        {texts.parts.characters({ used: Array.from(value).length, limit })}
      </p>
    </>
  ));
}
