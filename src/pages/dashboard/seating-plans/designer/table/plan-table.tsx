import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { CategoriesPart } from '../inspector/categories-part.tsx';
import { SectionsPart } from '../inspector/sections-part.tsx';
import { useStudio } from '../studio.ts';
import { ObjectTable } from './object-table.tsx';
import { SeatTable } from './seat-table.tsx';

const TABLES = ['objects', 'seats', 'sections'] as const;

/** The plan as a table: read, select and change everything without the drawing. */
export function PlanTable(): VNode {
  const { texts, panel } = useStudio();
  const shown = useSignal<(typeof TABLES)[number]>('objects');
  const sought = useSignal('');
  return (
    <div class="plan-tables">
      <div class="row wrap gap-xs plan-tables-head">
        <div class="plan-views" role="group" aria-label={texts.table}>
          {TABLES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={shown.value === name}
              onClick={() => (shown.value = name)}
            >
              {texts.tables[name]}
            </button>
          ))}
        </div>
        {shown.value !== 'sections' && (
          <input
            type="search"
            aria-label={texts.filter}
            placeholder={texts.filter}
            value={sought.value}
            onInput={(event) => (sought.value = event.currentTarget.value)}
          />
        )}
        <button type="button" class="second" onClick={() => (panel.value = { name: 'add', tool: 'block' })}>
          {texts.add}
        </button>
      </div>
      {shown.value === 'objects' && (
        <ObjectTable key={`o${sought.value}`} sought={sought.value.trim().toLowerCase()} />
      )}
      {shown.value === 'seats' && (
        <SeatTable key={`s${sought.value}`} sought={sought.value.trim().toLowerCase()} />
      )}
      {shown.value === 'sections' && (
        <div class="plan-tables-parts">
          <SectionsPart />
          <CategoriesPart />
        </div>
      )}
    </div>
  );
}
