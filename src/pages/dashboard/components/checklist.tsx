import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

export type ChecklistItem = { value: string; label: string; hint?: string };

/** Several of many: each with its box, found by a part of its name. Chosen ones stay chosen during a search. */
export function Checklist({
  items,
  chosen,
  onChange,
  texts,
}: {
  items: readonly ChecklistItem[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  texts: { find: string; none: string; empty: string; count: (count: number) => string };
}): VNode {
  const id = useId();
  const typed = useSignal('');
  const wanted = typed.value.trim().toLocaleLowerCase();
  const shown = items.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const toggle = (value: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value));
  if (items.length === 0) return <p class="soft">{texts.empty}</p>;
  return (
    <div class="checklist">
      <label for={`${id}-find`}>{texts.find}</label>
      <input
        id={`${id}-find`}
        type="search"
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        // Without this, Enter would send the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <ul tabIndex={shown.length > 0 ? undefined : -1}>
        {shown.map(({ value, label, hint }) => (
          <li key={value}>
            <label class="choice">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.currentTarget.checked)}
              />
              <span>
                {label}
                {hint && <small class="soft">{hint}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p class="soft" role="status">
        {shown.length === 0 ? texts.none : texts.count(chosen.length)}
      </p>
    </div>
  );
}
