import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** A list, one entry to a line. An empty one is null. */
export function LinesField<Body>(props: FieldProps<Body> & { rows?: number }): VNode {
  const { form, name, rows = 4 } = props;
  const { texts } = useDashboard();
  const value = form.values.value[name] as string[] | null;
  // The typed text, with its empty lines: the value has none.
  const typed = useSignal('');
  if (linesOf(typed.value).join('\n') !== (value ?? []).join('\n')) typed.value = (value ?? []).join('\n');
  const wrong = Object.entries(form.errors.value).find(([field]) => field.startsWith(`${name}[`));
  const told = form.errors.value[name];
  // The rule counts entries. To its reader this is one field that is empty.
  const isMissing = told !== undefined && (value ?? []).length === 0;
  const error = isMissing
    ? texts.parts.rule({ kind: 'required' }, name)
    : (told ?? (wrong && `${entryOf(value, wrong[0])}: ${wrong[1]}`));
  return useFormField({ ...props, ...(error !== undefined && { error }) }, (described) => (
    <textarea
      {...described}
      name={name}
      rows={rows}
      spellcheck={false}
      autocapitalize="off"
      value={typed}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
        const lines = linesOf(typed.value);
        form.set(name, (lines.length > 0 ? lines : null) as never);
      }}
      onBlur={() => form.check(name)}
    />
  ));
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The entry that a field such as `sites[2]` names. */
const entryOf = (value: string[] | null, field: string): string =>
  value?.[Number(/\[(\d+)\]/.exec(field)?.[1])] ?? '';
