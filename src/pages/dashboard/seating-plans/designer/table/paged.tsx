import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useStudio } from '../studio.ts';

const PAGE_SIZE = 50;

/** A table with pages. Its first column is the selection, shared with the drawing. */
export function Paged<Item extends { id: string }>({
  caption,
  columns,
  items,
  nameOf,
  isChosen,
  onChoose,
  cells,
}: {
  caption: string;
  columns: readonly string[];
  items: readonly Item[];
  /** Names of the shown rows only: twenty thousand would be wasted work. */
  nameOf: (item: Item) => string;
  isChosen: (item: Item) => boolean;
  onChoose: (items: readonly Item[], isOn: boolean) => void;
  cells: (item: Item) => ComponentChildren[];
}): VNode {
  const { texts } = useStudio();
  const page = useSignal(0);
  const table = useRef<HTMLDivElement>(null);
  const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const now = Math.min(page.value, pages - 1);
  const shown = items.slice(now * PAGE_SIZE, (now + 1) * PAGE_SIZE);
  const turnTo = (next: number): void => {
    page.value = Math.min(pages - 1, Math.max(0, next));
    table.current?.scrollTo(0, 0);
  };
  if (items.length === 0) return <p class="plan-none soft">{texts.noneYet}</p>;
  return (
    <>
      <div ref={table} class="plan-table" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <caption class="aloud">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={texts.selectAll}
                  checked={shown.every(isChosen)}
                  onChange={(event) => onChoose(shown, event.currentTarget.checked)}
                />
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <tr key={item.id} data-chosen={isChosen(item)}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={texts.selectOne(nameOf(item))}
                    checked={isChosen(item)}
                    onChange={(event) => onChoose([item], event.currentTarget.checked)}
                  />
                </td>
                {cells(item).map((cell, nth) => (
                  <td key={nth}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <div class="row gap-s plan-pages">
          <button type="button" class="second" aria-disabled={now === 0} onClick={() => turnTo(now - 1)}>
            {texts.previous}
          </button>
          <span>{texts.page({ page: now + 1, pages })}</span>
          <button
            type="button"
            class="second"
            aria-disabled={now === pages - 1}
            onClick={() => turnTo(now + 1)}
          >
            {texts.next}
          </button>
        </div>
      )}
    </>
  );
}

/** A field in a cell: its name is that of the column and of the row. */
export function CellField({
  label,
  value,
  type = 'text',
  maxLength,
  onChange,
}: {
  label: string;
  value: string | number;
  type?: 'text' | 'number';
  maxLength?: number;
  onChange: (value: string) => void;
}): VNode {
  return (
    <input
      {...({ type } as { type: 'text' })}
      step={type === 'number' ? 'any' : undefined}
      class={type === 'number' ? 'short' : undefined}
      aria-label={label}
      maxLength={maxLength}
      value={value}
      onChange={(event) => {
        const next = event.currentTarget.value;
        if (type === 'number' && (next === '' || !Number.isFinite(Number(next))))
          event.currentTarget.value = String(value);
        else onChange(next);
      }}
    />
  );
}

export function CellChoice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}): VNode {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
