import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

// Small fields beside the drawing. A change applies on Enter or on blur.

type NumberProps = {
  label: string;
  /** Null: several things have other numbers. */
  value: number | null;
  step?: number;
  min?: number | undefined;
  max?: number;
  placeholder?: string;
  onChange: (value: number) => void;
};

export function NumberField({ label, value, step = 1, min, max, placeholder, onChange }: NumberProps): VNode {
  const id = useId();
  return (
    <div class="plan-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        step="any"
        data-step={step}
        min={min}
        max={max}
        placeholder={placeholder}
        value={value ?? ''}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
          if (by === 0) return;
          event.preventDefault();
          const next = Math.round(((event.currentTarget.valueAsNumber || 0) + by) * 100) / 100;
          onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
        }}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber;
          if (Number.isFinite(next)) onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
          else event.currentTarget.value = String(value ?? '');
        }}
      />
    </div>
  );
}

type LineProps = {
  label: string;
  value: string | null;
  maxLength: number;
  placeholder?: string;
  isLabelHidden?: boolean;
  onChange: (value: string) => void;
};

export function LineField({
  label,
  value,
  maxLength,
  placeholder,
  isLabelHidden,
  onChange,
}: LineProps): VNode {
  const id = useId();
  return (
    <div class="plan-field">
      {!isLabelHidden && <label for={id}>{label}</label>}
      <input
        id={id}
        type="text"
        aria-label={isLabelHidden ? label : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  /** Null: several things have other choices. */
  value: string | null;
  choices: readonly { value: string; label: string }[];
  empty?: string;
  isLabelHidden?: boolean;
  onChange: (value: string) => void;
};

export function ChoiceField({ label, value, choices, empty, isLabelHidden, onChange }: ChoiceProps): VNode {
  const id = useId();
  return (
    <div class="plan-field">
      {!isLabelHidden && <label for={id}>{label}</label>}
      <select
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {(value === null || empty !== undefined) && <option value="">{empty ?? ''}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Yes, no, or some of them. */
export function TickField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean | null;
  onChange: (value: boolean) => void;
}): VNode {
  const input = useRef<HTMLInputElement>(null);
  if (input.current) input.current.indeterminate = value === null;
  return (
    <label class="row gap-xs plan-tick">
      <input
        ref={(element) => {
          input.current = element;
          if (element) element.indeterminate = value === null;
        }}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A part of the inspector that can be folded. */
export function Fold({
  title,
  isOpen = true,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}): VNode {
  // Folded parts are not rendered: with a whole hall selected that would be wasted work.
  const isUnfolded = useSignal(isOpen);
  useEffect(() => {
    isUnfolded.value = isOpen;
  }, [isOpen]);
  return (
    <details
      class="plan-fold"
      open={isUnfolded.value}
      onToggle={(event) => (isUnfolded.value = event.currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3>
      </summary>
      {isUnfolded.value && <div class="stack gap-s plan-fold-in">{children}</div>}
    </details>
  );
}

/** The common value of all, or null if they differ. */
export function sameOf<Item, Value>(items: readonly Item[], valueOf: (item: Item) => Value): Value | null {
  const [first] = items;
  if (first === undefined) return null;
  const value = valueOf(first);
  for (const item of items) if (valueOf(item) !== value) return null;
  return value;
}
